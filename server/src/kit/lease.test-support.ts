// A lease that is held for ever, in the epoch of a new database.
import type { Uuid } from '@candor/wire';
import type { Lease, Term } from './lease.ts';

export function heldLease(): Lease {
  const term: Term = { epoch: 0, finalMs: 0, lost: new Promise(() => undefined) };
  return {
    holder: '00000000-0000-0000-0000-000000000001' as Uuid,
    connectionName: 'candor engine of a test',
    epoch: () => term.epoch,
    isHeld: () => true,
    reachMs: () => Infinity,
    term: () => term,
    taken: async () => term,
    refused: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
}
