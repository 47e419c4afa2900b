// `req` on /ws: one question, one answer, at a pace that the server sets.
import { feedLimits } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { Refusal } from '../kit/refuse.ts';
import type { TopicProvider } from './hub.ts';
import { errorText, replyText, type MarketMessage } from './market-messages.ts';

// A provider that doesn't answer in time leaves its client with an error, not with nothing.
const requestTimeoutMs = 10_000;
const requestsUnderWay = 4;

export type MarketRequest = Extract<MarketMessage, { kind: 'req' }>;

/** Answers the requests of one connection, each with the text of a reply or of an error. */
export function createRequests(clock: Clock): (request: MarketRequest, provider: TopicProvider) => Promise<string> {
  let requestedAt = -Infinity;
  let underWay = 0;

  return async ({ kind: _, topic, id, ...range }, provider) => {
    const elapsed = clock.now() - requestedAt;
    // Negative when the clock was set back.
    const isTooSoon = elapsed >= 0 && elapsed < feedLimits.requestIntervalMs;
    if (isTooSoon || underWay >= requestsUnderWay) return errorText('429 too many request', id, clock.now());
    requestedAt = clock.now();
    const found = provider.resolve(topic);
    if ('error' in found) return errorText(found.error, id, clock.now());
    underWay++;
    try {
      const data = await within(requestTimeoutMs, provider.request(topic, range));
      return replyText({ topic, id, now: clock.now(), data });
    } catch (error) {
      if (error instanceof Refusal) return errorText(error.code, id, clock.now());
      log.warn('market request failed', { topic, error });
      return errorText('request timeout', id, clock.now());
    } finally {
      underWay--;
    }
  };
}

function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
