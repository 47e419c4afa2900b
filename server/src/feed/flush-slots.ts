// Writes to each client once in 100 ms, less often when that would take more than its part of the process. Clients are spread
// over slots, so that many of them don't make one long burst.
import { feedLimits } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Connection } from './connection.ts';
import { createFlushPace } from './flush-pace.ts';
import { pingEarlyMs } from './ping-schedule.ts';
import { PublishedLog, shareOf, type Published, type Share } from './published-log.ts';
import { createTopicSets, type TopicSet } from './topic-sets.ts';

const slotCount = 10;
/** How often it is looked whether a slot has its turn. */
const lookMs = 10;
/** A burst doesn't wait for the turns: what waits for a client that reads slowly is counted as its own. */
const logBytesMax = feedLimits.queueBytes / 4;

interface Member {
  connection: Connection;
  /** Makes its pings. */
  pingAt(now: number): Buffer;
  topics: TopicSet | undefined;
  /** It hears what was published from this place on. */
  since: number;
}

interface Slot {
  /** Those with something of their own to write: answers, or what their network did not take. */
  waiting: Connection[];
  /** Whose ping is due first stands first. */
  members: Set<Member>;
  /** Up to this place its members have what was published. */
  place: number;
}

/** A client's place in a slot. */
export interface Seat {
  /** From now on the client hears these topics; what it heard of before still reaches it. */
  listen(topics: ReadonlySet<string>): void;
  leave(): void;
}

export interface FlushSlots {
  add(connection: Connection, pingAt: (now: number) => Buffer): Seat;
  /** Reaches all who listen to its topic, with the turn of their slot. */
  publish(message: Published): void;
  stop(): void;
}

export function createFlushSlots(clock: Clock): FlushSlots {
  const slots = Array.from({ length: slotCount }, (): Slot => ({ waiting: [], members: new Set(), place: 0 }));
  const published = new PublishedLog();
  const topicSets = createTopicSets();
  const pace = createFlushPace(slotCount);
  let size = 0;
  let nextSlot = 0;
  let timer: NodeJS.Timeout | undefined;

  function takeTurns(): void {
    const before = performance.now();
    const due = pace.due(before);
    if (due.length === 0) return;
    for (const turn of due) {
      const slot = slots[turn]!;
      pingMembers(slot, clock.now());
      deliver(slot, published, clock.now());
      flushWaiting(slot);
    }
    // By the clock: on a machine that others use, too, little of the processor may be much of the time.
    pace.done(before, performance.now());
    published.forgetBefore(Math.min(...slots.map(({ place }) => place)));
  }

  return {
    add(connection, pingAt) {
      const slot = slots[nextSlot++ % slotCount]!;
      const member: Member = { connection, pingAt, topics: undefined, since: 0 };
      slot.members.add(member);
      connection.onWaiting((one) => slot.waiting.push(one));
      if (size++ === 0) {
        pace.start(performance.now());
        timer = setInterval(takeTurns, lookMs);
      }
      return {
        listen(topics) {
          if (member.topics)
            connection.queueAll(published.of(member.topics.topics, Math.max(member.since, slot.place)));
          member.topics = topicSets.exchange(member.topics, topics);
          member.since = published.end;
        },
        leave() {
          if (!slot.members.delete(member)) return;
          member.topics = topicSets.exchange(member.topics, []);
          if (--size > 0) return;
          clearInterval(timer);
          // What was listed or published for those who are gone.
          for (const each of slots) each.waiting = [];
          published.forgetBefore(published.end);
        },
      };
    },
    publish(message) {
      published.add(message);
      if (published.bytes <= logBytesMax) return;
      for (const slot of slots) deliver(slot, published, clock.now());
      published.forgetBefore(published.end);
    },
    stop: () => clearInterval(timer),
  };
}

/** Gives every member what was published of its topics since the last time. */
function deliver(slot: Slot, published: PublishedLog, now: number): void {
  const from = slot.place;
  slot.place = published.end;
  if (from === slot.place) return;
  const shares = new Map<TopicSet, Share>();
  const pinged: Member[] = [];
  for (const member of slot.members) {
    const { connection, topics, since } = member;
    if (topics === undefined) continue;
    if (since > from) {
      attempt(connection, () => connection.queueAll(published.of(topics.topics, since)));
      continue;
    }
    let share = shares.get(topics);
    if (!share) shares.set(topics, (share = shareOf(published.of(topics.topics, from))));
    if (share.frames === 0) continue;
    if (connection.isPingDue(now, pingEarlyMs)) pinged.push(member);
    else attempt(connection, () => connection.deliver(share));
  }
  for (const member of pinged) {
    ping(slot, member, now);
    attempt(member.connection, () => member.connection.deliver(shares.get(member.topics!)!));
  }
}

function flushWaiting(slot: Slot): void {
  const { waiting } = slot;
  // Whose network takes no more is on the list again after its turn.
  slot.waiting = [];
  for (const connection of waiting) attempt(connection, () => connection.flush());
}

function pingMembers(slot: Slot, now: number): void {
  for (const member of slot.members) {
    if (!member.connection.isPingDue(now)) return;
    ping(slot, member, now);
  }
}

function ping({ members }: Slot, member: Member, now: number): void {
  members.delete(member);
  members.add(member);
  attempt(member.connection, () => member.connection.ping(now, member.pingAt(now)));
}

function attempt(connection: Connection, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.error('writing to a socket failed', { error });
    connection.cut();
  }
}
