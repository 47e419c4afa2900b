// Questions for market data in their plainest form, so that all who would get the same answer ask the same.
import { candleRange } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Question } from '../../feed/answer-cache.ts';
import type { TimeRange } from '../../feed/hub.ts';
import { periodStart } from '../candles/candle-periods.ts';

/** As often as a running candle is sent to those who listen. */
const runningKeepMs = 250;
const pastKeepMs = 2_000;
/** Books, figures and trades. */
export const stateKeepMs = 100;

export interface CandleQuestion {
  coin: CoinCode;
  period: CandlePeriod;
  /** How often candles that were over have changed. */
  revision: number;
}

/**
 * Whoever names an instant means the candles that begin from it on, or up to it: every instant between two beginnings is the
 * same. An end that lies ahead is none, and neither is a beginning before there were candles.
 */
export function plainCandleQuestion(
  { coin, period, revision }: CandleQuestion,
  { from = 0, to = candleRange.last }: TimeRange,
  now: number,
): Question & { range: TimeRange } {
  const isRunning = to >= periodStart(period, now);
  const firstStart = periodStart(period, from * 1000);
  const range: TimeRange = {
    ...(from <= candleRange.first ? {} : { from: firstStart === from ? from : firstStart + 1 }),
    ...(isRunning ? {} : { to: periodStart(period, to * 1000) }),
  };
  return {
    key: `${coin} ${period} ${range.from ?? ''} ${range.to ?? ''} ${revision}`,
    keepMs: isRunning ? runningKeepMs : pastKeepMs,
    range,
  };
}
