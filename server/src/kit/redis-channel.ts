// What the processes of one deployment say to all others over Redis: parts in the order in which they were said, numbered, so that
// one that is missing is noticed, and signed, so that Redis is believed nothing. And their beats, by which each knows who lives.
import { createHash, randomUUID } from 'node:crypto';
import type { LinkMessage } from './link.ts';
import { log } from './log.ts';
import { openRedisConnections } from './redis-connections.ts';
import { signedMessages } from './signed-messages.ts';

/** For the process that has opened the link of this name, or for all. */
export interface Part {
  to?: string | undefined;
  message: LinkMessage;
}

export interface Envelope {
  from: string;
  number: number;
  parts: readonly Part[];
}

/** Everything that a process says of itself. */
export interface Beat {
  from: string;
  role: Role;
  /** Of the last envelope that it sent. */
  number: number;
  /** Of an engine that decides: the number of its time, and the links that it has taken up. */
  engine?: { epoch: number; links: readonly string[] } | undefined;
  /** Of a web process: the link that it wants with an engine. */
  wants?: { engine: string; link: string } | undefined;
}

export type Role = 'web' | 'engine';

export interface Channel {
  /** Names this process. */
  id: string;
  /** Leaves at the end of the turn, with whatever else is said in it. Lost while Redis is away. */
  say: (part: Part) => void;
  /** Leaves at once, behind all that was said. */
  beat: () => void;
  /** Whether what is said comes back from Redis. */
  isUp: () => boolean;
  isClogged: () => boolean;
  close: () => Promise<void>;
}

export interface ChannelOptions {
  url: string;
  /** Known to the processes of this deployment alone. */
  key: Buffer;
  role: Role;
  /** Whose parts are heard; beats are heard of all. */
  hears: readonly Role[];
  /** What this process says of itself now. */
  state: () => Pick<Beat, 'engine' | 'wants'>;
  onEnvelope: (role: Role, envelope: Envelope) => void;
  onBeat: (beat: Beat) => void;
  /** Called from time to time, and at once when Redis is lost. */
  onTime: () => void;
}

const beatEveryMs = 250;
/** A process, or Redis, that has not been heard of for this long is taken for gone. */
export const silentMaxMs = 2_000;
const reopenAfterMs = 5_000;
const unwrittenMax = 20;

export function openChannel(options: ChannelOptions): Channel {
  const { role, state, onTime } = options;
  const id = randomUUID();
  const name = `candor:${createHash('sha256').update(options.key).digest('hex').slice(0, 16)}`;
  const signed = signedMessages(options.key);
  const outgoing = createOutgoing({ from: id, role, send: (kind, body) => publish(kind, body) });
  let ownBeatAt = -Infinity;
  let reopenAt = performance.now() + reopenAfterMs;
  const redis = openRedisConnections({
    url: options.url,
    channels: [...options.hears, 'beat'].map((kind) => `${name}:${kind}`),
    patienceMs: silentMaxMs,
    onMessage: (channel, message) => hear(channel.slice(name.length + 1), message),
    onListening: beat,
    onLost() {
      ownBeatAt = -Infinity;
      onTime();
    },
  });

  const publish = (kind: Kind, body: object): Promise<unknown> =>
    redis.publish(`${name}:${kind}`, signed.seal(kind, body));
  const isUp = (): boolean => performance.now() - ownBeatAt < silentMaxMs;

  function beat(): void {
    outgoing.flush();
    const said: Beat = { from: id, role, number: outgoing.number(), ...state() };
    void publish('beat', said);
  }

  function hear(kind: string, message: Buffer): void {
    const body = signed.open(kind, message);
    if (body === undefined) return log.error('a message came over Redis that no process of this deployment has just sent', { kind }); // oxfmt-ignore
    if (kind !== 'beat') return options.onEnvelope(kind as Role, body as Envelope);
    if ((body as Beat).from !== id) return options.onBeat(body as Beat);
    if (!isUp()) log.info('the other processes can be reached over Redis');
    redis.noteWorking();
    ownBeatAt = performance.now();
    reopenAt = ownBeatAt + reopenAfterMs;
  }

  const timer = setInterval(() => {
    if (!isUp() && performance.now() > reopenAt) {
      reopenAt = performance.now() + reopenAfterMs;
      redis.noteFault('nothing comes back');
      redis.reopen();
    }
    onTime();
    beat();
  }, beatEveryMs);

  return {
    id,
    say: outgoing.say,
    beat,
    isUp,
    isClogged: outgoing.isClogged,
    async close() {
      clearInterval(timer);
      redis.close();
    },
  };
}

type Kind = Role | 'beat';

/** What is said in one turn leaves together and has one number. */
function createOutgoing(options: { from: string; role: Role; send: (kind: Kind, body: object) => Promise<unknown> }) {
  let waiting: Part[] = [];
  let number = 0;
  let unwritten = 0;

  function flush(): void {
    if (waiting.length === 0) return;
    const envelope: Envelope = { from: options.from, number: ++number, parts: waiting };
    waiting = [];
    unwritten++;
    void options.send(options.role, envelope).finally(() => unwritten--);
  }

  const say = (part: Part): void => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(part);
  };

  return {
    say,
    flush,
    number: () => number,
    isClogged: () => unwritten > unwrittenMax,
  };
}
