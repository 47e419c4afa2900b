// What products tell owners of what becomes of theirs: as the events of it come, and read again where an event of it got lost.
import type { Uuid } from '@candor/wire';
import type { Bus, EventName, Events } from '../kit/bus.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Happening } from './command.ts';

interface Told<Name extends EventName> {
  names: readonly Name[];
  /** In the log: `a swap`. */
  what: string;
  /** What the event would have said; undefined if there is nothing to tell any more. */
  find: (pool: Pool, accountId: Uuid, objectId: Uuid) => Promise<Events[Name] | undefined>;
  /** To the owner's sockets, if there are any. */
  push: (payload: Events[Name]) => void;
}

/** Returns the function that ends it. */
export function tellOwners<Name extends EventName>(
  { pool, bus }: { pool: Pool; bus: Bus },
  { names, what, find, push }: Told<Name>,
): () => void {
  function pushMissed({ name, accountId, objectId }: Happening): void {
    if (!names.some((each) => each === name)) return;
    find(pool, accountId, objectId).then(
      (found) => found && push(found),
      (error: unknown) => log.warn(`${what} was not told to its owner`, { error: reasonOf(error) }),
    );
  }
  const ends = [...names.map((name) => bus.on(name, push)), bus.on('ledger.missed', pushMissed)];
  return () => ends.forEach((end) => end());
}
