// The client of /ws: topics that survive a lost connection, and questions with one answer. Opened by connectMarketFeed.
import { gunzipText, parseExact } from './exact-json.ts';
import type { FeedListener, MarketFeed } from './feed.ts';
import { openReconnectingSocket, type SocketOptions } from './reconnecting-socket.ts';

export interface MarketClientOptions extends SocketOptions {
  onRefused?: ((topic: string, reason: string) => void) | undefined;
}

/** All that the server says, with numbers as text. */
interface ServerMessage {
  ping?: string;
  ch?: string;
  ts?: string;
  tick?: never;
  id?: string;
  status?: 'ok' | 'error';
  'err-msg'?: string;
  data?: unknown;
}

interface Topic {
  listeners: Set<FeedListener<never>>;
  last?: ServerMessage;
}

const answerWithinMs = 15_000;
const tooSoon = '429 too many request';

export function openMarketFeed({ onRefused, ...socketOptions }: MarketClientOptions): MarketFeed {
  const topics = new Map<string, Topic>();
  /** Id of a `sub` → its topic. */
  const subscriptions = new Map<string, string>();
  const nextId = countIds();
  // Unzipping is asynchronous; messages are still handled in the order they came.
  let handled: Promise<void> = Promise.resolve();

  const socket = openReconnectingSocket(socketOptions, {
    mayReturn: () => true,
    onOpen() {
      subscriptions.clear();
      for (const name of topics.keys()) sayTopic('sub', name);
      questions.sayAll();
    },
    onMessage(data) {
      const decoded = decode(data);
      handled = handled.then(async () => {
        const message = await decoded;
        if (message) surfaceErrors(() => handle(message));
      });
    },
  });
  const questions = createQuestions(nextId, (text) => socket.send(text));

  function sayTopic(word: 'sub' | 'unsub', name: string): void {
    const id = nextId();
    if (word === 'sub') subscriptions.set(id, name);
    socket.send(JSON.stringify({ [word]: name, id }));
  }

  function handle(message: ServerMessage): void {
    const { ping, ch, id = '' } = message;
    if (ping !== undefined) return socket.sendNow(`{"pong":${ping}}`);
    const topic = topics.get(ch ?? '');
    if (topic) {
      topic.last = message;
      for (const listener of topic.listeners) tell(listener, message);
    }
    questions.answer(id, message);
    const refused = message.status === 'error' ? subscriptions.get(id) : undefined;
    subscriptions.delete(id);
    if (refused !== undefined) onRefused?.(refused, message['err-msg'] ?? '');
  }

  function subscribe(name: string, listener: FeedListener<never>): () => void {
    const topic = topics.get(name) ?? { listeners: new Set() };
    // One entry a call, also when the same function subscribes twice.
    const entry: FeedListener<never> = (tick, ts) => listener(tick, ts);
    topic.listeners.add(entry);
    topics.set(name, topic);
    if (topic.listeners.size === 1) sayTopic('sub', name);
    else if (topic.last) tell(entry, topic.last);
    return () => {
      if (!topic.listeners.delete(entry) || topic.listeners.size > 0) return;
      topics.delete(name);
      sayTopic('unsub', name);
    };
  }

  return {
    subscribe: (topic, listener) => subscribe(topic, listener as FeedListener<never>),
    request: (topic, range = {}) => questions.ask(topic, range),
    close() {
      socket.close();
      questions.close();
    },
  };
}

function countIds(): () => string {
  let count = 0;
  return () => String(++count);
}

/** Questions outlive a lost connection: they only read, so asking again does no harm. */
function createQuestions(nextId: () => string, send: (text: string) => void) {
  const open = new Map<string, { text: string; settle(answer: ServerMessage): void }>();
  return {
    ask(topic: string, range: { from?: number; to?: number }): Promise<unknown> {
      const id = nextId();
      const text = JSON.stringify({ req: topic, id, ...range });
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle({ 'err-msg': 'request timeout' }), answerWithinMs);
        function settle(answer: ServerMessage): void {
          clearTimeout(timer);
          open.delete(id);
          if (answer.status === 'ok') resolve(answer.data);
          else reject(new Error(answer['err-msg'] ?? 'no reason given'));
        }
        open.set(id, { text, settle });
        send(text);
      });
    },
    answer(id: string, message: ServerMessage): void {
      const question = open.get(id);
      if (!question) return;
      // The server takes one question at a time; asking a little later is what it asks for.
      if (message['err-msg'] === tooSoon) setTimeout(() => open.has(id) && send(question.text), 150);
      else question.settle(message);
    },
    sayAll: () => open.forEach(({ text }) => send(text)),
    close: () => open.forEach(({ settle }) => settle({ 'err-msg': 'closed' })),
  };
}

/** Undefined for a corrupt message: the next one holds a newer state. */
async function decode(data: string | ArrayBuffer): Promise<ServerMessage | undefined> {
  try {
    return parseExact(typeof data === 'string' ? data : await gunzipText(data)) as ServerMessage;
  } catch {
    return undefined;
  }
}

function tell(listener: FeedListener<never>, { tick, ts }: ServerMessage): void {
  surfaceErrors(() => listener(tick!, parseInt(ts ?? '0', 10)));
}

/** A listener that throws must not keep others from their message; its error surfaces as an uncaught one. */
function surfaceErrors(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
