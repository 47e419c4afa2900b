// The protocol of /ws: subscriptions and requests in the form of HTX.
import { feedLimits } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Seat } from './flush-slots.ts';
import { gzipFrame } from './frames.ts';
import type { TopicProvider } from './hub.ts';
import {
  errorText,
  pongText,
  pushText,
  readMarketMessage,
  subbedText,
  unsubbedText,
  type MessageId,
} from './market-messages.ts';
import { createRequests } from './market-requests.ts';
import type { ClientProtocol } from './protocol.ts';

export interface MarketSocketOptions {
  connection: Connection;
  seat: Seat;
  topics: Audiences<Connection>;
  clock: Clock;
  counters: Counters;
  /** Undefined while the market has not started: then there are no topics. */
  provider(): TopicProvider | undefined;
}

export function openMarketSocket(options: MarketSocketOptions): ClientProtocol {
  const { connection, seat, topics, clock, counters, provider } = options;
  const subscribed = new Set<string>();
  const answerRequest = createRequests(clock);

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
    if (tick !== undefined) connection.queue(topic, found.kind, encode(pushText(topic, tick, clock.now())));
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
      say(await answerRequest(message, source));
    },
    closed() {
      for (const topic of subscribed) topics.leave(topic, connection);
      subscribed.clear();
    },
  };
}
