// Delivers notifications by mail and push, with one job per channel, so that the channels do not wait for each other. A delivery is retried
// until it succeeds or is given up; its row is kept as a log.
import type { NoticeChannel } from '@candor/wire';
import { createDeliveryJob, hostPauseMs, type DeliveryLane } from '../kit/delivery-job.ts';
import type { HostTurns } from '../kit/host-turns.ts';
import type { Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { mailMaxMs, mailPatienceMs } from '../kit/mail.ts';
import { pauseAfter } from '../kit/pause-after.ts';
import { pushPatienceMs } from '../kit/push.ts';
import { isUrgent } from './catalogue.ts';
import { claimDeliveries, finishDelivery, nextDueAt, putOffDelivery, type Delivery } from './delivery-store.ts';
import { failedOutcome, type DeliverOptions, type Outcome, type Send } from './delivery-outcome.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { mailNotice } from './mail-notice.ts';
import { pushNotice } from './push-notice.ts';
import { readQuietHours } from './store.ts';

interface Lane extends DeliveryLane {
  send: Send;
}

/** Mail servers accept about 50 connections from one machine. The two jobs that send mail to customers together stay below this limit. */
const lanes: Readonly<Record<NoticeChannel, Lane>> = {
  mail: { send: mailNotice, patienceMs: mailPatienceMs, batchMax: 16, mostPerHost: 8, leaseMs: mailMaxMs + 60_000 },
  push: { send: pushNotice, patienceMs: pushPatienceMs, batchMax: 32, mostPerHost: 16, leaseMs: 60_000 },
};

/** Time during which a delivery is retried. */
const usefulMs = 24 * 3_600_000;
/** Maximum number of tries if the mail server does not reply. Each of them may have arrived, so the customer may get this many copies. */
const unansweredMax = 3;

/** Makes one job per channel. The caller wakes the jobs when there are new deliveries. */
export const deliverNotices = (options: DeliverOptions): Job[] => [
  deliverBy('mail', lanes.mail, options),
  deliverBy('push', lanes.push, options),
];

const deliverBy = (channel: NoticeChannel, lane: Lane, options: DeliverOptions): Job =>
  createDeliveryJob<Delivery>({
    name: `${channel}-deliveries`,
    clock: options.clock,
    lane,
    claim: (which) => claimDeliveries(options.pool, { channel, ...which }),
    nextDueAt: (busy) => nextDueAt(options.pool, channel, busy),
    deliver: (delivery, turns) => deliver(delivery, lane.send, { ...options, turns }),
  });

async function deliver(delivery: Delivery, send: Send, parts: DeliverOptions & { turns: HostTurns }): Promise<void> {
  const { pool, clock } = parts;
  const quietUntil = await quietUntilOf(delivery, parts);
  if (quietUntil > clock.now()) {
    const quiet = { dueAt: quietUntil, readyAt: quietUntil, reason: 'quiet-hours', isTry: false } as const;
    return putOffDelivery(pool, delivery, quiet);
  }
  return note(delivery, await send(delivery, parts).catch(failedOutcome), parts);
}

async function note(delivery: Delivery, outcome: Outcome, { pool, clock }: DeliverOptions): Promise<void> {
  const at = clock.now();
  if (outcome.result === 'sent') return finishDelivery(pool, delivery, { state: 'sent', at });
  if (outcome.result === 'busy') {
    const { host } = outcome;
    return putOffDelivery(pool, delivery, { dueAt: at + hostPauseMs, reason: 'host-busy', host, isTry: false });
  }
  const { result, reason, detail = '' } = outcome;
  const againAt = result === 'later' ? againAtOf(delivery, outcome, at) : undefined;
  if (againAt !== undefined) return putOffDelivery(pool, delivery, { dueAt: againAt, reason, detail, isTry: true });
  if (result !== 'gone') log.warn('a notification was not delivered', { channel: delivery.channel, reason, detail });
  return finishDelivery(pool, delivery, { state: result === 'gone' ? 'dropped' : 'failed', at, reason, detail });
}

/** Returns the time of the next try; undefined if the delivery is given up. */
function againAtOf(
  { tries, readyAt }: Pick<Delivery, 'tries' | 'readyAt'>,
  { reason, afterMs = 0 }: Extract<Outcome, { result: 'later' }>,
  now: number,
): number | undefined {
  if (reason === 'unanswered' && tries >= unansweredMax) return undefined;
  const againAt = now + Math.max(afterMs, pauseAfter(tries));
  return againAt - readyAt < usefulMs ? againAt : undefined;
}

async function quietUntilOf(
  { accountId, kind }: Delivery,
  { pool, clock, catalogue }: DeliverOptions,
): Promise<number> {
  const listed = catalogue.get(kind);
  if (!listed || isUrgent(listed)) return 0;
  const hours = await readQuietHours(pool, accountId);
  return hours ? endOfQuiet(clock.now(), hours) : 0;
}
