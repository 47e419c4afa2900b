// State of the rate of each currency: good, late, or refused to customers, and since when. Pure.
import { currencyCodes, type CurrencyCode, type RateState } from '@candor/wire';
import { goodUntil, isDoubted, isOld, missedFrom, rateInForce, type Doubt, type StoredRate } from './rules.ts';

/** Rates and doubts as stored. */
export interface RatesStored {
  /** Newest rate of each currency and source. */
  rates: readonly StoredRate[];
  doubts: readonly Doubt[];
  /** Currencies in which coins are sold. */
  offered: readonly CurrencyCode[];
  /** When the source was last asked; null if never. */
  askedAt: number | null;
}

export interface JudgedRate {
  currency: CurrencyCode;
  isOffered: boolean;
  state: RateState;
  /** When this state began, if that is known; null while the rate is good. */
  since: number | null;
  rate: StoredRate | undefined;
  doubt: Doubt | undefined;
  /** When a list newer than the currency's last one is expected; null if no list had the currency, or if no source is in use. */
  expectedBy: number | null;
}

/** Processes ask every hour, so a source that was not asked for a day is no longer configured. */
const askedMs = 24 * 3_600_000;

/** Judges the rates of all currencies except the dollar. */
export function judgeRates(stored: RatesStored, now: number): JudgedRate[] {
  const isAsked = stored.askedAt !== null && now - stored.askedAt < askedMs;
  return currencyCodes.filter((code) => code !== 'USD').map(judge);

  function judge(currency: CurrencyCode): JudgedRate {
    const rates = stored.rates.filter((rate) => rate.currency === currency);
    const doubt = stored.doubts.find((each) => each.currency === currency);
    const listed = rates.find(({ source }) => source === 'bank');
    const expectedBy = isAsked && listed !== undefined ? missedFrom(listed.day) : null;
    const rate = rateInForce(rates, now, doubt);
    const isOffered = stored.offered.includes(currency);
    return { currency, isOffered, rate, doubt, expectedBy, ...stateOf({ rate, doubt, expectedBy }, now) };
  }
}

function stateOf(
  { rate, doubt, expectedBy }: Pick<JudgedRate, 'rate' | 'doubt' | 'expectedBy'>,
  now: number,
): Pick<JudgedRate, 'state' | 'since'> {
  if (rate === undefined) return { state: 'missing', since: null };
  if (isOld(rate.day, now)) return { state: 'old', since: goodUntil(rate.day) };
  if (isDoubted(rate, doubt)) return { state: 'doubted', since: doubt!.seenAt };
  if (expectedBy !== null && now >= expectedBy) return { state: 'late', since: expectedBy };
  return { state: 'good', since: null };
}

export interface RateAlarm {
  kind: 'rates-late' | 'rates-doubted';
  /** True if customers can't buy. */
  isGrave: boolean;
  /** Currency codes, separated by commas. */
  about: string;
  since: number | null;
}

/**
 * An alarm is grave if coins are sold in a currency and nobody can buy in it. A currency in which no coins are sold raises an alarm only if
 * the whole source is late, since totals are shown in the currency, or if the source's rate of it is doubted.
 */
export function findRateAlarms(judged: readonly JudgedRate[]): RateAlarm[] {
  const isRefused = ({ state }: JudgedRate): boolean => state === 'old' || state === 'missing';
  const listed = judged.filter(({ expectedBy }) => expectedBy !== null);
  const isSourceLate = listed.length > 0 && listed.every(({ state }) => state === 'late' || state === 'old');
  const refused = judged.filter((each) => each.isOffered && isRefused(each));
  const late = judged.filter(
    (each) =>
      !refused.includes(each) &&
      (each.isOffered ? each.state === 'late' : isSourceLate && each.expectedBy !== null && each.state !== 'doubted'),
  );
  const open = judged.filter(
    ({ doubt, state }) => state === 'doubted' || (doubt !== undefined && doubt.answeredAt === null),
  );
  const stopped = open.filter(({ isOffered, state }) => isOffered && state === 'doubted');
  return [
    ...alarmOf('rates-doubted', stopped, true),
    ...alarmOf(
      'rates-doubted',
      open.filter((each) => !stopped.includes(each)),
      false,
    ),
    ...alarmOf('rates-late', refused, true),
    ...alarmOf('rates-late', late, false),
  ];
}

function alarmOf(kind: RateAlarm['kind'], judged: readonly JudgedRate[], isGrave: boolean): RateAlarm[] {
  if (judged.length === 0) return [];
  const begun = judged.flatMap(({ since, doubt }) => {
    const at = kind === 'rates-doubted' ? doubt!.seenAt : since;
    return at === null ? [] : [at];
  });
  const about = judged.map(({ currency }) => currency).join(', ');
  return [{ kind, isGrave, about, since: begun.length === 0 ? null : Math.min(...begun) }];
}
