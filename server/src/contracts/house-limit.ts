// What the house has at stake in a coin, and what it sets aside for that: a move of the coin by the stress rate, against it.
// Counted for each slice of the house by itself, where longs and shorts offset each other; the sum over the slices is never
// below what the whole would need, and lanes share no row.
import { coinCodes, zero, type CoinCode, type ContractSide, type Uuid, type Wad } from '@candor/wire';
import { createHash } from 'node:crypto';
import type { Book } from '../kit/feature.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import type { Cover } from '../ledger/command.ts';
import { sliceCount } from '../ledger/slices.ts';

export interface Exposure {
  exposureId: Uuid;
  coin: CoinCode;
  book: Book;
  slice: number;
  /** Customers' open longs less their shorts, in coin. */
  net: Wad;
  waitingLong: Wad;
  waitingShort: Wad;
  /** USDT in the slice's contracts reserve for it. */
  reserved: Wad;
}

export type ExposurePlace = Pick<Exposure, 'coin' | 'book' | 'slice'>;

/** The same row for everybody, before it exists. */
export function exposureIdOf({ coin, book, slice }: ExposurePlace): Uuid {
  const place = `${coin}/${book}/${slice}`;
  const known = idsKnown.get(place);
  if (known) return known;
  const id = uuidOf(createHash('sha256').update(`contract exposure ${place}`).digest());
  idsKnown.set(place, id);
  return id;
}
const idsKnown = new Map<string, Uuid>();

type Turn = { side: ContractSide; amount: Wad };

export function addWaiting(exposure: Exposure, { side, amount }: Turn): Exposure {
  return side === 'long'
    ? { ...exposure, waitingLong: (exposure.waitingLong + amount) as Wad }
    : { ...exposure, waitingShort: (exposure.waitingShort + amount) as Wad };
}

export const removeWaiting = (exposure: Exposure, { side, amount }: Turn): Exposure =>
  addWaiting(exposure, { side, amount: -amount as Wad });

export const addOpen = (exposure: Exposure, { side, amount }: Turn): Exposure => ({
  ...exposure,
  net: (side === 'long' ? exposure.net + amount : exposure.net - amount) as Wad,
});

export const removeOpen = (exposure: Exposure, { side, amount }: Turn): Exposure =>
  addOpen(exposure, { side, amount: -amount as Wad });

/** The most coin that the house can come to owe the gains of, whichever of the waiting orders are filled. */
export function stressedAmount({ net, waitingLong, waitingShort }: Exposure): Wad {
  const [up, down] = [net + waitingLong, waitingShort - net];
  return (up > down ? (up > 0n ? up : 0n) : down > 0n ? down : 0n) as Wad;
}

const one = 10n ** 18n;

/** USDT to set aside, rounded up to the last of 18 decimals. */
export const stressReserve = (exposure: Exposure, price: Wad, stressRate: Wad): Wad =>
  ((stressedAmount(exposure) * price * stressRate + one * one - 1n) / (one * one)) as Wad;

/** The house's part of a move: from what is reserved to what shall be. */
export function coverOf(before: Wad, after: Wad): { cover?: Cover } {
  if (after === before) return {};
  return after > before
    ? { cover: { from: 'bankroll', to: 'contracts-reserve', amount: (after - before) as Wad } }
    : { cover: { from: 'contracts-reserve', to: 'bankroll', amount: (before - after) as Wad } };
}

export const newExposure = (place: ExposurePlace): Exposure => ({
  ...place,
  exposureId: exposureIdOf(place),
  net: zero,
  waitingLong: zero,
  waitingShort: zero,
  reserved: zero,
});

/** Of all coins, in both books, in every slice of the house. */
export const everyExposure = (): Exposure[] =>
  coinCodes.flatMap((coin) =>
    (['real', 'bonus'] as const).flatMap((book) =>
      Array.from({ length: sliceCount }, (_, place) => newExposure({ coin, book, slice: place + 1 })),
    ),
  );

/** As much of what is needed as the house has left, when it can't refuse. */
export function reserveWithin(house: { needed: Wad; before: Wad; bankroll: Wad }): Wad {
  const most = house.before + house.bankroll;
  return (house.needed < most ? house.needed : most) as Wad;
}
