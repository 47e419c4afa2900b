// Sends a notification to a browser through its push service.
import { languageOf } from '../kit/texts.ts';
import { wordsOf } from './catalogue.ts';
import { unknownKind, type Outcome, type Send } from './delivery-outcome.ts';

/** Time for which the push service keeps a notification while the browser is offline. */
const keptSeconds = 24 * 3_600;

export const pushNotice: Send = async (delivery, { turns, pool, push, catalogue }) => {
  const { accountId, notificationId, endpoint, host, p256dh, auth, kind, says, facts, path, at } = delivery;
  const listed = catalogue.get(kind);
  if (!listed) return unknownKind;
  if (p256dh === null || auth === null) return { result: 'gone', reason: 'browser-gone' };
  const language = languageOf(delivery.language ?? '');
  const { title, body } = wordsOf(listed, { says, facts, language });
  const payload = JSON.stringify({ title, body, path, tag: notificationId, at, language });
  // A repeated message replaces the undelivered one of the same topic. Without dashes the id fits the 32 characters of a topic.
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
