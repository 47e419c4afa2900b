// Anybody may report: what is kept is bounded in number and in rate, and what goes beyond is counted without its words.
import type { Clock } from '../kit/clock.ts';
import { counter } from '../kit/metrics.ts';

const counted = counter({
  name: 'candor_browser_failures_total',
  help: 'Failures of the app in browsers; "other" beyond as many kinds as are kept apart.',
  labelNames: ['message', 'place'],
});
const dropped = counter({
  name: 'candor_browser_failures_dropped_total',
  help: 'Reports of failures beyond as many as are counted in a minute.',
});

export const failureLimits = { kinds: 200, perMinute: 120 } as const;
const other = { message: 'other', place: 'other' };

export interface BrowserFailure {
  message: string;
  place: string;
}

export function countFailures(clock: Clock): (failure: BrowserFailure) => void {
  const kinds = new Set<string>();
  let minute = { since: -Infinity, count: 0 };
  return ({ message, place }) => {
    const now = clock.now();
    if (now - minute.since >= 60_000 || now < minute.since) minute = { since: now, count: 0 };
    if (++minute.count > failureLimits.perMinute) return dropped.inc();
    const kind = `${message} ${place}`;
    if (kinds.size < failureLimits.kinds) kinds.add(kind);
    counted.inc(kinds.has(kind) ? { message, place } : other);
  };
}
