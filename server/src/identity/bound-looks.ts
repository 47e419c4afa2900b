// How many documents one operator may open: whoever was bribed or robbed of a session gets few of them, and the log says so.
import type { Uuid } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { counter } from '../kit/metrics.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import { createThrottle, isThrottled, secondsOf, type Throttled } from '../kit/throttle/throttle.ts';
import type { Limit } from '../kit/throttle/throttle-rules.ts';

const refused = counter({
  name: 'candor_identity_looks_refused_total',
  help: 'Documents that were not opened as their operator had opened as many within an hour as one person may',
});

export const casesPerHour = 30;
const windowMs = 3_600_000;

type Looker = Pick<OperatorSession, 'operatorId' | 'name'>;

export interface BoundLooks {
  /** Refuses with `looks-used-up` while no case can be opened that was not. */
  requireRoom(operator: Looker): Promise<void>;
  /**
   * Counts the case, once an hour however often it is looked at; the log says who has opened as many as one may. Refuses with
   * `looks-used-up`: then nothing of it may be shown.
   */
  count(operator: Looker, caseId: Uuid): Promise<void>;
}

export function boundLooks({ pool, clock, sealing }: { pool: Pool; clock: Clock; sealing: Sealing }): BoundLooks {
  const throttle = createThrottle({ pool, clock });
  const limitOf = (scope: string, subject: string, limit: number): Limit => ({
    scope,
    subject: sealing.digests(`looks ${subject}`)[0].toString('hex'),
    rule: { kind: 'limit', limit, windowMs },
  });
  const ofOperator = ({ operatorId }: Looker): Limit => limitOf('identity-cases', operatorId, casesPerHour);

  /** One row an hour, however often more is tried: the overview's alarm is told from it. */
  async function noteUsedUp({ operatorId, name }: Looker): Promise<void> {
    const isFirst = !isThrottled(await throttle.take([limitOf('identity-cases-used-up', operatorId, 1)]));
    if (isFirst) await appendAudit(pool, { operator: name, act: 'identity-looks-used-up', subject: name, detail: { per_hour: casesPerHour } }); // oxfmt-ignore
  }

  async function turnAway(operator: Looker, throttled: Throttled): Promise<never> {
    refused.inc();
    await noteUsedUp(operator);
    return refuse('looks-used-up', { seconds: secondsOf(throttled) });
  }

  return {
    async requireRoom(operator) {
      const throttled = await throttle.look([ofOperator(operator)]);
      if (throttled) await turnAway(operator, throttled);
    },
    async count(operator, caseId) {
      const ofCase = limitOf('identity-case', `${operator.operatorId} ${caseId}`, 1);
      if (await throttle.look([ofCase])) return;
      const taken = await throttle.take([ofCase, ofOperator(operator)]);
      if (isThrottled(taken)) {
        if (taken.by.scope !== ofCase.scope) await turnAway(operator, taken);
      } else if (await throttle.look([ofOperator(operator)])) {
        // Whoever stops just before the refusal is told of as well.
        await noteUsedUp(operator);
      }
    },
  };
}
