// Which slices of a house account give to which, so that orders that no slice can cover alone are covered by all together.
import { add, subtract, zero, type Wad } from '@candor/wire';
import { centralSlice } from './slices.ts';

/** What a slice holds, and what the orders that wait for it need. */
export interface SliceNeed {
  slice: number;
  balance: Wad;
  wanted: Wad;
}

export interface Transfer {
  from: number;
  to: number;
  amount: Wad;
}

/**
 * Serves one slice after another, from the central slice first and then from where most can be spared; up to a quarter of that comes
 * along, so that the next short order finds something. A slice already served keeps what it asked for; the others give everything. When there
 * is too little, the first thus get everything and the last nothing: spread evenly, it might be too little for an order everywhere.
 */
export function planRebalance(slices: readonly SliceNeed[]): Transfer[] {
  const transfers: Transfer[] = [];
  const held = new Map(slices.map(({ slice, balance }) => [slice, balance]));
  const kept = new Map<number, Wad>();
  const spareOf = (slice: number): Wad => subtract(held.get(slice)!, kept.get(slice) ?? zero);

  for (const { slice: to, wanted } of slices) {
    kept.set(to, wanted);
    const donors = slices
      .map(({ slice }) => ({ from: slice, spare: spareOf(slice) }))
      .filter(({ from, spare }) => from !== to && spare > zero)
      .sort((left, right) => rank(right) - rank(left) || (right.spare > left.spare ? 1 : -1));
    for (const { from, spare } of donors) {
      const missing = subtract(wanted, held.get(to)!);
      if (missing <= zero) break;
      const beyond = (spare / 4n) as Wad;
      const amount = missing < beyond ? beyond : missing < spare ? missing : spare;
      held.set(from, subtract(held.get(from)!, amount));
      held.set(to, add(held.get(to)!, amount));
      transfers.push({ from, to, amount });
    }
  }
  return transfers;
}

const rank = ({ from }: { from: number }): number => (from === centralSlice ? 1 : 0);
