// From what alerts told to mail and browsers, by a job for each channel: a delivery is a row, tried until it was handed over or is of no
// more use.
import { coinOfCode, type NoticeChannel, type Uuid } from '@candor/wire';
import { languageOf } from '../kit/texts.ts';
import type { Clock } from '../kit/clock.ts';
import { HostTurns } from '../kit/host-turns.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { failureOf, mailHostOf, mailMaxMs, mailPatienceMs, type MailSender } from '../kit/mail.ts';
import { pauseAfter } from '../kit/pause-after.ts';
import type { Pool } from '../kit/postgres.ts';
import { pushPatienceMs, type PushSender } from '../kit/push.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { claimDeliveries, deleteDelivery, deleteDevice, nextDueAt, putOff } from './delivery-store.ts';
import type { Delivery } from './delivery-store.ts';
import { alertWords } from './words.ts';

export interface DeliveryOptions {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  push: PushSender;
  /** Where an account gets mail, and in which language. */
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
}

/** A price of hours ago is no news. */
const usefulMs = 3 * 3_600_000;
const triesMax = 7;
const [pollMs, waitMinMs, hostPauseMs] = [5_000, 50, 5_000];

/** handled: handed over, or of no more use. later: try again, not before `afterMs`. busy: the host has no free turn. */
type Outcome = { result: 'handled' } | { result: 'later'; afterMs?: number } | { result: 'busy'; host: string };
const handled: Outcome = { result: 'handled' };
const later: Outcome = { result: 'later' };

interface Lane {
  send: (delivery: Delivery, parts: DeliveryOptions & { turns: HostTurns }) => Promise<Outcome>;
  patienceMs: number;
  /** Claimed at once; as many again may go on beside them. */
  batchMax: number;
  /** Longer than a delivery takes: after it, what a process died with is delivered by the next one. */
  leaseMs: number;
}

/** Few, so that they leave connections of the mail server to what matters more. */
const lanes: Readonly<Record<NoticeChannel, Lane>> = {
  mail: { send: sendMail, patienceMs: mailPatienceMs, batchMax: 8, leaseMs: mailMaxMs + 60_000 },
  push: { send: sendPush, patienceMs: pushPatienceMs, batchMax: 16, leaseMs: 60_000 },
};

/** One job per channel, so that neither waits for the other; woken when there is something new to deliver. */
export const deliverMessages = (options: DeliveryOptions): Job[] => [
  deliverBy('mail', lanes.mail, options),
  deliverBy('push', lanes.push, options),
];

function deliverBy(
  channel: NoticeChannel,
  { send, patienceMs, batchMax, leaseMs }: Lane,
  options: DeliveryOptions,
): Job {
  const { pool, clock } = options;
  const turns = new HostTurns({ clock, patienceMs, most: batchMax / 2 });
  const job = createJob({
    name: `alert-${channel}-deliveries`,
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
        const outcome = await send(delivery, { ...options, turns }).catch((error: unknown): Outcome => {
          log.warn('alert not delivered', { channel, tries: delivery.tries, reason: reasonOf(error) });
          return failureOf(error) === 'refused' ? handled : later;
        });
        await note(delivery, outcome, options);
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

async function note(delivery: Delivery, outcome: Outcome, { pool, clock }: DeliveryOptions): Promise<void> {
  const { tries, told } = delivery;
  const now = clock.now();
  const isNews = now - told.seen.at < usefulMs;
  if (outcome.result === 'busy' && isNews) {
    return putOff(pool, delivery, { dueAt: now + hostPauseMs, busyHost: outcome.host });
  }
  if (outcome.result === 'later' && isNews && tries < triesMax) {
    return putOff(pool, delivery, { dueAt: now + Math.max(outcome.afterMs ?? 0, pauseAfter(tries)) });
  }
  return deleteDelivery(pool, delivery);
}

async function sendMail(
  { told, tries }: Delivery,
  { turns, mail, addressOf }: DeliveryOptions & { turns: HostTurns },
): Promise<Outcome> {
  const address = await addressOf(told.accountId);
  if (!address || address.email === null) return handled;
  const { email: to } = address;
  const { title, body } = alertWords(told, languageOf(address.language));
  const text = `${title}\n${body}`;
  const host = mailHostOf(to);
  const outcome = await turns.within(host, async () => {
    await mail.send({ to, kind: 'price-alert', subject: title, text, id: told.messageId, isRepeated: tries > 1 });
    return handled;
  });
  return outcome === 'busy' ? { result: 'busy', host } : outcome;
}

async function sendPush(
  { told, host, device }: Delivery,
  { turns, pool, push }: DeliveryOptions & { turns: HostTurns },
): Promise<Outcome> {
  if (!device) return handled;
  const language = languageOf(device.language);
  const { title, body } = alertWords(told, language);
  const path = `/exchange/${coinOfCode(told.coin)!.symbol}`;
  const payload = JSON.stringify({ title, body, path, tag: told.messageId, at: told.seen.at, language });
  // Of one message that arrives twice the browser shows one: a dash less makes the id fit.
  const topic = told.messageId.replaceAll('-', '');
  const outcome = await turns.within(
    host,
    () => push.send(device, { payload, topic, ttlSeconds: usefulMs / 1000 }),
    ({ result }) => result === 'later',
  );
  if (outcome === 'busy') return { result: 'busy', host };
  if (outcome.result === 'later') return { result: 'later', afterMs: outcome.afterMs ?? 0 };
  if (outcome.result === 'gone') await deleteDevice(pool, told.accountId, device.endpoint);
  if (outcome.result === 'refused') log.warn('a push service refused an alert', { host });
  return handled;
}
