// When an order was placed, as its client says by the server's clock. Whether that is too long ago is decided behind its key.
import { badClock } from '../ledger/lateness.ts';

/** Milliseconds since 1970, from the header; undefined when there is none. Refuses what is no such number with `bad-clock`. */
export function placedAtOf(header: string | string[] | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[1-9]\d{0,14}$/.test(header)) throw badClock(now);
  return parseInt(header, 10);
}
