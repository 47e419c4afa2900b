// The engine's links to all web processes over Redis, while it is the one that decides. What it posts is published once for all of
// them; each link has its own questions and answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLink, type Attached, type Link, type Links, type Peer } from './link.ts';
import { log } from './log.ts';
import { openChannel, silentMaxMs, type Beat, type Channel, type Envelope } from './redis-channel.ts';

export interface EngineLinks extends Links {
  /** From now on this process decides, as the one of the highest epoch; undefined once another one does. */
  decide: (epoch: number | undefined) => void;
  isDeciding: () => boolean;
  /** Whether Redis carries what is said. */
  isReachable: () => boolean;
  close: () => Promise<void>;
}

interface Open extends Attached {
  web: string;
  link: Link;
  /** Of the last envelope that the web process said. */
  number: number;
  heardAt: number;
}

/** Web processes link within a beat of hearing who decides; one that died with the engine before never does. */
const [gatherMs, gatherLookMs] = [1_000, 10];

export function openEngineLinks({ url, key }: { url: string; key: Buffer }): EngineLinks {
  const preparations: ((link: Link) => void)[] = [];
  /** When each web process that lives was heard last, linked or not. */
  const webs = new Map<string, number>();
  let epoch: number | undefined;
  let decidesSince = -Infinity;
  const channel: Channel = openChannel({
    url,
    key,
    role: 'engine',
    hears: ['web'],
    state: () => ({ engine: epoch === undefined ? undefined : { epoch, links: table.names() } }),
    onBeat(beat) {
      if (beat.role === 'web') webs.set(beat.from, performance.now());
      table.check(beat);
      if (epoch !== undefined && beat.wants?.engine === channel.id) table.take(beat.from, beat.wants.link, beat.number);
    },
    onEnvelope: (_role, envelope) => table.receive(envelope),
    onTime() {
      for (const [web, at] of webs) if (performance.now() - at > silentMaxMs) webs.delete(web);
      table.loseSilent(channel.isUp());
    },
  });
  const table = createTable(channel, preparations);

  function prepare(work: (link: Link) => void): void {
    preparations.push(work);
    for (const peer of table.links()) work(peer);
  }

  return {
    post(name, payload) {
      if (table.links().length > 0) channel.say({ message: { kind: 'post', name, payload } });
    },
    onPost: (name, listener) => prepare((link) => link.onPost(name, listener)),
    onAsk: (name, answer) => prepare((link) => link.onAsk(name, answer)),
    isUp: () => table.links().length > 0,
    isClogged: channel.isClogged,
    async gathered() {
      const isMissing = (web: string): boolean => !table.has(web);
      while (performance.now() - decidesSince < gatherMs && [...webs.keys()].some(isMissing)) await sleep(gatherLookMs);
    },
    peers: (): Peer[] => table.links(),
    onUp: (listener) => prepare((link) => link.onUp(listener)),
    onLost: (listener) => prepare((link) => link.onLost(listener)),
    decide(next) {
      if (epoch === next) return;
      epoch = next;
      decidesSince = performance.now();
      table.loseAll();
      channel.beat();
    },
    isDeciding: () => epoch !== undefined,
    isReachable: channel.isUp,
    close: channel.close,
  };
}

/** The links that are open, by the names that web processes gave them; each name is used once. */
function createTable(channel: Pick<Channel, 'say' | 'beat' | 'isClogged'>, preparations: ((link: Link) => void)[]) {
  const open = new Map<string, Open>();
  const gone = new Set<string>();
  const ofWeb = (web: string): Open | undefined => [...open.values()].find((entry) => entry.web === web);

  function lose(web: string): void {
    for (const [name, entry] of open) {
      if (entry.web !== web) continue;
      open.delete(name);
      gone.add(name);
      if (gone.size > goneMax) gone.delete(gone.values().next().value!);
      log.info('a web process is not heard any more', { web });
      entry.lost();
    }
  }

  /** What it said is missing, so it is told at once that its link is gone. */
  function drop(web: string): void {
    lose(web);
    channel.beat();
  }

  return {
    names: (): string[] => [...open.keys()],
    links: (): Link[] => Array.from(open.values(), ({ link }) => link),
    has: (web: string): boolean => ofWeb(web) !== undefined,
    /** Notices what was missed, and a web process that wants another link or none. */
    check({ from, number, wants }: Beat): void {
      const entry = ofWeb(from);
      if (!entry) return;
      entry.heardAt = performance.now();
      if (entry.number !== number || !wants || !open.has(wants.link)) drop(from);
    },
    /** The beat says that the link is there, so it leaves before what is posted to the new process. */
    take(web: string, name: string, number: number): void {
      if (open.has(name) || gone.has(name)) return;
      const link = createLink();
      for (const work of preparations) work(link);
      const entry: Open = { web, link, number, heardAt: performance.now(), receive: () => {}, lost: () => {} };
      open.set(name, entry);
      channel.beat();
      const { say, isClogged } = channel;
      Object.assign(entry, link.attach({ send: (message) => say({ to: name, message }), isClogged }));
    },
    receive({ from, number, parts }: Envelope): void {
      const entry = ofWeb(from);
      if (!entry) return;
      if (number !== entry.number + 1) return drop(from);
      entry.number = number;
      entry.heardAt = performance.now();
      for (const { to, message } of parts) if (to === undefined || open.get(to) === entry) entry.receive(message);
    },
    loseSilent(isReachable: boolean): void {
      for (const { web, heardAt } of open.values()) {
        if (!isReachable || performance.now() - heardAt > silentMaxMs) lose(web);
      }
    },
    loseAll(): void {
      for (const { web } of open.values()) lose(web);
    },
  };
}

const goneMax = 1_000;
