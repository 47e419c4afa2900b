// The protocol of /ws: subscriptions and requests in the form of HTX.
import { feedLimits } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Seat } from './flush-slots.ts';
import { gzipFrame } from './frames.ts';
import type { TopicProvider } from './hub.ts';
import { errorText, pongText, readMarketMessage, subbedText, unsubbedText, type MessageId } from './market-messages.ts';
import { createRequests, tooMany } from './market-requests.ts';
import type { ClientProtocol } from './protocol.ts';
import type { Snapshots } from './snapshots.ts';

export interface MarketSocketOptions {
  connection: Connection;
  seat: Seat;
  topics: Audiences<Connection>;
  clock: Clock;
  counters: Counters;
  answers: AnswerCache;
  snapshots: Snapshots;
  /** Writes down what a message has cost besides. */
  spend: (microseconds: number) => void;
  /** Undefined while the market has not started: then there are no topics. */
  provider: () => TopicProvider | undefined;
}

export function openMarketSocket(options: MarketSocketOptions): ClientProtocol {
  const { connection, seat, topics, clock, counters, snapshots, spend, provider } = options;
  const subscribed = new Set<string>();
  const answerRequest = createRequests({ ...options, isBehind: () => connection.isBehind });

  function encode(json: string): Buffer {
    counters.encoded++;
    return gzipFrame(json);
  }
  const say = (json: string): void => connection.answer(encode(json));
  const sayError = (error: string, id: MessageId): void => say(errorText(error, id, clock.now()));

  function subscribe(source: TopicProvider, topic: string, id: MessageId): void {
    const found = source.resolve(topic);
    if ('error' in found) return sayError(found.error, id);
    const isNew = !subscribed.has(topic);
    if (isNew && subscribed.size >= feedLimits.topicsPerConnection) {
      return sayError(`too many topics, at most ${feedLimits.topicsPerConnection} in one connection`, id);
    }
    say(subbedText(topic, id, clock.now()));
    if (!isNew) return;
    subscribed.add(topic);
    topics.join(topic, connection);
    seat.listen(subscribed);
    const tick = source.snapshot(topic);
    if (tick === undefined) return;
    const { frame, work } = snapshots.frame(topic, tick);
    spend(work);
    connection.queue(topic, found.kind, frame);
  }

  function unsubscribe(topic: string, id: MessageId): void {
    if (!subscribed.delete(topic)) return sayError('unsub with not subbed topic', id);
    topics.leave(topic, connection);
    seat.listen(subscribed);
    connection.forget(topic);
    say(unsubbedText(topic, id, clock.now()));
  }

  return {
    async receive(text) {
      const message = readMarketMessage(text);
      if (message.kind === 'ping') return say(pongText(message.value));
      if (message.kind === 'pong') return connection.noteAnswer(message.value);
      if (message.kind === 'wrong') return sayError(message.error, message.id);
      if (message.kind === 'unsub') return unsubscribe(message.topic, message.id);
      const source = provider();
      if (!source) return sayError('invalid topic', message.id);
      if (message.kind === 'sub') return subscribe(source, message.topic, message.id);
      connection.answer(await answerRequest(message, source));
    },
    refuse(text) {
      const message = readMarketMessage(text);
      say(tooMany('id' in message ? message.id : undefined, clock.now()));
    },
    closed() {
      for (const topic of subscribed) topics.leave(topic, connection);
      subscribed.clear();
    },
  };
}
