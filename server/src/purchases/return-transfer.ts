// An operator says that the money of a statement's line was returned to its bank. The line names the order that it was meant for, or none.
import { formatAmount, parseWireId, returnTransferAct, wireId, type Uuid } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { referencesIn } from './match-transfers.ts';
import { findReturnable, markReturned, readNamedAccounts, readDeciders, type Returner } from './store.ts';

/** Refuses with `transfer-used`, `transfer-maybe-double`, `own-account`, `day-sum-reached` and `worth-unknown`. */
export async function returnAlone(
  database: Database,
  { id, operator, at }: { id: string; operator: OperatorSession; at: number },
): Promise<void> {
  const { operatorId, name } = operator;
  const { transferId, text, currency, amount } = await findOpen(database, id);
  const accounts = await readNamedAccounts(database, text);
  await requireNotOwn(database, [operatorId], accounts);
  const alone = { coin: currency, amount };
  await requireMayDecide(database, { kind: 'refund', operatorId, accountId: accounts[0] ?? null, alone });
  await markOnce(database, { transferId, by: { operatorId }, at });
  await appendAudit(database, { operator: name, act: 'transfer-returned', subject: id });
}

/** What one operator may not say alone. */
export const returnTransferByTwo = ({ pool, clock }: { pool: Pool; clock: Clock }): BoundAct =>
  bindAct(returnTransferAct, {
    async facts({ transfer_id: id }) {
      const line = await findOpen(pool, id);
      const [account] = await readNamedAccounts(pool, line.text);
      return {
        transfer_uuid: line.transferId,
        account_uuid: account ?? null,
        account: account ? wireId('account', account) : null,
        amount: `${formatAmount(line.amount)} ${line.currency}`,
        worth: line.worth === null ? null : `${formatAmount(line.worth)} USDT`,
        reference: referencesIn(line.text).join(', '),
        payer: line.payer,
        bank_text: line.text,
        booked_on: line.bookedOn,
        imported_by: line.importer,
      };
    },
    async carryOut({ proposalId, body: { transfer_id: id } }, database) {
      const { transferId, text } = await findOpen(database, id);
      // The proposal names one account; a line can name orders of several.
      await requireNotOwn(database, await readDeciders(database, proposalId), await readNamedAccounts(database, text));
      await markOnce(database, { transferId, by: { proposalId }, at: clock.now() });
      return {};
    },
  });

async function findOpen(database: Database, id: string) {
  const transferId = parseWireId('transfer', id) ?? refuse('not-found');
  const line = (await findReturnable(database, transferId)) ?? refuse('not-found');
  if (line.use === 'open') return line;
  if (line.use === 'reversed') refuse('transfer-reversed');
  return refuse(line.use === 'maybe-double' || line.use === 'double' ? 'transfer-maybe-double' : 'transfer-used');
}

async function markOnce(database: Database, marked: { transferId: Uuid; by: Returner; at: number }): Promise<void> {
  if (!(await markReturned(database, marked))) refuse('transfer-used');
}

/** Refuses with `own-account` if one of these operators is tied to one of these accounts. */
export async function requireNotOwn(
  database: Database,
  operators: readonly Uuid[],
  accounts: readonly Uuid[],
): Promise<void> {
  for (const operatorId of operators)
    for (const accountId of accounts) await requireMayDecide(database, { kind: 'refund', operatorId, accountId });
}
