// Rates of a demo without a configured source: the same every day, and shown as samples.
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { sampleRates } from './sample-rates.ts';
import { insertRates } from './store.ts';

const everyMs = 3_600_000;

/** Of today; a database of a production refuses them. */
export const storeDemoRates = (pool: Pool, clock: Clock): Promise<void> =>
  insertRates(pool, { day: new Date(clock.now()).toISOString().slice(0, 10), source: 'demo', perUsd: sampleRates });

export const demoRates = (pool: Pool, clock: Clock): Job =>
  createJob({
    name: 'demo-rates',
    role: 'web',
    every: everyMs,
    isShared: true,
    run: () => storeDemoRates(pool, clock),
  });
