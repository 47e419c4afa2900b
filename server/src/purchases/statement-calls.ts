// Lines of bank statements as operators take them in, look at them and send them back.
import { exportTransfers, formatAmount, importStatement, listTransfers, returnTransfer, toInstant, wireId } from '@candor/wire'; // oxfmt-ignore
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { takeStatement } from './import-statement.ts';
import { matcherFor } from './match-transfers.ts';
import { returnAlone } from './return-transfer.ts';
import { listTransfers as readTransfers, readWaiting } from './store.ts';

export function statementCalls({ pool, clock }: { pool: Pool; clock: Clock }): BoundCall[] {
  return [
    ...bindList(listTransfers, exportTransfers, {
      pool,
      head: [
        'transfer_id',
        'booked_on',
        'currency',
        'amount',
        'payer',
        'text',
        'use',
        'purchase_id',
        'match',
        'returned_by',
      ],
      async read({ pagesize: limit, current_page: page, ...filter }) {
        const [{ total, rows }, waiting] = await Promise.all([
          readTransfers(pool, { ...filter, limit, offset: (page - 1) * limit }),
          readWaiting(pool),
        ]);
        const matchOf = matcherFor(waiting);
        const list = rows.map((each) => {
          const { purchaseId, match } =
            each.use === null ? matchOf(each) : { purchaseId: each.purchaseId, match: 'none' as const };
          return {
            transfer_id: wireId('transfer', each.transferId),
            currency: each.currency,
            amount: formatAmount(each.amount),
            booked_on: each.bookedOn,
            payer: each.payer,
            text: each.text,
            imported_at: toInstant(each.importedAt),
            use: each.use ?? ('open' as const),
            purchase_id: purchaseId && wireId('purchase', purchaseId),
            match,
            returned_by: each.returner,
          };
        });
        return { TOTAL: total, RESULT_LIST: list };
      },
    }),
    bindOperator(importStatement, async (_payload, context) => {
      const { lines, added } = await takeStatement(pool, await context.openUpload!(), context.operator.operatorId);
      const matchOf = matcherFor(await readWaiting(pool));
      const matched = lines.filter((line) => matchOf(line).match !== 'none').length;
      const counts = { lines: lines.length, added, matched };
      await appendAudit(pool, { operator: context.operator.name, act: 'statement-imported', detail: counts });
      return counts;
    }),
    bindOperator(returnTransfer, async ({ transfer_id: id }, { operator }) => {
      await inTransaction(pool, (database) => returnAlone(database, { id, operator, at: clock.now() }));
      return { transfer_id: id };
    }),
  ];
}
