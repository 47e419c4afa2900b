// Sessions of operators as calls of the console: who is signed in, and ending one.
import { endOperatorSession, listOperatorSessions, parseWireId, toInstant, wireId } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { bindOperator, type BoundCall, type OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { deleteSession, listOpenSessions } from './store.ts';

export const sessionCalls = (pool: Pool): BoundCall[] => [
  bindOperator(listOperatorSessions, async (_, { operator }) => {
    const seesAll = hasOne(operator, 'administrator', 'auditor');
    const sessions = await listOpenSessions(pool, seesAll ? null : operator.operatorId);
    return {
      sessions: sessions.map((session) => ({
        session_id: wireId('session', session.sessionId),
        operator: session.operator,
        ip: session.ip,
        device: session.device,
        created_at: toInstant(session.createdAt),
        last_seen_at: toInstant(session.lastSeenAt),
        is_yours: session.sessionId === operator.sessionId,
      })),
    };
  }),
  bindOperator(endOperatorSession, ({ session_id: id }, { operator }) => {
    const sessionId = parseWireId('session', id) ?? refuse('not-found');
    return inTransaction(pool, async (database) => {
      const own = hasOne(operator, 'administrator') ? null : operator.operatorId;
      const session = (await listOpenSessions(database, own)).find((each) => each.sessionId === sessionId);
      if (!session) return refuse('not-found');
      await deleteSession(database, sessionId);
      await appendAudit(database, { operator: operator.name, act: 'session-ended', subject: session.operator, detail: { session: id } }); // oxfmt-ignore
      return {};
    });
  }),
];

const hasOne = ({ roles }: OperatorSession, ...wanted: readonly OperatorSession['roles'][number][]): boolean =>
  wanted.some((role) => roles.includes(role));
