// Asks the configured source for its daily list each hour. What it can't give stays as it was, and becomes old by itself.
import type { CurrencyCode, Wad } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { fetchText } from '../kit/fetch-text.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { readDailyRates, type DailyRates } from './read-rates.ts';
import { isFromSourceSound, isToCome, type StoredRate } from './rules.ts';
import { insertRates } from './store.ts';

export interface RatesRefreshOptions {
  /** Answers in the form of the European Central Bank’s daily list. */
  url: string;
  pool: Pool;
  clock: Clock;
  last: (currency: CurrencyCode) => StoredRate | undefined;
  /** What `last` knows is read anew by it, before it is asked and after. */
  load: () => Promise<void>;
  everyMs?: number;
  retryMs?: number;
  timeoutMs?: number;
}

const source = { who: 'the source of rates', accept: 'application/xml, text/xml', bytesMax: 256 * 1024 };

export function refreshRates(options: RatesRefreshOptions): Job {
  const { url, pool, clock, last, load, everyMs = 3_600_000, retryMs = 60_000, timeoutMs = 15_000 } = options;
  return createJob({
    name: 'currency-rates',
    role: 'web',
    every: everyMs,
    retryMs,
    runsAtStart: true,
    async run(stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
      const daily = readDailyRates(await fetchText(url, { ...source, signal }));
      if (isToCome(daily.day, clock.now())) throw new Error(`the list is of a day to come: ${daily.day}`);
      await load();
      await insertRates(pool, { day: daily.day, source: 'bank', perUsd: soundOf(daily, last) });
      await load();
    },
  });
}

function soundOf({ perUsd, day }: DailyRates, last: RatesRefreshOptions['last']): [CurrencyCode, Wad][] {
  const [sound, strange] = [[...perUsd].filter(isSound), [...perUsd].filter((each) => !isSound(each))];
  if (strange.length > 0)
    log.warn('rates too far from the last ones are not taken', { day, currencies: strange.map(([code]) => code).join(' ') }); // oxfmt-ignore
  return sound;

  function isSound([code, rate]: [CurrencyCode, Wad]): boolean {
    return isFromSourceSound(rate, last(code));
  }
}
