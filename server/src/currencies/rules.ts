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
export const isOld = (day: string, now: number): boolean => now >= targetDayAfter(day, rateWorkingDays) + dayMs;

/** The time from which a newer list than that of `day` should have come. */
export const missedFrom = (day: string): number => targetDayAfter(day, 1) + lateAtMs;

/** Days begin earlier elsewhere, so the next one is let pass. */
export const isToCome = (day: string, now: number): boolean => startOf(day) > now + dayMs;

/** Of one currency: the best fresh one, else the newest there is. */
export function rateInForce(rates: readonly StoredRate[], now: number): StoredRate | undefined {
  const fresh = rates.filter(({ day }) => !isOld(day, now));
  return fresh.toSorted((left, right) => rank[right.source] - rank[left.source] || byAge(left, right))[0] ?? rates.toSorted(byAge)[0]; // oxfmt-ignore
}

const byAge = (left: StoredRate, right: StoredRate): number =>
  left.day === right.day ? right.rateId - left.rateId : left.day < right.day ? 1 : -1;

/** From a source one that is a fifth away from the last one that was not made up is not taken: operators look and say. */
export const isFromSourceSound = (next: Wad, last: StoredRate | undefined): boolean =>
  last === undefined || last.source === 'demo' || !isFurther(next, last.perUsd, sourceShare);

export const isOfOperatorsSound = (next: Wad, last: StoredRate | undefined): boolean =>
  last === undefined || !isFurther(next, last.perUsd, operatorShare);

function isFurther(next: Wad, last: Wad, share: bigint): boolean {
  const distance = next > last ? next - last : last - next;
  return distance * share > last;
}
