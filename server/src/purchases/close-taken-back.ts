// Records an operator's note on money that the bank took back after it had bought coins.
import { parseWireId } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { requireNotOwn } from './return-transfer.ts';
import { closeTakenBack, findTransfer, readDecidersOf, readNamedAccounts } from './store.ts';

interface Closed {
  id: string;
  note: string;
  operator: OperatorSession;
}

/** Refuses with `transfer-not-taken-back`, `decided-by-you` and `own-account`. */
export async function closeAlone(database: Database, { id, note, operator }: Closed): Promise<void> {
  const { operatorId, name } = operator;
  const transferId = parseWireId('transfer', id) ?? refuse('not-found');
  const line = (await findTransfer(database, transferId)) ?? refuse('not-found');
  if (line.use !== 'taken-back') refuse('transfer-not-taken-back');
  const { accountId, deciders } = await readDecidersOf(database, line.purchaseId!);
  if (deciders.includes(operatorId)) refuse('decided-by-you');
  await requireNotOwn(database, [operatorId], [accountId, ...(await readNamedAccounts(database, line.text))]);
  if (!(await closeTakenBack(database, { transferId, note, operatorId }))) refuse('transfer-not-taken-back');
  await appendAudit(database, { operator: name, act: 'transfer-taken-back-closed', subject: id, detail: { note } });
}
