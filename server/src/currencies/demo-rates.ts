// What a demo goes by where no source is configured: rates of about 2025, the same every day and called samples wherever they are shown.
import { wad, type CurrencyCode, type Wad } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { insertRates } from './store.ts';

const perUsd: Readonly<Record<Exclude<CurrencyCode, 'USD'>, string>> = {
  EUR: '0.86', JPY: '152', KRW: '1420', SEK: '9.45', CHF: '0.8', TWD: '30.6', AED: '3.6725', HKD: '7.78', MOP: '8.01',
}; // oxfmt-ignore
const everyMs = 3_600_000;

/** Of today; a database of a production refuses them. */
export const storeDemoRates = (pool: Pool, clock: Clock): Promise<void> =>
  insertRates(pool, {
    day: new Date(clock.now()).toISOString().slice(0, 10),
    source: 'demo',
    perUsd: Object.entries(perUsd).map(([code, rate]): [CurrencyCode, Wad] => [code as CurrencyCode, wad(rate)]),
  });

export const demoRates = (pool: Pool, clock: Clock): Job =>
  createJob({
    name: 'demo-rates',
    role: 'web',
    every: everyMs,
    isShared: true,
    run: () => storeDemoRates(pool, clock),
  });
