// Delivers alert messages by mail and push, with one job per channel. Each delivery is a row. The job retries the delivery until the mail
// server or push service has accepted it or the message is outdated.
import { coinOfCode, type NoticeChannel, type Uuid } from '@candor/wire';
import { languageOf } from '../kit/texts.ts';
import type { Clock } from '../kit/clock.ts';
import { createDeliveryJob, hostPauseMs, type DeliveryLane } from '../kit/delivery-job.ts';
import type { HostTurns } from '../kit/host-turns.ts';
import type { Job } from '../kit/jobs.ts';
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

/** handled: accepted by the other server, or pointless to retry. later: retry, at the earliest after `afterMs`. busy: the host has no free turn. */
type Outcome = { result: 'handled' } | { result: 'later'; afterMs?: number } | { result: 'busy'; host: string };
const handled: Outcome = { result: 'handled' };
const later: Outcome = { result: 'later' };

interface Lane extends DeliveryLane {
  send: (delivery: Delivery, parts: DeliveryOptions & { turns: HostTurns }) => Promise<Outcome>;
}

/** Small batches, to leave connections of the mail server to more important mails. */
const lanes: Readonly<Record<NoticeChannel, Lane>> = {
  mail: { send: sendMail, patienceMs: mailPatienceMs, batchMax: 8, mostPerHost: 4, leaseMs: mailMaxMs + 60_000 },
  push: { send: sendPush, patienceMs: pushPatienceMs, batchMax: 16, mostPerHost: 8, leaseMs: 60_000 },
};

/** Makes one job per channel, so that mail and push do not wait for each other. The caller wakes the jobs when there are new deliveries. */
export const deliverMessages = (options: DeliveryOptions): Job[] => [
  deliverBy('mail', lanes.mail, options),
  deliverBy('push', lanes.push, options),
];

const deliverBy = (channel: NoticeChannel, lane: Lane, options: DeliveryOptions): Job =>
  createDeliveryJob<Delivery>({
    name: `alert-${channel}-deliveries`,
    clock: options.clock,
    lane,
    claim: (which) => claimDeliveries(options.pool, { channel, ...which }),
    nextDueAt: (busy) => nextDueAt(options.pool, channel, busy),
    async deliver(delivery, turns) {
      const outcome = await lane.send(delivery, { ...options, turns }).catch((error: unknown): Outcome => {
        log.warn('alert not delivered', { channel, tries: delivery.tries, reason: reasonOf(error) });
        return failureOf(error) === 'refused' ? handled : later;
      });
      await note(delivery, outcome, options);
    },
  });

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
  // A repeated message replaces the undelivered one of the same topic. Without dashes the id fits the 32 characters of a topic.
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
