// From notifications to mail and browsers. Each channel has a job of its own, so that neither waits for the other: each delivery is tried
// until it was handed over or is given up, and its row stays as the log.
import type { NoticeChannel } from '@candor/wire';
import { HostTurns } from '../kit/host-turns.ts';
import { createJob, type Job } from '../kit/jobs.ts';
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

interface Lane {
  send: Send;
  patienceMs: number;
  /** Claimed at once; as many again may go on beside them. */
  batchMax: number;
  /** To one host. */
  mostPerHost: number;
  /** Longer than a delivery takes: after it, what a process died with is delivered by the next one. */
  leaseMs: number;
}

/** Mail servers take some 50 connections from one machine: both jobs that mail customers stay below it. */
const lanes: Readonly<Record<NoticeChannel, Lane>> = {
  mail: { send: mailNotice, patienceMs: mailPatienceMs, batchMax: 16, mostPerHost: 8, leaseMs: mailMaxMs + 60_000 },
  push: { send: pushNotice, patienceMs: pushPatienceMs, batchMax: 32, mostPerHost: 16, leaseMs: 60_000 },
};

/** A delivery is tried for so long. */
const usefulMs = 24 * 3_600_000;
/** Each try that is not answered may have been taken, so a reader may see it as often. */
const unansweredMax = 3;
const [pollMs, waitMinMs, hostPauseMs] = [5_000, 50, 5_000];

/** One job per channel, woken when there is something new to deliver. */
export const deliverNotices = (options: DeliverOptions): Job[] => [
  deliverBy('mail', lanes.mail, options),
  deliverBy('push', lanes.push, options),
];

function deliverBy(channel: NoticeChannel, lane: Lane, options: DeliverOptions): Job {
  const { pool, clock } = options;
  const { send, patienceMs, batchMax, mostPerHost, leaseMs } = lane;
  const turns = new HostTurns({ clock, patienceMs, most: mostPerHost });
  const job = createJob({
    name: `${channel}-deliveries`,
    role: 'web',
    every: pollMs,
    isShared: true,
    runsAtStart: true,
    patienceMs,
    besideMax: batchMax,
    due: {
      take() {
        const now = clock.now();
        return claimDeliveries(pool, { channel, now, leaseUntil: now + leaseMs, limit: batchMax, busy: turns.busy() });
      },
      async carryOut(delivery) {
        const quietUntil = await quietUntilOf(delivery, options);
        if (quietUntil > clock.now()) {
          await putOffDelivery(pool, delivery, {
            dueAt: quietUntil,
            readyAt: quietUntil,
            reason: 'quiet-hours',
            isTry: false,
          });
        } else await note(delivery, await send(delivery, { ...options, turns }).catch(failedOutcome), options);
        return 'done';
      },
      async restMs() {
        const dueAt = await nextDueAt(pool, channel, turns.busy());
        return dueAt === undefined ? undefined : Math.max(waitMinMs, dueAt - clock.now());
      },
    },
  });
  turns.onFree(() => job.wake());
  return job;
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

/** When to try again; undefined where it is given up. */
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
