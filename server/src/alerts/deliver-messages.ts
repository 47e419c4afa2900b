// From what alerts told to mail and browsers: each delivery is a row, tried until it was handed over or is of no more use.
import { coinOfCode } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { languageOf } from '../accounts/messages.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PushSender } from '../kit/push.ts';
import { claimDeliveries, deleteDelivery, deleteDevice, nextDueAt, putOff } from './delivery-store.ts';
import type { Delivery } from './delivery-store.ts';
import { pauseAfter } from './rules.ts';
import { alertWords } from './words.ts';

export interface Deliveries {
  start(): void;
  /** There is something new to deliver. */
  wake(): void;
  stop(): Promise<void>;
}

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
const leaseMs = 60_000;
/** A price of hours ago is no news. */
const usefulMs = 3 * 3_600_000;
const triesMax = 7;
const [pollMs, waitMinMs] = [5_000, 50];

/** handled: handed over, or of no more use. later: try again. */
type Outcome = 'handled' | 'later';

export function deliverMessages({ pool, clock, mail, push, addressOf }: DeliveryOptions): Deliveries {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  function wake(): void {
    isWanted = true;
    if (isStopped) return;
    clearTimeout(timer);
    working ??= work().finally(() => {
      working = undefined;
      if (isWanted) wake();
    });
  }

  async function work(): Promise<void> {
    let waitMs = pollMs;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        const now = clock.now();
        const due = await claimDeliveries(pool, { now, leaseUntil: now + leaseMs, limit: batchMax });
        await Promise.all(due.map(deliver));
        if (due.length > 0) isWanted = true;
      }
      const dueAt = await nextDueAt(pool);
      if (dueAt !== undefined) waitMs = Math.min(pollMs, Math.max(waitMinMs, dueAt - clock.now()));
    } catch (error) {
      isWanted = false;
      log.warn('alerts are delivered later', { error: String(error) });
    }
    if (!isStopped) timer = setTimeout(wake, waitMs);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const outcome = await (delivery.channel === 'mail' ? sendMail(delivery) : sendPush(delivery)).catch(
      (error: unknown): Outcome => {
        log.warn('alert not delivered', { channel: delivery.channel, tries: delivery.tries, error: String(error) });
        return 'later';
      },
    );
    const { tries, told } = delivery;
    const isOfUse = tries < triesMax && clock.now() - told.seen.at < usefulMs;
    if (outcome === 'later' && isOfUse) await putOff(pool, delivery, clock.now() + pauseAfter(tries));
    else await deleteDelivery(pool, delivery);
  }

  async function sendMail({ told }: Delivery): Promise<Outcome> {
    const address = await addressOf(told.accountId);
    if (!address || address.email === null) return 'handled';
    const { title, body } = alertWords(told, languageOf(address.language));
    await mail.send({ to: address.email, kind: 'price-alert', subject: title, text: `${title}\n${body}` });
    return 'handled';
  }

  async function sendPush({ told, device }: Delivery): Promise<Outcome> {
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

  return {
    start: wake,
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
      push.close();
    },
  };
}
