// Lines of bank statements as operators take them in, look at them and send them back.
import {
  exportTransfers,
  formatAmount,
  getTransfer,
  importStatement,
  listTransfers,
  answerTransferDouble,
  closeTakenBack,
  parseWireId,
  returnTransfer,
  toInstant,
  wireId,
  type ListedTransfer,
} from '@candor/wire';
import type { z } from 'zod';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { maskWords } from '../kit/mask.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { answerAlone } from './answer-double.ts';
import { closeAlone } from './close-taken-back.ts';
import { takeStatement } from './import-statement.ts';
import { matcherFor } from './match-transfers.ts';
import { returnAlone } from './return-transfer.ts';
import { findTransfer, listTransfers as readTransfers, readWaiting } from './store.ts';

/** Maximum number of lines of each kind in the reply to an import. */
const shownMax = 50;

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
        const list = rows.map((row) => describe(row, matchOf));
        return { TOTAL: total, RESULT_LIST: list.map(masked) };
      },
    }),
    bindOperator(getTransfer, async ({ transfer_id: id }) => {
      const transferId = parseWireId('transfer', id) ?? refuse('not-found');
      const row = (await findTransfer(pool, transferId)) ?? refuse('not-found');
      return describe(row, matcherFor(await readWaiting(pool)));
    }),
    bindOperator(importStatement, (said, context) => importFile(pool, said, context)),
    bindOperator(returnTransfer, async ({ transfer_id: id }, { operator }) => {
      await inTransaction(pool, (database) => returnAlone(database, { id, operator, at: clock.now() }));
      return { transfer_id: id };
    }),
    bindOperator(answerTransferDouble, async ({ transfer_id: id, answer }, { operator }) => {
      await inTransaction(pool, (database) => answerAlone(database, { id, answer, operator }));
      return { transfer_id: id };
    }),
    bindOperator(closeTakenBack, async ({ transfer_id: id, note }, { operator }) => {
      await inTransaction(pool, (database) => closeAlone(database, { id, note, operator }));
      return { transfer_id: id };
    }),
  ];
}

async function importFile(
  pool: Pool,
  { currency, dates }: z.output<(typeof importStatement)['payload']>,
  context: OperatorContext,
) {
  const { operator } = context;
  const said = {
    currency: currency === 'as-file' ? undefined : currency,
    dates: dates === 'as-file' ? undefined : dates,
  };
  const upload = await context.openUpload!();
  const { lines, reversed, unknown, problems, pending } = await takeStatement(pool, upload, {
    importedBy: operator.operatorId,
    said,
  });
  const matchOf = matcherFor(await readWaiting(pool));
  const counts = {
    lines: lines.length,
    added: lines.filter(({ isKnown }) => !isKnown).length,
    matched: lines.filter((line) => line.doubleOf === null && matchOf(line).match !== 'none').length,
    doubtful: lines.filter(({ isKnown, doubleOf }) => !isKnown && doubleOf !== null).length,
    reversed,
    unreadable: problems.length,
    unknown_returns: unknown.length,
    pending,
  };
  await appendAudit(pool, { operator: operator.name, act: 'statement-imported', detail: counts });
  const returns = unknown.map((line) => ({
    booked_on: line.bookedOn,
    amount: `${formatAmount(line.amount)} ${line.currency}`,
    text: line.text,
  }));
  return { ...counts, problems: problems.slice(0, shownMax), returns: returns.slice(0, shownMax) };
}

type Row = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

function describe(row: Row, matchOf: ReturnType<typeof matcherFor>): ListedTransfer {
  const { purchaseId, match } =
    row.use === 'open' ? matchOf(row) : { purchaseId: row.purchaseId, match: 'none' as const };
  return {
    transfer_id: wireId('transfer', row.transferId),
    currency: row.currency,
    amount: formatAmount(row.amount),
    booked_on: row.bookedOn,
    payer: row.payer,
    text: row.text,
    imported_at: toInstant(row.importedAt),
    use: row.use,
    purchase_id: purchaseId && wireId('purchase', purchaseId),
    match,
    double_of: row.doubleOf && wireId('transfer', row.doubleOf),
    double_answered_by: row.doubter,
    imported_by: row.importer,
    reversed_on: row.reversedOn,
    reversal_text: row.reversalText,
    closed_by: row.closer,
    closed_note: row.closedNote,
    returned_by: row.returner,
  };
}

/** Masks the payer, since a list shows many of them at once. */
const masked = (transfer: ListedTransfer): ListedTransfer => ({
  ...transfer,
  payer: maskWords(transfer.payer),
  text: maskWords(transfer.text),
  reversal_text: transfer.reversal_text && maskWords(transfer.reversal_text),
  closed_note: transfer.closed_note && maskWords(transfer.closed_note),
});
