// Which candles changed since they were last stored, and since they were last sent.
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Candle } from '../sources/source.ts';
import type { StoredFacts } from './minute-rules.ts';

export interface CandleKey {
  coin: CoinCode;
  period: CandlePeriod;
  candle: Candle;
  /** Only set for minutes. */
  facts?: StoredFacts;
}

export interface ChangedCandles {
  coin: CoinCode;
  period: CandlePeriod;
  /** Oldest first, the running one last; the others were closed or corrected since the last call of takeChanged. */
  candles: readonly Candle[];
}

/** How many changed closed candles are sent at once for each coin and period; the others wait for the next call. */
const endedAtOnce = 10;

interface Changed {
  coin: CoinCode;
  period: CandlePeriod;
  ended: Map<number, Candle>;
}

export class CandleChanges {
  readonly #unstored = new Map<string, CandleKey>();
  readonly #changed = new Map<string, Changed>();

  toStore(key: CandleKey): void {
    this.#unstored.set(nameOf(key), key);
  }

  /** Marks the running candle as changed, and `ended`, a closed candle, if it is given. */
  toSend(coin: CoinCode, period: CandlePeriod, ended?: Candle): void {
    const key = `${coin} ${period}`;
    const changed = this.#changed.get(key) ?? { coin, period, ended: new Map<number, Candle>() };
    this.#changed.set(key, changed);
    if (ended) changed.ended.set(ended.start, ended);
  }

  takeUnstored(): CandleKey[] {
    return takeAll(this.#unstored);
  }

  /** Gives back candles that could not be stored, except those that changed again in the meantime. */
  keepUnstored(keys: readonly CandleKey[]): void {
    for (const key of keys) if (!this.#unstored.has(nameOf(key))) this.#unstored.set(nameOf(key), key);
  }

  takeChanged(runningOf: (coin: CoinCode, period: CandlePeriod) => Candle | undefined): ChangedCandles[] {
    return takeAll(this.#changed).map(({ coin, period, ended }) => {
      const running = runningOf(coin, period);
      const inOrder = [...ended.values()].toSorted((left, right) => left.start - right.start);
      for (const candle of inOrder.slice(endedAtOnce)) this.toSend(coin, period, candle);
      const candles = inOrder.slice(0, endedAtOnce).filter(({ start }) => start !== running?.start);
      return { coin, period, candles: running ? [...candles, running] : candles };
    });
  }
}

const nameOf = ({ coin, period, candle }: CandleKey): string => `${coin} ${period} ${candle.start}`;

function takeAll<Item>(items: Map<string, Item>): Item[] {
  const taken = [...items.values()];
  items.clear();
  return taken;
}
