// From notifications to mail and browsers: each delivery is tried until it was handed over or is given up, and its row stays as the log.
import type { Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { failureOf, mailMaxMs, mailPatienceMs, type MailSender } from '../kit/mail.ts';
import { pauseAfter } from '../kit/pause-after.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PushSender } from '../kit/push.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { languageOf, textOf } from '../kit/texts.ts';
import { isUrgent, wayOf, wordsOf, type Catalogue } from './catalogue.ts';
import { claimDeliveries, finishDelivery, nextDueAt, putOffDelivery } from './delivery-store.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { readQuietHours } from './store.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface DeliverOptions {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  push: PushSender;
  /** Where an account gets mail, and in which language. */
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
  catalogue: Catalogue;
  links: UnsubscribeLinks;
  /** The app's own, for the links in mails. */
  origin: string;
}

type Delivery = Awaited<ReturnType<typeof claimDeliveries>>[number];

const batchMax = 32;
/** Longer than any delivery takes: after it, what a process died with is delivered by the next one. */
const leaseMs = mailMaxMs + 60_000;
const triesMax = 7;
const [pollMs, waitMinMs] = [5_000, 50];
const pushUsefulSeconds = 24 * 3_600;

/** gone: there is nobody to hand it to. later: worth another try. */
type Outcome = { result: 'sent' } | { result: 'gone' | 'refused' | 'later'; reason: string };

/** Woken when there is something new to deliver. */
export function deliverNotices(options: DeliverOptions): Job {
  const { pool, clock } = options;

  async function deliver(delivery: Delivery): Promise<'done'> {
    const now = clock.now();
    const quietUntil = await quietUntilOf(delivery, options);
    if (quietUntil > now) {
      await putOffDelivery(pool, delivery, { dueAt: quietUntil, reason: 'quiet hours', isTry: false });
      return 'done';
    }
    const send = delivery.channel === 'mail' ? sendMail : sendPush;
    const outcome = await send(delivery, options).catch((error: unknown): Outcome => ({
      result: failureOf(error) === 'refused' ? 'refused' : 'later',
      reason: reasonOf(error).slice(0, 300),
    }));
    await note(delivery, outcome);
    return 'done';
  }

  async function note(delivery: Delivery, outcome: Outcome): Promise<void> {
    const at = clock.now();
    if (outcome.result === 'sent') return finishDelivery(pool, delivery, { state: 'sent', at });
    const { result, reason } = outcome;
    if (result === 'later' && delivery.tries < triesMax) {
      return putOffDelivery(pool, delivery, { dueAt: at + pauseAfter(delivery.tries), reason, isTry: true });
    }
    if (result !== 'gone') log.warn('a notification was not delivered', { channel: delivery.channel, reason });
    return finishDelivery(pool, delivery, { state: result === 'gone' ? 'dropped' : 'failed', at, reason });
  }

  return createJob({
    name: 'notification-deliveries',
    role: 'web',
    every: pollMs,
    isShared: true,
    runsAtStart: true,
    patienceMs: mailPatienceMs,
    due: {
      take: () => claimDeliveries(pool, { now: clock.now(), leaseUntil: clock.now() + leaseMs, limit: batchMax }),
      carryOut: deliver,
      async restMs() {
        const dueAt = await nextDueAt(pool);
        return dueAt === undefined ? undefined : Math.max(waitMinMs, dueAt - clock.now());
      },
    },
  });
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

/** A kind that this program does not know any more has no words. */
const unknown: Outcome = { result: 'gone', reason: 'unknown kind' };

async function sendMail(delivery: Delivery, options: DeliverOptions): Promise<Outcome> {
  const { mail, addressOf, catalogue, links, origin } = options;
  const { accountId, notificationId, kind, says, facts, path, tries } = delivery;
  const listed = catalogue.get(kind);
  if (!listed) return unknown;
  const address = await addressOf(accountId);
  if (!address || address.email === null) return { result: 'gone', reason: 'no address' };
  const language = languageOf(address.language);
  const { title, body } = wordsOf(listed, { says, facts, language });
  const lines = [body, textOf(language, 'notice.more', { link: `${origin}/#${path}` })];
  const token = wayOf(listed, 'mail') === 'always' ? undefined : links.tokenOf({ accountId, kind });
  if (token !== undefined) lines.push(textOf(language, 'notice.unsubscribe', { link: links.pageOf(token) }));
  const unsubscribe = token === undefined ? {} : { unsubscribeUrl: links.urlOf(token) };
  await mail.send({
    to: address.email,
    kind,
    subject: title,
    text: lines.join('\n\n'),
    id: notificationId,
    isRepeated: tries > 1,
    ...unsubscribe,
  });
  return { result: 'sent' };
}

async function sendPush(delivery: Delivery, { pool, push, catalogue }: DeliverOptions): Promise<Outcome> {
  const { accountId, notificationId, endpoint, p256dh, auth, kind, says, facts, path, at } = delivery;
  const listed = catalogue.get(kind);
  if (!listed) return unknown;
  if (p256dh === null || auth === null) return { result: 'gone', reason: 'the browser has gone' };
  const language = languageOf(delivery.language ?? '');
  const { title, body } = wordsOf(listed, { says, facts, language });
  const payload = JSON.stringify({ title, body, path, tag: notificationId, at, language });
  // Of one message that arrives twice the browser shows one: a dash less makes the id fit.
  const topic = notificationId.replaceAll('-', '');
  const outcome = await push.send({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds: pushUsefulSeconds });
  if (outcome === 'delivered') return { result: 'sent' };
  if (outcome === 'gone') {
    await pool.query('delete from push_devices where account_id = $1 and endpoint = $2', [accountId, endpoint]);
    return { result: 'gone', reason: 'the browser has unsubscribed' };
  }
  return { result: outcome, reason: `the push service ${outcome === 'later' ? 'is busy' : 'refused it'}` };
}
