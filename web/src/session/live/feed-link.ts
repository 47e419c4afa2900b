// The market feed as screens see it: in a worker that unzips and parses, or in the page where there are none.
import { connectMarketFeed } from '@candor/wire';
// Vite makes the address of the built worker out of this.
// oxlint-disable-next-line import/default
import feedWorkerUrl from './feed-worker.ts?worker&url';
import type { SocketState } from './socket-state.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export interface FeedLink {
  subscribe(topic: string, listener: (tick: never, ts: number) => void): () => void;
  request(topic: string, range?: { from?: number; to?: number }): Promise<unknown>;
}

export function openFeedLink(onState: (state: SocketState) => void): FeedLink {
  try {
    return openInWorker(onState);
  } catch {
    return connectMarketFeed({ baseUrl: location.origin, onState }) as unknown as FeedLink;
  }
}

function openInWorker(onState: (state: SocketState) => void): FeedLink {
  const worker = new Worker(trustedScriptUrl(feedWorkerUrl), { type: 'module', name: 'market-feed' });
  const listeners = new Map<string, Set<(tick: never, ts: number) => void>>();
  const last = new Map<string, [tick: never, ts: number]>();
  const questions = new Map<number, { resolve(data: unknown): void; reject(error: Error): void }>();
  let questionCount = 0;
  // A worker has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (message: ToWorker): void => worker.postMessage(message);
  say({ kind: 'open', baseUrl: location.origin });

  worker.addEventListener('message', ({ data: message }: MessageEvent<FromWorker>) => {
    switch (message.kind) {
      case 'state':
        return onState(message.state);
      case 'ticks':
        for (const [topic, tick, ts] of message.ticks) {
          const heard = listeners.get(topic);
          if (!heard) continue;
          last.set(topic, [tick as never, ts]);
          for (const listener of heard) listener(tick as never, ts);
        }
        return;
      case 'answer': {
        const question = questions.get(message.id);
        questions.delete(message.id);
        if (message.error === undefined) question?.resolve(message.data);
        else question?.reject(new Error(message.error));
      }
    }
  });

  return {
    subscribe(topic, listener) {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard);
      // One entry a call, also when one function listens twice.
      const entry = (tick: never, ts: number): void => listener(tick, ts);
      heard.add(entry);
      const known = last.get(topic);
      if (heard.size === 1) say({ kind: 'subscribe', topic });
      else if (known) entry(...known);
      return () => {
        if (!heard.delete(entry) || heard.size > 0) return;
        listeners.delete(topic);
        last.delete(topic);
        say({ kind: 'unsubscribe', topic });
      };
    },
    request(topic, range = {}) {
      const id = ++questionCount;
      say({ kind: 'request', id, topic, range });
      return new Promise((resolve, reject) => questions.set(id, { resolve, reject }));
    },
  };
}
