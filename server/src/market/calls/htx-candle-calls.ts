// HTX's REST calls for candles. They are long and many ask for the same ones, so each is written once for all who ask until a candle of
// the coin changes.
import { candleRange, htxCandles, htxCandlesMax, htxKlines, isCandlePeriod } from '@candor/wire';
import type { Coin } from '@candor/wire';
import type { BoundCall } from '../../kit/feature.ts';
import { bindRaw, type RawJson } from '../../kit/raw-json.ts';
import type { CandleRange } from '../candles/read-candles.ts';
import type { MarketView } from '../topics/market-view.ts';
import { renderCandle } from '../topics/render.ts';
import { channelText, errorText, invalidSize, okText, readSize, sizeMax, withCoin } from './htx-form.ts';
import { createSharedAnswers } from './shared-answers.ts';

const answersBytesMax = 16 * 1024 * 1024;

export function htxCandleCalls(view: MarketView): BoundCall[] {
  const { clock, candles } = view;
  const answers = createSharedAnswers(clock, answersBytesMax);
  const error = (text: string): string => errorText(clock, text);

  /** Newest first. `end`: which candles of a span that has more. */
  function answer(coin: Coin, range: Omit<CandleRange, 'coin'>, end: 'newest' | 'oldest'): Promise<RawJson> {
    const { period, fromSeconds, toSeconds, limit } = range;
    // Taken before they are read: whoever asks after a change is not given what was read before it.
    const version = view.series.version(coin.code);
    const key = `${coin.code} ${period} ${fromSeconds} ${toSeconds} ${limit} ${end}`;
    return answers.answer({ key, version }, async () => {
      const found = await (end === 'newest' ? candles.read : candles.readFirst)({ ...range, coin: coin.code });
      const data = found.toReversed().map(renderCandle).join(',');
      return okText(clock, `${channelText(coin, `kline.${period}`)}"data":[${data}]`);
    });
  }

  return [
    bindRaw(htxKlines, ({ symbol, period = '', size = '150' }) =>
      withCoin(clock, symbol, (coin) => {
        if (!isCandlePeriod(period)) return error('invalid period');
        const limit = readSize(size, sizeMax);
        if (limit === undefined) return error(invalidSize(sizeMax));
        return answer(coin, { period, fromSeconds: 0, toSeconds: candleRange.last, limit }, 'newest');
      }),
    ),
    bindRaw(htxCandles, ({ symbol, period = '', size = '150', from, to }) =>
      withCoin(clock, symbol, (coin) => {
        if (!isCandlePeriod(period)) return error('invalid period');
        const limit = readSize(size, htxCandlesMax);
        if (limit === undefined) return error(invalidSize(htxCandlesMax));
        const [fromSeconds, toSeconds] = [readSeconds(from, 0), readSeconds(to, candleRange.last)];
        if (fromSeconds === undefined || toSeconds === undefined) return error('invalid from or to');
        return answer(coin, { period, fromSeconds, toSeconds, limit }, from === undefined ? 'newest' : 'oldest');
      }),
    ),
  ];
}

function readSeconds(text: string | undefined, otherwise: number): number | undefined {
  if (text === undefined) return otherwise;
  return /^\d{1,10}$/.test(text) ? parseInt(text, 10) : undefined;
}
