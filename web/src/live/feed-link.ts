// The market feed as screens see it: from a worker that unzips and parses, or from the page itself where that does not load.
// Vite makes the address of the built worker out of this.
// oxlint-disable-next-line import/default
import feedWorkerUrl from './feed-worker.ts?worker&url';
import { trustedScriptUrl } from '../device/trusted-script-url.ts';
import type { FromFeed, ToFeed } from './feed-messages.ts';
import type { SocketState } from './socket-store.ts';

export interface FeedLink {
  subscribe(topic: string, listener: (tick: never, ts: number) => void): () => void;
  request(topic: string, range?: { from?: number; to?: number }): Promise<unknown>;
}

interface Question {
  asked: ToFeed;
  resolve(data: unknown): void;
  reject(error: Error): void;
}

const againAfterMs = 5_000;

export function openFeedLink(onState: (state: SocketState) => void): FeedLink {
  const listeners = new Map<string, Set<(tick: never, ts: number) => void>>();
  const questions = new Map<number, Question>();
  let questionCount = 0;
  let send: ((message: ToFeed) => void) | undefined;

  function receive(message: FromFeed): void {
    if (message.kind === 'state') return onState(message.state);
    if (message.kind === 'ticks') {
      for (const [topic, tick, ts] of message.ticks) {
        for (const listener of listeners.get(topic) ?? []) listener(tick as never, ts);
      }
      return;
    }
    const question = questions.get(message.id);
    questions.delete(message.id);
    if (message.error === undefined) question?.resolve(message.data);
    else question?.reject(new Error(message.error));
  }

  /** What was asked for so far is asked again. */
  function talkTo(other: (message: ToFeed) => void): void {
    send = other;
    send({ kind: 'open', baseUrl: location.origin });
    for (const topic of listeners.keys()) send({ kind: 'subscribe', topic });
    for (const { asked } of questions.values()) send(asked);
  }

  function openInPage(): void {
    send = undefined;
    import('./serve-feed.ts').then(
      ({ serveFeed }) => talkTo(serveFeed(receive)),
      () => {
        onState('waiting');
        setTimeout(openInPage, againAfterMs);
      },
    );
  }

  const inWorker = openWorker(receive, openInPage);
  if (inWorker) talkTo(inWorker);
  else openInPage();

  return {
    subscribe(topic, listener) {
      const known = listeners.get(topic);
      // One entry a call, also when one function listens twice.
      const entry = (tick: never, ts: number): void => listener(tick, ts);
      listeners.set(topic, (known ?? new Set()).add(entry));
      if (!known) send?.({ kind: 'subscribe', topic });
      return () => {
        const left = listeners.get(topic);
        if (!left?.delete(entry) || left.size > 0) return;
        listeners.delete(topic);
        send?.({ kind: 'unsubscribe', topic });
      };
    },
    request(topic, range = {}) {
      const id = ++questionCount;
      const asked: ToFeed = { kind: 'request', id, topic, range };
      send?.(asked);
      return new Promise((resolve, reject) => questions.set(id, { asked, resolve, reject }));
    },
  };
}

/** Undefined where there are no workers. One that said nothing before it failed was not loaded. */
function openWorker(receive: (message: FromFeed) => void, onFailed: () => void) {
  let worker: Worker;
  try {
    worker = new Worker(trustedScriptUrl(feedWorkerUrl), { type: 'module', name: 'market-feed' });
  } catch (error) {
    reportError(error);
    return undefined;
  }
  let isLoaded = false;
  worker.addEventListener('message', ({ data }: MessageEvent<FromFeed>) => {
    isLoaded = true;
    receive(data);
  });
  worker.addEventListener('error', () => {
    if (isLoaded) return;
    reportError(new Error('the worker of the market feed did not load'));
    worker.terminate();
    onFailed();
  });
  // A worker has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  return (message: ToFeed): void => worker.postMessage(message);
}
