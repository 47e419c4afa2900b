// From what alerts told to mail and browsers: each delivery is a row, tried until it was handed over or is of no more use.
import { coinOfCode } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { languageOf } from '../kit/texts.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { failureOf, mailMaxMs, mailPatienceMs, type MailSender } from '../kit/mail.ts';
import { pauseAfter } from '../kit/pause-after.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PushSender } from '../kit/push.ts';
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

const batchMax = 32;
/** Longer than any delivery takes: after it, what a process died with is delivered by the next one. */
const leaseMs = mailMaxMs + 60_000;
/** A price of hours ago is no news. */
const usefulMs = 3 * 3_600_000;
const triesMax = 7;
const [pollMs, waitMinMs] = [5_000, 50];

/** handled: handed over, or of no more use. later: try again. */
type Outcome = 'handled' | 'later';

/** Woken when there is something new to deliver. */
export function deliverMessages(options: DeliveryOptions): Job {
  const { pool, clock } = options;

  function claim(): Promise<Delivery[]> {
    const now = clock.now();
    return claimDeliveries(pool, { now, leaseUntil: now + leaseMs, limit: batchMax });
  }

  async function restMs(): Promise<number | undefined> {
    const dueAt = await nextDueAt(pool);
    return dueAt === undefined ? undefined : Math.max(waitMinMs, dueAt - clock.now());
  }

  async function deliver(delivery: Delivery): Promise<'done'> {
    const outcome = await (delivery.channel === 'mail' ? sendMail : sendPush)(delivery, options).catch(
      (error: unknown): Outcome => {
        log.warn('alert not delivered', { channel: delivery.channel, tries: delivery.tries, reason: reasonOf(error) });
        return failureOf(error) === 'refused' ? 'handled' : 'later';
      },
    );
    const { tries, told } = delivery;
    const isOfUse = tries < triesMax && clock.now() - told.seen.at < usefulMs;
    if (outcome === 'later' && isOfUse) await putOff(pool, delivery, clock.now() + pauseAfter(tries));
    else await deleteDelivery(pool, delivery);
    return 'done';
  }

  return createJob({
    name: 'alert-deliveries',
    role: 'web',
    every: pollMs,
    isShared: true,
    runsAtStart: true,
    patienceMs: mailPatienceMs,
    due: {
      take: claim,
      carryOut: deliver,
      restMs,
    },
  });
}

async function sendMail({ told, tries }: Delivery, { mail, addressOf }: DeliveryOptions): Promise<Outcome> {
  const address = await addressOf(told.accountId);
  if (!address || address.email === null) return 'handled';
  const { title, body } = alertWords(told, languageOf(address.language));
  await mail.send({
    to: address.email,
    kind: 'price-alert',
    subject: title,
    text: `${title}\n${body}`,
    id: told.messageId,
    isRepeated: tries > 1,
  });
  return 'handled';
}

async function sendPush({ told, device }: Delivery, { pool, push }: DeliveryOptions): Promise<Outcome> {
  if (!device) return 'handled';
  const language = languageOf(device.language);
  const { title, body } = alertWords(told, language);
  const path = `/exchange/${coinOfCode(told.coin)!.symbol}`;
  const payload = JSON.stringify({ title, body, path, tag: told.messageId, at: told.seen.at, language });
  // Of one message that arrives twice the browser shows one: a dash less makes the id fit.
  const topic = told.messageId.replaceAll('-', '');
  const outcome = await push.send(device, { payload, topic, ttlSeconds: usefulMs / 1000 });
  if (outcome === 'gone') await deleteDevice(pool, told.accountId, device.endpoint);
  if (outcome === 'refused') log.warn('a push service refused an alert', { host: new URL(device.endpoint).host });
  return outcome === 'later' ? 'later' : 'handled';
}
