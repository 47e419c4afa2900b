// What of a list is taken. The source may answer late, twice, with an older list, with less than before, or with numbers that can't be.
// Pure: what is stored and the list in, what is to be stored out.
import type { CurrencyCode, RateAnswerOutcome, Wad } from '@candor/wire';
import type { DailyRates } from './read-rates.ts';
import { isFromSourceSound, rateInForce, type Doubt, type StoredRate } from './rules.ts';
import { sampleRates } from './sample-rates.ts';

interface Known {
  /** The newest of each currency and source. */
  rates: readonly StoredRate[];
  doubts: readonly Doubt[];
  now: number;
}

export interface JudgedList {
  outcome: Exclude<RateAnswerOutcome, 'failed'>;
  taken: [CurrencyCode, Wad][];
  /** Too far from the rate that is in force, or from the one that the source listed for the same day. */
  doubted: [CurrencyCode, Wad][];
  /** Near what is known: a doubt of this day or before has ended. */
  sound: CurrencyCode[];
  /** Listed before, and not in this list: their last rate stays and becomes old by itself. */
  missing: CurrencyCode[];
  /** Listed for the same day before, with another number: the first one stays. */
  changed: CurrencyCode[];
}

export function judgeList({ day, perUsd }: DailyRates, { rates, doubts, now }: Known): JudgedList {
  const listed = new Map(rates.filter(({ source }) => source === 'bank').map((rate) => [rate.currency, rate]));
  const newest = [...listed.values()].map((rate) => rate.day).reduce((one, other) => (one > other ? one : other), '');
  const judged: JudgedList = { outcome: 'older', taken: [], doubted: [], sound: [], missing: [], changed: [] };
  // A list that is withdrawn takes nothing back: what was in force when customers ordered stays what it was.
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
