// Rates in the memory of a process: read again every few seconds, judged by the clock each time they are asked for.
import { currencyCodes, currencyDecimals, one, type CurrencyCode, type CurrencyRate, formatAmount, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job, type Role } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { isOld, rateInForce, type StoredRate } from './rules.ts';
import { readRates } from './store.ts';

export interface Rates {
  load: () => Promise<void>;
  /** Units for one US dollar, of a rate that may be bought at; undefined where it is old or missing. */
  fresh: (currency: CurrencyCode) => Wad | undefined;
  inForce: (currency: CurrencyCode) => StoredRate | undefined;
  describe: () => CurrencyRate[];
  /** Reads them again, from its start on. */
  reload: (name: string, role: Role) => Job;
}

const reloadMs = 5_000;

export function openRates({ pool, clock }: { pool: Pool; clock: Clock }): Rates {
  let known = new Map<CurrencyCode, StoredRate[]>();

  async function load(): Promise<void> {
    known = Map.groupBy(await readRates(pool), ({ currency }) => currency);
  }
  const inForce = (currency: CurrencyCode) => rateInForce(known.get(currency) ?? [], clock.now());

  function describe(code: CurrencyCode): CurrencyRate {
    const decimals = currencyDecimals[code];
    if (code === 'USD') return { code, decimals, per_usd: '1', day: null, source: 'none', is_old: false };
    const rate = inForce(code);
    if (!rate) return { code, decimals, per_usd: null, day: null, source: null, is_old: true };
    const { perUsd, day, source } = rate;
    return { code, decimals, per_usd: formatAmount(perUsd), day, source, is_old: isOld(day, clock.now()) };
  }

  return {
    load,
    inForce,
    fresh(currency) {
      if (currency === 'USD') return one;
      const rate = inForce(currency);
      return rate && !isOld(rate.day, clock.now()) ? rate.perUsd : undefined;
    },
    describe: () => currencyCodes.map(describe),
    reload: (name, role) => createJob({ name, role, every: reloadMs, isShared: true, run: load }),
  };
}
