// How much of customers one operator is shown within an hour and a day: whoever was bribed or robbed of a session gets little, and others
// are told. The database counts (migration 0126), for all processes together and under the bounds of the setting `operator-looks`.
import { changeSetting, toInstant, type lookKinds } from '@candor/wire';
import { appendAudit } from './audit-log.ts';
import { boolean, columns, instant, integer } from './columns.ts';
import type { OperatorSession } from './feature.ts';
import { inTransaction } from './in-transaction.ts';
import { counter } from './metrics.ts';
import type { Pool } from './postgres.ts';
import { refuse } from './refuse.ts';
import { selectOne } from './select.ts';

export type LookKind = (typeof lookKinds)[number];
type Looker = Pick<OperatorSession, 'operatorId' | 'name'>;

export interface BoundLooks {
  /** Refuses with `looks-used-up` while nothing can be looked at that was not. */
  requireRoom(operator: Looker, kind: LookKind): Promise<void>;
  /**
   * Counts the look; the same subject counts once within an hour. The audit log says once an hour who has reached a bound. Refuses with
   * `looks-used-up`: then nothing of it may be shown.
   */
  count(operator: Looker, kind: LookKind, subject: string): Promise<void>;
}

const refused = counter({
  name: 'candor_operator_looks_refused_total',
  help: 'Looks at customers that were refused as their operator had looked at as much as one person may',
  labelNames: ['kind'],
});

const counted = columns({
  isShown: boolean,
  isNews: boolean,
  inHour: integer,
  inDay: integer,
  againAt: instant.orNull,
});

export function boundLooks({ pool }: { pool: Pool }): BoundLooks {
  async function look({ operatorId, name }: Looker, kind: LookKind, subject: string | null): Promise<void> {
    const found = await inTransaction(pool, async (database) => {
      const values = [operatorId, kind, subject];
      const now = (await selectOne(
        database,
        counted,
        `select ${counted.list} from operator_look($1, $2, $3)`,
        values,
      ))!;
      const detail = { kind, in_hour: now.inHour, in_day: now.inDay };
      // Last: a row of the audit log holds up all others until the commit.
      if (now.isNews) await appendAudit(database, { operator: name, act: 'looks-used-up', subject: name, detail });
      return now;
    });
    if (found.isShown) return;
    refused.inc({ kind });
    refuse('looks-used-up', { until: toInstant(found.againAt!), roles: changeSetting.approvers.join(', ') });
  }
  return {
    requireRoom: (operator, kind) => look(operator, kind, null),
    count: look,
  };
}
