// The market socket behind messages, in a worker or in the page: unzips, parses, and hands over what came since the last hand-over.
import { connectMarketFeed } from '@candor/wire';
import type { MarketFeed } from '@candor/wire';
import type { FromFeed, ToFeed } from './feed-messages.ts';

/** About a frame: the page draws no oftener. */
const handOverMs = 16;

export function serveFeed(say: (message: FromFeed) => void): (message: ToFeed) => void {
  const subscriptions = new Map<string, () => void>();
  let feed: MarketFeed | undefined;
  /** Newest of each topic; trades are kept one by one, since each counts. */
  let waiting: [topic: string, tick: unknown, ts: number][] = [];
  const places = new Map<string, number>();

  function collect(topic: string, tick: unknown, ts: number): void {
    if (waiting.length === 0) setTimeout(handOver, handOverMs);
    const place = places.get(topic);
    if (place !== undefined && !topic.endsWith('.trade.detail')) {
      waiting[place] = [topic, tick, ts];
      return;
    }
    places.set(topic, waiting.length);
    waiting.push([topic, tick, ts]);
  }

  function handOver(): void {
    say({ kind: 'ticks', ticks: waiting });
    waiting = [];
    places.clear();
  }

  return (message) => {
    switch (message.kind) {
      case 'open':
        feed = connectMarketFeed({ baseUrl: message.baseUrl, onState: (state) => say({ kind: 'state', state }) });
        return;
      case 'subscribe':
        subscriptions.set(
          message.topic,
          feed!.subscribe(message.topic, (tick, ts) => collect(message.topic, tick, ts)),
        );
        return;
      case 'unsubscribe':
        subscriptions.get(message.topic)?.();
        subscriptions.delete(message.topic);
        return;
      case 'request':
        feed!.request(message.topic, message.range).then(
          (data) => say({ kind: 'answer', id: message.id, data }),
          (error: unknown) =>
            say({ kind: 'answer', id: message.id, error: error instanceof Error ? error.message : '' }),
        );
    }
  };
}
