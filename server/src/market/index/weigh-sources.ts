// Which sources of a price count, and what they give together. Pure: prices, memory of outliers and time in, verdict out.
import { combinePrices, isMajority } from '@candor/proof';
import { median, multiplyDown } from '@candor/wire';
import type { SourceStanding, Wad } from '@candor/wire';

/** An outlier counts again once it was near the others for this long. */
export const exclusionMs = 15 * 60_000;

export interface Candidate {
  source: string;
  /** A price that is fresh, or why there is none. */
  price: Wad | Exclude<SourceStanding, 'in' | 'outlier' | 'disputed'>;
}

/** Source → when it was last too far off. */
export type Exclusions = ReadonlyMap<string, number>;

export interface WeighInput {
  candidates: readonly Candidate[];
  /** How far from the median a source may be, as a fraction of it. */
  bound: Wad;
  exclusions: Exclusions;
  decimals: number;
  now: number;
}
export interface Weighed {
  price: Wad | undefined;
  standings: ReadonlyMap<string, SourceStanding>;
  exclusions: Exclusions;
}

interface Priced {
  source: string;
  price: Wad;
}

export function weighSources(input: WeighInput): Weighed {
  const { candidates, decimals } = input;
  const priced = candidates.flatMap(({ source, price }) => (typeof price === 'bigint' ? [{ source, price }] : []));
  const { left, counts, exclusions } = candidates.length === 1 ? alone(priced) : judge(priced, input);
  const standings = new Map<string, SourceStanding>();
  for (const { source, price } of candidates) {
    const standing = exclusions.has(source) ? 'outlier' : counts ? 'in' : 'disputed';
    standings.set(source, typeof price === 'bigint' ? standing : price);
  }
  const price = counts ? combinePrices(pricesOf(left), pricesOf(priced), decimals) : undefined;
  return { price, standings, exclusions };
}

interface Judgement {
  left: readonly Priced[];
  counts: boolean;
  exclusions: Exclusions;
}

const alone = (priced: readonly Priced[]): Judgement => ({ left: priced, counts: true, exclusions: new Map() });

/**
 * Those that count must be more than half of all that are priced, or a few that are left could make the price while the others are
 * still out. Where those that are out are the half or more, their being out tells nothing: all are judged as at a start.
 */
function judge(priced: readonly Priced[], input: WeighInput): Judgement {
  const { candidates, exclusions: before } = input;
  const quotedCount = candidates.filter(({ price }) => typeof price === 'bigint' || price === 'frozen').length;
  const first = judgeLeft(priced, quotedCount, input);
  if (first.counts) return first;
  const isAnyoneOut = priced.some(({ source }) => before.has(source));
  if (isAnyoneOut && quotedCount > 2) {
    const anew = judgeLeft(priced, quotedCount, { ...input, exclusions: new Map() });
    if (anew.counts) return anew;
  }
  // A minority can let others back in, but shuts nobody out.
  const exclusions = new Map([...first.exclusions].filter(([source]) => before.has(source)));
  return { ...first, exclusions };
}

function judgeLeft(priced: readonly Priced[], quotedCount: number, input: WeighInput): Judgement {
  const { exclusions, isDisputed } = exclude(priced, input);
  const left = priced.filter(({ source }) => !exclusions.has(source));
  const counts = !isDisputed && isMajority(left.length, quotedCount) && doCount(left, input.bound);
  return { left, counts, exclusions };
}

/** Three that are within the bound of their median, or two that agree; one of several says nothing. */
function doCount(left: readonly Priced[], bound: Wad): boolean {
  if (left.length !== 2) return left.length > 2;
  const [one, other] = pricesOf(left) as [Wad, Wad];
  return isNear(one, one < other ? one : other, bound) && isNear(other, one < other ? one : other, bound);
}

/** Who is out from now on, and who comes back. Where no majority agrees nobody is out: it can't be said who is wrong. */
function exclude(
  priced: readonly Priced[],
  { bound, exclusions: before, now }: WeighInput,
): { exclusions: Map<string, number>; isDisputed: boolean } {
  const exclusions = new Map(before);
  const considered = priced.filter(({ source }) => !before.has(source));
  let near = considered;
  if (considered.length > 2) {
    const middle = median(pricesOf(considered))!;
    near = considered.filter(({ price }) => isNear(price, middle, bound));
    if (near.length * 2 <= considered.length) return { exclusions, isDisputed: true };
    for (const { source } of considered) if (!near.some((one) => one.source === source)) exclusions.set(source, now);
  }
  const reference = median(pricesOf(near));
  if (reference === undefined) return { exclusions, isDisputed: false };
  const halfBound = (bound / 2n) as Wad;
  for (const { source, price } of priced) {
    const lastOff = before.get(source);
    if (lastOff === undefined) continue;
    if (!isNear(price, reference, halfBound)) exclusions.set(source, now);
    else if (now - lastOff >= exclusionMs) exclusions.delete(source);
  }
  return { exclusions, isDisputed: false };
}

function isNear(price: Wad, reference: Wad, bound: Wad): boolean {
  const distance = (price > reference ? price - reference : reference - price) as Wad;
  return distance <= multiplyDown(reference, bound, 18);
}

const pricesOf = (priced: readonly Priced[]): Wad[] => priced.map(({ price }) => price);
