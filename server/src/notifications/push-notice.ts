// A notification for a browser, by its push service.
import { languageOf } from '../kit/texts.ts';
import { wordsOf } from './catalogue.ts';
import { unknownKind, type Outcome, type Send } from './delivery-outcome.ts';

/** The push service keeps it so long for a browser that is away. */
const keptSeconds = 24 * 3_600;

export const pushNotice: Send = async (delivery, { turns, pool, push, catalogue }) => {
  const { accountId, notificationId, endpoint, host, p256dh, auth, kind, says, facts, path, at } = delivery;
  const listed = catalogue.get(kind);
  if (!listed) return unknownKind;
  if (p256dh === null || auth === null) return { result: 'gone', reason: 'browser-gone' };
  const language = languageOf(delivery.language ?? '');
  const { title, body } = wordsOf(listed, { says, facts, language });
  const payload = JSON.stringify({ title, body, path, tag: notificationId, at, language });
  // Of one message that arrives twice the browser shows one: a dash less makes the id fit.
  const topic = notificationId.replaceAll('-', '');
  const outcome = await turns.within(
    host,
    () => push.send({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds: keptSeconds }),
    ({ result }) => result === 'later',
  );
  if (outcome === 'busy') return { result: 'busy', host };
  if (outcome.result === 'delivered') return { result: 'sent' };
  const detail = outcome.status === undefined ? '' : String(outcome.status);
  if (outcome.result === 'later') {
    const { afterMs = 0 } = outcome;
    return { result: 'later', reason: 'not-now', detail, afterMs };
  }
  if (outcome.result === 'refused') return { result: 'refused', reason: 'refused', detail } satisfies Outcome;
  await pool.query('delete from push_devices where account_id = $1 and endpoint = $2', [accountId, endpoint]);
  return { result: 'gone', reason: 'browser-gone', detail };
};
