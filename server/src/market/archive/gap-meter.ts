// Gaps in the ticks as operators see them: in the log and in the metrics.
import { log } from '../../kit/log.ts';
import { histogram } from '../../kit/metrics.ts';
import type { TickGap } from './tick-gaps.ts';

const lengths = histogram({
  name: 'candor_tick_gap_seconds',
  help: 'Gaps in the ticks of a coin that were ours: no tick for longer than 1.5 s, though its sources gave a price.',
  labelNames: ['coin'],
  buckets: [2, 3, 5, 10, 30, 60, 300],
});

/** Those of one flush; a restart ends one of each coin. */
export function noteGaps(gaps: readonly TickGap[]): void {
  const lengthsMs = gaps.map(({ fromMs, toMs }) => toMs - fromMs);
  for (const [place, { coin }] of gaps.entries()) lengths.labels(coin).observe(lengthsMs[place]! / 1000);
  log.warn('a gap in the ticks', { coins: gaps.map(({ coin }) => coin).join(), longestMs: Math.max(...lengthsMs) });
}
