// Records an operator's answer whether a line that resembles a line of another file is another payment.
import { parseWireId } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { requireNotOwn } from './return-transfer.ts';
import { answerDouble, findTransfer, readNamedAccounts } from './store.ts';

interface Answered {
  id: string;
  answer: 'another' | 'same';
  operator: OperatorSession;
}

/** Refuses with `transfer-not-asked` and `own-account`. */
export async function answerAlone(database: Database, { id, answer, operator }: Answered): Promise<void> {
  const { operatorId, name } = operator;
  const transferId = parseWireId('transfer', id) ?? refuse('not-found');
  const line = (await findTransfer(database, transferId)) ?? refuse('not-found');
  await requireNotOwn(database, [operatorId], await readNamedAccounts(database, line.text));
  if (!(await answerDouble(database, { transferId, answer, operatorId }))) refuse('transfer-not-asked');
  await appendAudit(database, { operator: name, act: 'transfer-double-answered', subject: id, detail: { answer } });
}
