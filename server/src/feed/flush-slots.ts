// Writes to each client once in 100 ms. Clients are spread over slots, so that many of them don't make one long burst.
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Connection, Join } from './connection.ts';

const slotCount = 10;
const slotMs = 10;

interface Slot {
  /** Those with something to write: a look at every client ten times a second would cost more than what is written. */
  waiting: Connection[];
  /** With what makes their pings; whose ping is due first stands first. */
  members: Map<Connection, (now: number) => Buffer>;
}

export interface FlushSlots {
  /** frameAt: makes the client's pings. Returns the function that takes it out again. */
  add(connection: Connection, frameAt: (now: number) => Buffer): () => void;
  stop(): void;
}

export function createFlushSlots(clock: Clock): FlushSlots {
  const slots = Array.from({ length: slotCount }, (): Slot => ({ waiting: [], members: new Map() }));
  let size = 0;
  let nextSlot = 0;
  let passed = 0;
  let timer: NodeJS.Timeout | undefined;

  /** After a pause of the process every slot gets one turn, not one for each time it missed. */
  function takeTurns(): void {
    const due = currentTurn();
    for (passed = Math.max(passed, due - slotCount); passed < due; passed++) {
      flushSlot(slots[passed % slotCount]!, clock.now());
    }
  }

  return {
    add(connection, frameAt) {
      const slot = slots[nextSlot++ % slotCount]!;
      slot.members.set(connection, frameAt);
      connection.onWaiting((one) => slot.waiting.push(one));
      if (size++ === 0) {
        passed = currentTurn();
        timer = setInterval(takeTurns, slotMs);
      }
      return () => {
        if (slot.members.delete(connection) && --size === 0) clearInterval(timer);
      };
    },
    stop: () => clearInterval(timer),
  };
}

const currentTurn = (): number => Math.floor(performance.now() / slotMs);

function flushSlot(slot: Slot, now: number): void {
  pingMembers(slot, now);
  const join = rememberingJoin();
  const { waiting } = slot;
  // Whose network takes no more is on the list again after its turn.
  slot.waiting = [];
  for (const connection of waiting) attempt(connection, () => connection.flush(join));
}

function pingMembers({ members }: Slot, now: number): void {
  for (const [connection, frameAt] of members) {
    if (!connection.isPingDue(now)) return;
    members.delete(connection);
    members.set(connection, frameAt);
    attempt(connection, () => connection.ping(now, frameAt(now)));
  }
}

function attempt(connection: Connection, write: () => void): void {
  try {
    write();
  } catch (error) {
    log.error('writing to a socket failed', { error });
    connection.cut();
  }
}

/** Clients with the same subscriptions have the same frames waiting: those are copied together once for all of them. */
function rememberingJoin(): Join {
  let lastFrames: readonly Buffer[] = [];
  let lastJoined = Buffer.alloc(0);
  return (frames) => {
    const isSame = frames.length === lastFrames.length && frames.every((frame, place) => frame === lastFrames[place]);
    if (!isSame) {
      lastFrames = frames;
      lastJoined = Buffer.concat(frames);
    }
    return lastJoined;
  };
}
