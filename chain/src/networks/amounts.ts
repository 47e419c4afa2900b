// Amounts of a chain, whole numbers of its smallest unit, and amounts of the books: every step is exact or says what is left over.
import { wadDecimals } from '@candor/wire';
import type { Wad } from '@candor/wire';

/** An amount as a chain counts it: satoshi, wei, sun, drops. */
export type BaseUnits = bigint & { readonly unit: 'base' };

/** Columns of money hold 20 digits before the point and 18 after it. */
const booksEnd = 10n ** 38n;

/** Exact for every coin of up to 18 decimals; undefined for more than the books can hold, which no real coin has. */
export function unitsToWad(units: BaseUnits, decimals: number): Wad | undefined {
  if (units < 0n) throw new RangeError(`an amount of a chain is negative: ${units}`);
  const amount = units * scaleOf(decimals);
  return amount < booksEnd ? (amount as Wad) : undefined;
}

/** What can be sent of an amount, and what is left of it because the chain knows no smaller unit. */
export function wadToUnits(amount: Wad, decimals: number): { units: BaseUnits; remainder: Wad } {
  if (amount < 0n) throw new RangeError(`an amount to send is negative: ${amount}`);
  const scale = scaleOf(decimals);
  return { units: (amount / scale) as BaseUnits, remainder: (amount % scale) as Wad };
}

function scaleOf(decimals: number): bigint {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > wadDecimals) {
    throw new RangeError(`a coin of ${decimals} decimals can't be kept in the books exactly`);
  }
  return 10n ** BigInt(wadDecimals - decimals);
}
