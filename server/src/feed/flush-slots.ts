// Writes to each client once in 100 ms. Clients are spread over slots, so that many of them don't make one long burst.
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Connection, Join } from './connection.ts';

const slotCount = 10;
const slotMs = 10;

export interface FlushSlots {
  /** frameAt: makes the client's pings. Returns the function that takes it out again. */
  add(connection: Connection, frameAt: (now: number) => Buffer): () => void;
  stop(): void;
}

export function createFlushSlots(clock: Clock): FlushSlots {
  const slots = Array.from({ length: slotCount }, () => new Map<Connection, (now: number) => Buffer>());
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
      slot.set(connection, frameAt);
      if (size++ === 0) {
        passed = currentTurn();
        timer = setInterval(takeTurns, slotMs);
      }
      return () => {
        if (slot.delete(connection) && --size === 0) clearInterval(timer);
      };
    },
    stop: () => clearInterval(timer),
  };
}

const currentTurn = (): number => Math.floor(performance.now() / slotMs);

function flushSlot(slot: ReadonlyMap<Connection, (now: number) => Buffer>, now: number): void {
  const join = rememberingJoin();
  for (const [connection, frameAt] of slot) {
    try {
      connection.keepAlive(now, frameAt);
      connection.flush(join);
    } catch (error) {
      log.error('writing to a socket failed', { error });
      connection.cut();
    }
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
