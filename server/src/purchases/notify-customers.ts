// Each change of an order is told to its customer by mail and, where the browser takes it, by push: once, as soon as it goes.
import { toInstant, wireId, type PurchaseState, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { columns, instant, text, uuid } from '../kit/columns.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { failureOf, mailPatienceMs, type MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PushDevice, PushSender } from '../kit/push.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { select } from '../kit/select.ts';
import { languageOf, textOf } from '../kit/texts.ts';

export interface NoticeParts {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  push: PushSender;
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
}

const everyMs = 30_000;
const batchMax = 16;
const usefulSeconds = 24 * 3_600;

const notice = columns({ purchaseId: uuid, accountId: uuid, state: text<PurchaseState>(), at: instant });
type Notice = ReturnType<typeof notice.read>;

/** Woken by each change. */
export function notifyCustomers(parts: NoticeParts): Job {
  const { pool, clock } = parts;

  async function tell(told: Notice): Promise<void> {
    try {
      await Promise.all([sendMail(told, parts), sendPushes(told, parts)]);
    } catch (error) {
      const isFinal = failureOf(error) === 'refused';
      log.warn('a purchase was not written to its customer', { isFinal, reason: reasonOf(error) });
      if (!isFinal) await markWaiting(pool, told);
    }
  }

  return createJob({
    name: 'purchase-notices',
    role: 'web',
    every: everyMs,
    isShared: true,
    patienceMs: mailPatienceMs,
    async run(_signal, beside) {
      if (beside.isFull()) return;
      await Promise.all((await take(pool, clock.now())).map((told) => beside.wait(tell(told))));
    },
  });
}

async function sendMail({ accountId, purchaseId, state }: Notice, { mail, addressOf }: NoticeParts): Promise<void> {
  const address = await addressOf(accountId);
  if (!address || address.email === null) return;
  const { title, body } = wordsOf(state, address.language);
  await mail.send({
    to: address.email,
    kind: `purchase-${state}`,
    subject: title,
    text: `${body}\n${wireId('purchase', purchaseId)}`,
    id: `${purchaseId}.${state}`,
  });
}

async function sendPushes(told: Notice, { pool, push }: NoticeParts): Promise<void> {
  const { rows } = await pool.query<PushDevice & { language: string }>(
    'select endpoint, p256dh, auth, language from push_devices where account_id = $1',
    [told.accountId],
  );
  const id = wireId('purchase', told.purchaseId);
  await Promise.all(
    rows.map(({ language, ...device }) => {
      const content = { ...wordsOf(told.state, language), path: `/bankInfo?id=${id}`, tag: id, at: told.at, language };
      const topic = told.purchaseId.replaceAll('-', '');
      return push.send(device, { payload: JSON.stringify(content), topic, ttlSeconds: usefulSeconds });
    }),
  );
}

function wordsOf(state: PurchaseState, code: string): { title: string; body: string } {
  const language = languageOf(code);
  return { title: textOf(language, 'purchase.subject'), body: textOf(language, `purchase-${state}.text`) };
}

/** Those not told yet, which now count as told. */
const take = (pool: Pool, now: number): Promise<Notice[]> =>
  select(
    pool,
    notice,
    `update purchase_notices set notified_at = $1 where (purchase_id, state) in
       (select purchase_id, state from purchase_notices where notified_at is null order by at limit $2 for update skip locked)
     returning ${notice.list}`,
    [toInstant(now), batchMax],
  );

const markWaiting = async (pool: Pool, { purchaseId, state }: Notice): Promise<void> =>
  void (await pool.query('update purchase_notices set notified_at = null where purchase_id = $1 and state = $2', [purchaseId, state])); // oxfmt-ignore
