// A web process's link over Redis: to the engine that decides at the time, and, for what it posts, to the other web processes too.
import { randomUUID } from 'node:crypto';
import { createLink, type Attached, type Link, type LinkMessage } from './link.ts';
import { log } from './log.ts';
import { openChannel, silentMaxMs, type Beat, type Channel, type Envelope } from './redis-channel.ts';

export interface WebLink extends Link {
  /** Whether Redis carries what is said. */
  isReachable: () => boolean;
  close: () => Promise<void>;
}

interface Engine {
  id: string;
  epoch: number;
  /** The link that this process wants with it. */
  link: string;
  number: number;
  heardAt: number;
  /** Once it has taken the link up. */
  attached?: Attached;
}

export function openWebLink({ url, key }: { url: string; key: Buffer }): WebLink {
  const link = createLink();
  const siblings = hearSiblings();
  const channel: Channel = openChannel({
    url,
    key,
    role: 'web',
    hears: ['engine', 'web'],
    state: () => ({ wants: engines.wanted() }),
    onBeat: (beat) => engines.hearBeat(beat),
    onEnvelope(role, envelope) {
      if (role === 'engine') engines.receive(envelope);
      else if (envelope.from !== channel.id) siblings.receive(envelope);
    },
    onTime: () => engines.loseSilent(),
  });
  const engines = followEngine(channel, link);
  return {
    ...link,
    post(name, payload) {
      if (link.isUp()) link.post(name, payload);
      else channel.say({ message: { kind: 'post', name, payload } });
    },
    onPost(name, listener) {
      link.onPost(name, listener);
      siblings.onPost(name, listener);
    },
    isReachable: channel.isUp,
    close: channel.close,
  };
}

/** Links this process with whichever engine decides, and anew after whatever was missed. */
function followEngine(channel: Pick<Channel, 'beat' | 'say' | 'isUp' | 'isClogged'>, link: Link) {
  let engine: Engine | undefined;

  function attach(to: Engine, number: number): void {
    to.number = number;
    const { say, isClogged } = channel;
    const send = (message: LinkMessage): void => say({ to: message.kind === 'post' ? undefined : to.link, message });
    to.attached = link.attach({ send, isClogged });
  }

  function lose(): void {
    const lost = engine;
    engine = undefined;
    if (lost?.attached) log.warn('the engine is not heard any more', { engine: lost.id });
    lost?.attached?.lost();
  }

  return {
    wanted: () => engine && { engine: engine.id, link: engine.link },
    hearBeat({ from, number, engine: said }: Beat): void {
      if (from === engine?.id && isOver(engine, said, number)) lose();
      if (!said || (engine && engine.id !== from && engine.epoch >= said.epoch)) return;
      if (engine?.id !== from) {
        lose();
        engine = { id: from, epoch: said.epoch, link: randomUUID(), number, heardAt: performance.now() };
        log.info('an engine decides', { engine: from, epoch: said.epoch });
        return channel.beat();
      }
      engine.heardAt = performance.now();
      if (!engine.attached && said.links.includes(engine.link)) attach(engine, number);
    },
    receive({ from, number, parts }: Envelope): void {
      if (from !== engine?.id || !engine.attached) return;
      if (number !== engine.number + 1) return lose();
      engine.number = number;
      engine.heardAt = performance.now();
      for (const { to, message } of parts) {
        if (to === undefined || to === engine?.link) engine?.attached?.receive(message);
      }
    },
    loseSilent(): void {
      if (engine && (!channel.isUp() || performance.now() - engine.heardAt > silentMaxMs)) lose();
    },
  };
}

/** It decides no more, or something that it said did not arrive, or it has given this link up. */
function isOver(engine: Engine, said: Beat['engine'], number: number): boolean {
  if (said?.epoch !== engine.epoch) return true;
  return engine.attached !== undefined && (engine.number !== number || !said.links.includes(engine.link));
}

const siblingsMax = 1_000;

/** What other web processes post: what is missed of it is in the outbox, and what was heard is not heard again. */
function hearSiblings() {
  const link = createLink();
  const { receive } = link.attach({ send: () => undefined, isClogged: () => false });
  const newest = new Map<string, number>();
  return {
    onPost: ((name, listener) => link.onPost(name, listener)) as Link['onPost'],
    receive({ from, number, parts }: Envelope): void {
      if (number <= (newest.get(from) ?? 0)) return;
      newest.set(from, number);
      if (newest.size > siblingsMax) newest.delete(newest.keys().next().value!);
      for (const { message } of parts) if (message.kind === 'post') receive(message);
    },
  };
}
