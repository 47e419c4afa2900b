// Which rate counts. No clock, no SQL.
import { rateWorkingDays, type CurrencyCode, type RateSource, type Wad } from '@candor/wire';
import { targetDayAfter } from './target-days.ts';

export interface StoredRate {
  currency: CurrencyCode;
  perUsd: Wad;
  /** YYYY-MM-DD. */
  day: string;
  source: Exclude<RateSource, 'none'>;
  /** Counts up in the order in which rates came. */
  rateId: number;
}

/** Rate that the source listed and that was rejected: it is too far from another rate, so one of the two is wrong. */
export interface Doubt {
  currency: CurrencyCode;
  perUsd: string;
  /** YYYY-MM-DD. */
  day: string;
  seenAt: number;
  /** When two operators set a rate after the doubt; null if they have not. */
  answeredAt: number | null;
}

const dayMs = 24 * 3_600_000;
/** A fresh rate of the bank goes before one of operators, and that before one that was made up. */
const rank = { bank: 2, operators: 1, demo: 0 } as const;
/** Further away from the last one by this share, a rate is taken for a slip or worse. */
const [sourceShare, operatorShare] = [5n, 2n];

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Lists come at 15:00 UTC in winter and an hour earlier in summer; a delay of some hours is not worth a word. */
const lateAtMs = 21 * 3_600_000;

/**
 * A rate is good to the end of the second working day of TARGET after its day, by UTC. The next list comes in the afternoon of the first
 * one, so that neither a list that is late nor one that is missing stops purchases; a source that stops does so within two working days.
 */
export const isOld = (day: string, now: number): boolean => now >= goodUntil(day);

/** Returns the time from which a rate of `day` is old. */
export const goodUntil = (day: string): number => targetDayAfter(day, rateWorkingDays) + dayMs;

/**
 * Returns whether a rate is doubted. If it is the wrong one, customers buy at least a fifth below the market. So nobody buys until the source
 * lists a rate close to it again, or two operators set a rate. A rate that they set on the day of the doubt answers the doubt.
 */
export const isDoubted = ({ source, day }: Pick<StoredRate, 'source' | 'day'>, doubt: Doubt | undefined): boolean =>
  doubt !== undefined && (source === 'operators' ? day < doubt.day : day <= doubt.day);

/** Returns whether customers may buy at a rate. */
export const isGood = (rate: StoredRate, doubt: Doubt | undefined, now: number): boolean =>
  !isOld(rate.day, now) && !isDoubted(rate, doubt);

/** Returns the time by which a list newer than that of `day` is expected. */
export const missedFrom = (day: string): number => targetDayAfter(day, 1) + lateAtMs;

/** Days begin earlier elsewhere, so the next one is let pass. */
export const isToCome = (day: string, now: number): boolean => startOf(day) > now + dayMs;

/** Returns the rate of one currency: the best-ranked good rate, else the best-ranked fresh one, else the newest one. */
export function rateInForce(rates: readonly StoredRate[], now: number, doubt?: Doubt): StoredRate | undefined {
  const fresh = rates
    .filter(({ day }) => !isOld(day, now))
    .toSorted((left, right) => rank[right.source] - rank[left.source] || byAge(left, right));
  return fresh.find((rate) => isGood(rate, doubt, now)) ?? fresh[0] ?? rates.toSorted(byAge)[0];
}

const byAge = (left: StoredRate, right: StoredRate): number =>
  left.day === right.day ? right.rateId - left.rateId : left.day < right.day ? 1 : -1;

/**
 * Returns false for a source's rate more than a fifth away from the last real rate, so that operators decide. The first rate of a currency
 * is compared with the sample, and may be up to half away from it.
 */
export const isFromSourceSound = (next: Wad, last: StoredRate | undefined, sample: Wad | undefined): boolean => {
  if (last !== undefined && last.source !== 'demo') return !isFurther(next, last.perUsd, sourceShare);
  return sample === undefined || !isFurther(next, sample, operatorShare);
};

export const isOfOperatorsSound = (next: Wad, last: StoredRate | undefined): boolean =>
  last === undefined || !isFurther(next, last.perUsd, operatorShare);

function isFurther(next: Wad, last: Wad, share: bigint): boolean {
  const distance = next > last ? next - last : last - next;
  return distance * share > last;
}
