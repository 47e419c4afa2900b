// Rates in the memory of a process: read again every few seconds, judged by the clock each time they are asked for.
import { currencyCodes, currencyDecimals, one, type CurrencyCode, type CurrencyRate, formatAmount, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job, type Role } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { isDoubted, isGood, isOld, rateInForce, type Doubt, type StoredRate } from './rules.ts';
import { readDoubts, readRates } from './store.ts';

export interface Rates {
  load: () => Promise<void>;
  /** Units for one US dollar if customers may buy at the rate; undefined if the rate is old, doubted or missing. */
  fresh: (currency: CurrencyCode) => Wad | undefined;
  inForce: (currency: CurrencyCode) => StoredRate | undefined;
  describe: () => CurrencyRate[];
  /** Reads them again, from its start on. */
  reload: (name: string, role: Role) => Job;
}

const reloadMs = 5_000;

export function openRates({ pool, clock }: { pool: Pool; clock: Clock }): Rates {
  let known = new Map<CurrencyCode, StoredRate[]>();
  let doubts = new Map<CurrencyCode, Doubt>();

  async function load(): Promise<void> {
    const [rates, doubted] = await Promise.all([readRates(pool), readDoubts(pool)]);
    known = Map.groupBy(rates, ({ currency }) => currency);
    doubts = new Map(doubted.map((doubt) => [doubt.currency, doubt]));
  }
  const inForce = (currency: CurrencyCode) => rateInForce(known.get(currency) ?? [], clock.now(), doubts.get(currency));

  function describe(code: CurrencyCode): CurrencyRate {
    const decimals = currencyDecimals[code];
    if (code === 'USD')
      return { code, decimals, per_usd: '1', day: null, source: 'none', is_old: false, is_doubted: false };
    const rate = inForce(code);
    if (!rate) return { code, decimals, per_usd: null, day: null, source: null, is_old: true, is_doubted: false };
    const { perUsd, day, source } = rate;
    const [old, doubted] = [isOld(day, clock.now()), isDoubted(rate, doubts.get(code))];
    return { code, decimals, per_usd: formatAmount(perUsd), day, source, is_old: old, is_doubted: doubted };
  }

  return {
    load,
    inForce,
    fresh(currency) {
      if (currency === 'USD') return one;
      const rate = inForce(currency);
      return rate && isGood(rate, doubts.get(currency), clock.now()) ? rate.perUsd : undefined;
    },
    describe: () => currencyCodes.map(describe),
    reload: (name, role) => createJob({ name, role, every: reloadMs, isShared: true, run: load }),
  };
}
