// Asks the configured source for its daily list each hour. What it can't give stays as it was, and becomes old by itself.
import { createJob, type Job } from '../kit/jobs.ts';
import { askSource, type SourceParts } from './ask-source.ts';

export interface RatesRefreshOptions extends SourceParts {
  /** Reloads the rates in force. */
  load: () => Promise<void>;
  everyMs?: number;
  retryMs?: number;
}

export const refreshRates = ({ load, everyMs = 3_600_000, retryMs = 60_000, ...source }: RatesRefreshOptions): Job =>
  createJob({
    name: 'currency-rates',
    role: 'web',
    every: everyMs,
    retryMs,
    runsAtStart: true,
    async run(stopping) {
      await askSource(source, stopping);
      await load();
    },
  });
