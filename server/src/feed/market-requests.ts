// `req` on /ws: one question, one answer, at a pace that the server sets; an answer that others had is told again.
import { feedLimits } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { Refusal } from '../kit/refuse.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Counters } from './counters.ts';
import { gzipFrame, gzipFrameBehind } from './frames.ts';
import type { Deflated } from './gzip-parts.ts';
import type { TimeRange, TopicProvider } from './hub.ts';
import { errorText, replyEnd, replyHead, type MarketMessage, type MessageId } from './market-messages.ts';
import { within } from './within.ts';
import { workOf } from './work-budget.ts';

// A provider that doesn't answer in time leaves its client with an error, not with nothing.
const requestTimeoutMs = 10_000;
const requestsUnderWay = 4;
/** What an answer that has to be made is taken to hold: it is written down before it is made, as many may ask meanwhile. */
const usualBytes = 30_000;

export type MarketRequest = Extract<MarketMessage, { kind: 'req' }>;

export interface RequestsOptions {
  clock: Clock;
  counters: Counters;
  answers: AnswerCache;
  /** Writes down what an answer costs. */
  spend: (microseconds: number) => void;
  /** Whether the client has not read the answers that it got. */
  isBehind: () => boolean;
}

/** The error text for whoever asks for more than is answered. */
export const tooMany = (id: MessageId, now: number): string => errorText('429 too many request', id, now);

/** Answers the requests of one connection, each with the frame of a reply or of an error. */
export function createRequests(
  options: RequestsOptions,
): (request: MarketRequest, provider: TopicProvider) => Promise<Buffer> {
  const { clock, counters, answers, spend, isBehind } = options;
  let requestedAt = -Infinity;
  let underWay = 0;

  function findOrMake(topic: string, asked: TimeRange, provider: TopicProvider): Promise<Deflated> {
    const { range, ...question } = provider.question(topic, asked);
    const found = answers.find(question);
    if (found) return found;
    spend(workOf.computed(usualBytes));
    counters.computed++;
    return answers.make(question, async () => replyEnd(await provider.request(topic, range)));
  }

  return async ({ kind: _, topic, id, ...range }, provider) => {
    const elapsed = clock.now() - requestedAt;
    // Negative when the clock was set back.
    const isTooSoon = elapsed >= 0 && elapsed < feedLimits.requestIntervalMs;
    if (isTooSoon || underWay >= requestsUnderWay || isBehind()) return gzipFrame(tooMany(id, clock.now()));
    requestedAt = clock.now();
    const found = provider.resolve(topic);
    if ('error' in found) return gzipFrame(errorText(found.error, id, clock.now()));
    underWay++;
    try {
      const answer = await within(requestTimeoutMs, findOrMake(topic, range, provider));
      const frame = gzipFrameBehind(replyHead({ topic, id, now: clock.now() }), answer);
      spend(workOf.sent(frame.length));
      return frame;
    } catch (error) {
      if (error instanceof Refusal) return gzipFrame(errorText(error.code, id, clock.now()));
      log.warn('market request failed', { topic, error });
      return gzipFrame(errorText('request timeout', id, clock.now()));
    } finally {
      underWay--;
    }
  };
}
