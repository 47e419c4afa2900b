// Decides which rates of a list are stored. The source may answer late, twice, with an older or a shorter list, or with impossible numbers.
// Pure: takes the stored rates and the list, returns what to store.
import type { CurrencyCode, RateAnswerOutcome, Wad } from '@candor/wire';
import type { DailyRates } from './read-rates.ts';
import { isFromSourceSound, rateInForce, type Doubt, type StoredRate } from './rules.ts';
import { sampleRates } from './sample-rates.ts';

interface Known {
  /** Newest rate of each currency and source. */
  rates: readonly StoredRate[];
  doubts: readonly Doubt[];
  now: number;
}

export interface JudgedList {
  outcome: Exclude<RateAnswerOutcome, 'failed'>;
  taken: [CurrencyCode, Wad][];
  /** Too far from the rate in force, or from the rate that the source listed before for the same day. */
  doubted: [CurrencyCode, Wad][];
  /** Close to the known rate, which ends a doubt of this day or an earlier one. */
  sound: CurrencyCode[];
  /** Listed before, but not in this list. The last rate is kept until it is too old. */
  missing: CurrencyCode[];
  /** Listed before for the same day with another number. The first number is kept. */
  changed: CurrencyCode[];
}

export function judgeList({ day, perUsd }: DailyRates, { rates, doubts, now }: Known): JudgedList {
  const listed = new Map(rates.filter(({ source }) => source === 'bank').map((rate) => [rate.currency, rate]));
  const newest = [...listed.values()].map((rate) => rate.day).reduce((one, other) => (one > other ? one : other), '');
  const judged: JudgedList = { outcome: 'older', taken: [], doubted: [], sound: [], missing: [], changed: [] };
  // An older list revokes nothing: a rate that was in force when customers ordered stays as it was.
  if (day < newest) return judged;
  judged.outcome = day > newest ? 'new' : 'same';
  judged.missing = [...listed.keys()].filter((code) => !perUsd.has(code));
  for (const [code, rate] of perUsd) {
    const before = listed.get(code);
    const ofDay = before?.day === day ? before : undefined;
    const last =
      ofDay ??
      rateInForce(
        rates.filter(({ currency }) => currency === code),
        now,
        doubts.find(({ currency }) => currency === code),
      );
    const isSound = isFromSourceSound(rate, last, sampleRates.get(code));
    if (isSound) judged.sound.push(code);
    else judged.doubted.push([code, rate]);
    if (ofDay !== undefined && ofDay.perUsd !== rate) judged.changed.push(code);
    if (isSound && ofDay === undefined) judged.taken.push([code, rate]);
  }
  return judged;
}
