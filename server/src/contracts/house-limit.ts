// What the house has at stake in a coin, and what it sets aside for that: a move of the coin by the stress rate, against it. Counted
// for each slice of the house by itself; the sum over the slices is never below what the whole would need, and lanes share no row.
//
// The larger side of a coin counts, longs or shorts: only one of them can gain at once, and whichever positions are closed, it never
// becomes more. Longs less shorts would be less, but whoever holds both could close one and leave the house with more than it took.
// A waiting order counts at the price that it names, from where the move would begin: so no order makes the house set aside more than
// stress rate × lever × its margin, wherever the market is.
import {
  coinCodes,
  zero,
  type CoinCode,
  type ContractSide,
  type Uuid,
  type Wad,
  subtract,
  add,
  one,
  negate,
} from '@candor/wire';
import { amount, oneOfEnum, smallint, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { table, type Row } from '../kit/table.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import type { Cover } from '../ledger/command.ts';
import { sliceCount } from '../ledger/slices.ts';
import type { ContractOrder } from './order.ts';
import { coinAmount, orderValue } from './rules.ts';

/** The rows are made at the start, so that no two lanes make one at once. */
export const contractExposures = table('contract_exposures', {
  key: { exposureId: uuid },
  fixed: { coin: text<CoinCode>(), book: oneOfEnum<Book>('ledger_book'), slice: smallint },
  changing: {
    /** Coin in open positions. */
    openLong: amount,
    openShort: amount,
    /** USDT: coin in waiting orders at the prices that they name. */
    waitingLongValue: amount,
    waitingShortValue: amount,
    /** USDT in the slice's contracts reserve for it. */
    reserved: amount,
  },
});
export type Exposure = Row<typeof contractExposures>;

export type ExposurePlace = Pick<Exposure, 'coin' | 'book' | 'slice'>;

/** The same row for everybody, before it exists. */
export function exposureIdOf({ coin, book, slice }: ExposurePlace): Uuid {
  const place = `${coin}/${book}/${slice}`;
  const known = idsKnown.get(place);
  if (known) return known;
  const id = uuidOfWords(`contract exposure ${place}`);
  idsKnown.set(place, id);
  return id;
}
const idsKnown = new Map<string, Uuid>();

type Waiting = Pick<ContractOrder, 'side' | 'sheets' | 'sheetSize' | 'tradePrice'>;

/** USDT: a waiting order at the price that it names. */
export const valueOf = ({ sheets, sheetSize, tradePrice }: Omit<Waiting, 'side'>): Wad =>
  orderValue({ sheets, sheetSize, price: tradePrice });

export const addWaiting = (exposure: Exposure, order: Waiting): Exposure =>
  changeWaiting(exposure, order.side, valueOf(order));
export const removeWaiting = (exposure: Exposure, order: Waiting): Exposure =>
  changeWaiting(exposure, order.side, negate(valueOf(order)));

const changeWaiting = (exposure: Exposure, side: ContractSide, by: Wad): Exposure =>
  side === 'long'
    ? { ...exposure, waitingLongValue: add(exposure.waitingLongValue, by) }
    : { ...exposure, waitingShortValue: add(exposure.waitingShortValue, by) };

type Open = Pick<ContractOrder, 'side' | 'sheetSize'>;

export const addOpen = (exposure: Exposure, order: Open, sheets: number): Exposure =>
  changeOpen(exposure, order.side, coinAmount(sheets, order.sheetSize));
export const removeOpen = (exposure: Exposure, order: Open, sheets: number): Exposure =>
  changeOpen(exposure, order.side, negate(coinAmount(sheets, order.sheetSize)));

const changeOpen = (exposure: Exposure, side: ContractSide, by: Wad): Exposure =>
  side === 'long'
    ? { ...exposure, openLong: add(exposure.openLong, by) }
    : { ...exposure, openShort: add(exposure.openShort, by) };

/** USDT to set aside at a price of the coin, rounded up to the last of 18 decimals. */
export function stressReserve(exposure: Exposure, price: Wad, stressRate: Wad): Wad {
  const longs = exposure.openLong * price + exposure.waitingLongValue * one;
  const shorts = exposure.openShort * price + exposure.waitingShortValue * one;
  const larger = longs > shorts ? longs : shorts;
  return ((larger * stressRate + one * one - 1n) / (one * one)) as Wad;
}

/** The house's part of a move: from what is reserved to what shall be. */
export function coverOf(before: Wad, after: Wad): { cover?: Cover } {
  if (after === before) return {};
  return after > before
    ? { cover: { from: 'bankroll', to: 'contracts-reserve', amount: subtract(after, before) } }
    : { cover: { from: 'contracts-reserve', to: 'bankroll', amount: subtract(before, after) } };
}

export const newExposure = (place: ExposurePlace): Exposure => ({
  ...place,
  exposureId: exposureIdOf(place),
  openLong: zero,
  openShort: zero,
  waitingLongValue: zero,
  waitingShortValue: zero,
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
