// An order book as two curves: how much could be sold or bought down or up to each price, added up from the middle. Pure.
import { add, formatAmount, parseMarketNumber, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { DepthPoint } from '../ui/depth-chart.tsx';
import type { Book } from './book-rows.ts';

export interface DepthCurve {
  /** From the middle outwards. */
  bids: DepthPoint[];
  asks: DepthPoint[];
  /** The prices at both edges and between the best bid and ask, decimal text. */
  low: string;
  middle: string;
  high: string;
}

/** Hundredths of a percent of the picture's width and height. */
const whole = 10_000n;

/** Both sides reach equally far from the middle, so that their areas compare. Undefined when a side is empty or they cross. */
export function depthCurve({ bids, asks }: Book): DepthCurve | undefined {
  const [buyers, sellers] = [readLevels(bids), readLevels(asks)];
  const [bid, ask] = [buyers[0]?.price, sellers[0]?.price];
  if (bid === undefined || ask === undefined || bid >= ask) return undefined;
  const middle = ((bid + ask) / 2n) as Wad;
  const reach = smaller(middle - buyers.at(-1)!.price, sellers.at(-1)!.price - middle);
  if (reach <= 0n) return undefined;
  const sides = [buyers, sellers].map((levels) => levels.filter(({ price }) => distance(price, middle) <= reach));
  const most = sides.flat().reduce((max, { sum }) => (sum > max ? sum : max), zero);
  if (most === 0n) return undefined;
  const [left = [], right = []] = sides.map((levels) => levels.map((level) => placed(level, { middle, reach, most })));
  return {
    bids: left,
    asks: right,
    low: formatAmount((middle - reach) as Wad),
    middle: formatAmount(middle),
    high: formatAmount((middle + reach) as Wad),
  };
}

interface Level {
  price: Wad;
  /** Of this level and all better ones. */
  sum: Wad;
}

function readLevels(levels: Book['bids']): Level[] {
  let sum = zero;
  return levels.flatMap(([price, size]) => {
    const [at, more] = [parseMarketNumber(price), parseMarketNumber(size)];
    if (at === undefined || more === undefined) return [];
    sum = add(sum, more);
    return { price: at, sum };
  });
}

function placed({ price, sum }: Level, scale: { middle: Wad; reach: bigint; most: Wad }): DepthPoint {
  const away = (distance(price, scale.middle) * whole) / scale.reach / 2n;
  const x = price < scale.middle ? whole / 2n - away : whole / 2n + away;
  return {
    x: percentOf(x),
    y: percentOf((sum * whole) / scale.most),
    price: formatAmount(price),
    sum: formatAmount(sum),
  };
}

const distance = (price: bigint, middle: bigint): bigint => (price > middle ? price - middle : middle - price);
const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const percentOf = (parts: bigint): number => parseInt(parts.toString(), 10) / 100;
