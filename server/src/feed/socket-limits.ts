// How many sockets there may be, and what work they may cause together.
import { feedLimits } from '@candor/wire';

export interface SocketLimits {
  /** Connections without a session, and of one address. */
  guests: { places: number; placesEach: number };
  /** Connections with a session, and of one account: a place of their own, which no crowd of guests can take. */
  customers: { places: number; placesEach: number };
  /** Work that messages may cause in each turn, µs. */
  workPerTurn: number;
}

/** What waits is done in one go when its turn comes, and everything else, orders too, waits as long. */
export const turnMs = 20;
/** A third of a processor: a market that moves and calls have the rest. */
const workPerTurn = 6_600;
const socketsMax = 20_000;
/** Of all places. */
const customersShare = 1 / 4;

/** `forSockets`: as many as the process may hold. */
export function limitsFor(forSockets: number): SocketLimits {
  const places = Math.min(socketsMax, Math.max(16, forSockets));
  const customers = Math.ceil(places * customersShare);
  return {
    guests: { places: places - customers, placesEach: feedLimits.connectionsPerAddress },
    customers: { places: customers, placesEach: feedLimits.connectionsPerAccount },
    workPerTurn,
  };
}

const everything = { places: Infinity, placesEach: Infinity };
export const noLimits: SocketLimits = { guests: everything, customers: everything, workPerTurn: Infinity };
