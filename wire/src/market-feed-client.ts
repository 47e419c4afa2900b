// The client of /ws: topics that survive a lost connection, and questions with one answer.
import { gunzipText, parseExact } from './exact-json.ts';
import { socketOptions } from './feed-client-options.ts';
import type { FeedClientOptions } from './feed-client-options.ts';
import { marketFeedPath } from './feed.ts';
import type { FeedListener, MarketFeed } from './feed.ts';
import { openReconnectingSocket } from './reconnecting-socket.ts';
import { watchSilentTopics } from './silent-topics.ts';

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

/** Comes back by itself after a lost connection and subscribes again. */
export function connectMarketFeed(options: FeedClientOptions): MarketFeed {
  const topics = new Map<string, Topic>();
  /** Id of a `sub` → its topic. */
  const subscriptions = new Map<string, string>();
  const nextId = countIds();
  const socket = openReconnectingSocket(socketOptions(marketFeedPath, options), {
    mayReturn: () => true,
    onOpen() {
      subscriptions.clear();
      for (const name of topics.keys()) begin(name);
      questions.sayAll();
    },
    onMessage: inOrder(handle),
  });
  const questions = createQuestions(nextId, (text) => socket.send(text));
  const silent = watchSilentTopics((name) => sayTopic('sub', name));

  function begin(name: string): void {
    silent.begin(name);
    sayTopic('sub', name);
  }

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
      silent.heard(ch!);
      tellAll(topic, message);
    }
    questions.answer(id, message);
    const refused = message.status === 'error' ? subscriptions.get(id) : undefined;
    subscriptions.delete(id);
    if (refused === undefined) return;
    silent.end(refused);
    options.onRefused?.(refused, message['err-msg'] ?? '');
  }

  function leave(name: string): void {
    topics.delete(name);
    silent.end(name);
    sayTopic('unsub', name);
  }

  return {
    subscribe: (name, listener) => listen(topics, { name, listener: listener as FeedListener<never>, begin, leave }),
    request: (topic, range = {}) => questions.ask(topic, range),
    close() {
      silent.stop();
      socket.close();
      questions.close();
    },
  };
}

/** Unzipping is asynchronous; messages are still handled in the order they came. */
function inOrder(handle: (message: ServerMessage) => void): (data: string | ArrayBuffer) => void {
  let handled: Promise<void> = Promise.resolve();
  return (data) => {
    const decoded = decode(data);
    handled = handled.then(async () => {
      const message = await decoded;
      if (message) surfaceErrors(() => handle(message));
    });
  };
}

/** The first listener begins a topic, and the last one that goes leaves it. */
function listen(topics: Map<string, Topic>, wanted: Wanted): () => void {
  const { name, listener, begin, leave } = wanted;
  const topic = topics.get(name) ?? { listeners: new Set() };
  // One entry a call, also when the same function subscribes twice.
  const entry: FeedListener<never> = (tick, ts) => listener(tick, ts);
  topic.listeners.add(entry);
  topics.set(name, topic);
  if (topic.listeners.size === 1) begin(name);
  else if (topic.last) tell(entry, topic.last);
  return () => {
    if (topic.listeners.delete(entry) && topic.listeners.size === 0) leave(name);
  };
}

interface Wanted {
  name: string;
  listener: FeedListener<never>;
  begin: (name: string) => void;
  leave: (name: string) => void;
}

function countIds(): () => string {
  let count = 0;
  return () => String(++count);
}

/** Questions outlive a lost connection: they only read, so asking again does no harm. */
function createQuestions(nextId: () => string, send: (text: string) => void) {
  const open = new Map<string, { text: string; settle: (answer: ServerMessage) => void }>();
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

function tellAll(topic: Topic, message: ServerMessage): void {
  topic.last = message;
  for (const listener of topic.listeners) tell(listener, message);
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
