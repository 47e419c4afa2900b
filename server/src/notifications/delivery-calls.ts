// Operators' calls: list deliveries and retry those that were given up.
import { exportDeliveries, listDeliveries, parseWireId, retryDeliveries, toInstant, wireId } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { listLogged, retryFailed } from './delivery-store.ts';

/** Maximum age of the deliveries in a retry of a whole channel, as older notifications are outdated. A retry by id has no maximum age. */
const newsMs = 3 * 24 * 3_600_000;
const atOnceMax = 10_000;

export const deliveryCalls = ({ pool, clock }: { pool: Pool; clock: Clock }): BoundCall[] => [
  ...bindList(listDeliveries, exportDeliveries, {
    pool,
    head: [
      'account_id',
      'notification_id',
      'kind',
      'channel',
      'state',
      'tries',
      'at',
      'ready_at',
      'due_at',
      'done_at',
      'reason',
      'detail',
    ],
    async read({ pagesize, current_page: page, ...filter }) {
      const { total, rows } = await listLogged(pool, filter, { limit: pagesize, offset: (page - 1) * pagesize });
      const list = rows.map(({ accountId, notificationId, at, readyAt, dueAt, doneAt, ...row }) => ({
        account_id: wireId('account', accountId),
        notification_id: wireId('notification', notificationId),
        ...row,
        at: toInstant(at),
        ready_at: toInstant(readyAt),
        due_at: dueAt === null ? null : toInstant(dueAt),
        done_at: doneAt === null ? null : toInstant(doneAt),
      }));
      return { TOTAL: total, RESULT_LIST: list };
    },
  }),
  bindOperator(retryDeliveries, async ({ channel, notification_id: id }, { operator }) => {
    const notificationId = id === undefined ? undefined : (parseWireId('notification', id) ?? refuse('not-found'));
    const now = clock.now();
    const since = notificationId === undefined ? now - newsMs : 0;
    return inTransaction(pool, async (database) => {
      const deliveries = await retryFailed(database, { channel, notificationId, since, now, limit: atOnceMax });
      if (deliveries === 0) refuse('not-found');
      const subject = id ?? channel;
      const detail = { channel, deliveries };
      await appendAudit(database, { operator: operator.name, act: 'deliveries-retried', subject, detail });
      return { deliveries };
    });
  }),
];
