// The newest candles of every coin and period in memory, kept up to date by ticks (prices) and trades (volumes).
import { candlePeriods, coinCodes, multiplyDown, add, zero } from '@candor/wire';
import type { CandlePeriod, CoinCode, Wad } from '@candor/wire';
import { periodStart } from './candle-periods.ts';
import type { Prices } from '../corrections/correction-rules.ts';
import type { Candle, Trade } from '../sources/source.ts';

export const candlesKept = 300;
/** A trade that is reported later than this is left to the source's own candles. */
const lateTradeMs = 120_000;

export interface CandleKey {
  coin: CoinCode;
  period: CandlePeriod;
  candle: Candle;
}

export interface CandleSeries {
  tick(coin: CoinCode, price: Wad, atMs: number): void;
  trade(coin: CoinCode, trade: Trade, now: number): void;
  /** The source's minute that is over: its volume replaces the one counted from trades. */
  closeMinute(coin: CoinCode, minute: Candle): void;
  /** Minutes from the source, oldest first, for a time in which ticks or trades were missed. */
  repair(coin: CoinCode, minutes: readonly Candle[]): void;
  /** History from the source or the store; candles that exist are completed, not replaced. */
  fill(coin: CoinCode, period: CandlePeriod, candles: readonly Candle[], isStored: boolean): void;
  /** Oldest first, the running one last; at most candlesKept. */
  newest(coin: CoinCode, period: CandlePeriod): readonly Candle[];
  /** What a minute was corrected to; no source's word on it counts from now on. */
  pin(coin: CoinCode, start: number, prices: Prices): void;
  /** Whether a minute from a second on was corrected. */
  isCorrected(coin: CoinCode, fromSeconds: number): boolean;
  /** Minutes before a second that a source's candle made wider than ticks had, each once. */
  takeRepaired(beforeSeconds: number): { coin: CoinCode; start: number }[];
  /** Grows whenever a candle of the coin that was over changes, or is said to have been corrected. */
  revision(coin: CoinCode): number;
  /** Grows whenever any candle of the coin changes. */
  version(coin: CoinCode): number;
  /** Candles that were changed since they were last taken, to be stored. */
  takeUnstored(): CandleKey[];
  /** Gives back what could not be stored. */
  keepUnstored(keys: readonly CandleKey[]): void;
  /** Coins and periods whose last candle changed, to be sent. */
  takeChanged(): { coin: CoinCode; period: CandlePeriod }[];
}

export const createCandleSeries = (): CandleSeries => new Series();

class Series implements CandleSeries {
  readonly #series = new Map<string, Candle[]>();
  readonly #unstored = new Map<string, CandleKey>();
  readonly #changed = new Map<string, { coin: CoinCode; period: CandlePeriod }>();
  /** Per coin: trades before this second are in volumes that the source has already given as final. */
  readonly #closedTo = new Map<CoinCode, number>();
  readonly #pins = new Map<string, Prices>();
  readonly #revisions = new Map<CoinCode, number>();
  readonly #versions = new Map<CoinCode, number>();
  readonly #repaired = new Map<string, { coin: CoinCode; start: number }>();

  constructor() {
    for (const coin of coinCodes) for (const period of candlePeriods) this.#series.set(`${coin} ${period}`, []);
  }

  #of(coin: CoinCode, period: CandlePeriod): Candle[] {
    return this.#series.get(`${coin} ${period}`)!;
  }

  #mark(coin: CoinCode, period: CandlePeriod, candle: Candle): void {
    this.#unstored.set(`${coin} ${period} ${candle.start}`, { coin, period, candle });
    this.#changed.set(`${coin} ${period}`, { coin, period });
    this.#grow(this.#versions, coin);
    if (candle !== this.#of(coin, period).at(-1)) this.#revise(coin);
  }

  #revise(coin: CoinCode): void {
    this.#grow(this.#revisions, coin);
    this.#grow(this.#versions, coin);
  }

  #grow(counts: Map<CoinCode, number>, coin: CoinCode): void {
    counts.set(coin, (counts.get(coin) ?? 0) + 1);
  }

  tick(coin: CoinCode, price: Wad, atMs: number): void {
    for (const period of candlePeriods) {
      const candles = this.#of(coin, period);
      const last = candles.at(-1);
      const start = last && isWithin(period, last.start, atMs) ? last.start : periodStart(period, atMs);
      if (last && start < last.start) continue;
      if (last?.start === start) {
        if (price > last.high) last.high = price;
        if (price < last.low) last.low = price;
        last.close = price;
        this.#mark(coin, period, last);
      } else {
        const opened = flat(start, price);
        insert(candles, opened);
        this.#mark(coin, period, opened);
      }
    }
  }

  trade(coin: CoinCode, { price, amount, at }: Trade, now: number): void {
    if (at < now - lateTradeMs || at < (this.#closedTo.get(coin) ?? 0) * 1000) return;
    const volume = multiplyDown(price, amount, 18);
    for (const period of candlePeriods) {
      const candles = this.#of(coin, period);
      const start = periodStart(period, Math.min(at, now));
      let candle = candles.at(-1)?.start === start ? candles.at(-1) : find(candles, start);
      if (!candle) {
        if ((candles.at(-1)?.start ?? 0) > start) continue;
        // The first thing in a candle is a trade: it opens where the index was last.
        candle = flat(start, candles.at(-1)?.close ?? price);
        insert(candles, candle);
      }
      candle.amount = add(candle.amount, amount);
      candle.volume = add(candle.volume, volume);
      candle.count++;
      this.#mark(coin, period, candle);
    }
  }

  closeMinute(coin: CoinCode, minute: Candle): void {
    this.#closedTo.set(coin, Math.max(this.#closedTo.get(coin) ?? 0, minute.start + 60));
    const known = find(this.#of(coin, '1min'), minute.start);
    if (!known) return this.repair(coin, [minute]);
    this.#addVolume(coin, minute, known);
  }

  /** Brings a minute's volume, and with it that of the longer candles, to what the source says. */
  #addVolume(coin: CoinCode, minute: Candle, known: Candle): void {
    const more = {
      amount: minute.amount - known.amount,
      volume: minute.volume - known.volume,
      count: minute.count - known.count,
    };
    for (const period of candlePeriods) {
      const candle = find(this.#of(coin, period), periodStart(period, minute.start * 1000));
      if (!candle) continue;
      candle.amount = atLeastZero(candle.amount + more.amount);
      candle.volume = atLeastZero(candle.volume + more.volume);
      candle.count = Math.max(0, candle.count + more.count);
      this.#mark(coin, period, candle);
    }
  }

  #pinned(coin: CoinCode, minute: Candle): Candle {
    return { ...minute, ...this.#pins.get(`${coin} ${minute.start}`) };
  }

  repair(coin: CoinCode, minutes: readonly Candle[]): void {
    for (const given of minutes) {
      const minute = this.#pinned(coin, given);
      const known = find(this.#of(coin, '1min'), minute.start);
      if (known && minute.volume > known.volume) this.#addVolume(coin, minute, known);
      if (known && (minute.high > known.high || minute.low < known.low)) {
        this.#repaired.set(`${coin} ${minute.start}`, { coin, start: minute.start });
      }
      for (const period of candlePeriods) this.#repairPeriod(coin, period, { minute, wasKnown: known !== undefined });
    }
  }

  #repairPeriod(
    coin: CoinCode,
    period: CandlePeriod,
    { minute, wasKnown }: { minute: Candle; wasKnown: boolean },
  ): void {
    const candles = this.#of(coin, period);
    const start = periodStart(period, minute.start * 1000);
    const candle = find(candles, start);
    if (!candle) {
      const added = { ...minute, start };
      if (insert(candles, added)) this.#mark(coin, period, added);
      return;
    }
    if (minute.high > candle.high) candle.high = minute.high;
    if (minute.low < candle.low) candle.low = minute.low;
    if (!wasKnown) {
      candle.amount = add(candle.amount, minute.amount);
      candle.volume = add(candle.volume, minute.volume);
      candle.count += minute.count;
      const isLast = !this.#of(coin, '1min').some((other) => other.start > minute.start);
      if (isLast) candle.close = minute.close;
    }
    this.#mark(coin, period, candle);
  }

  fill(coin: CoinCode, period: CandlePeriod, history: readonly Candle[], isStored: boolean): void {
    const byStart = new Map(this.#of(coin, period).map((candle) => [candle.start, candle]));
    for (const given of history) {
      const past = period === '1min' ? this.#pinned(coin, given) : given;
      const known = byStart.get(past.start);
      const candle = known ? complete(known, past) : { ...past };
      byStart.set(candle.start, candle);
      if (!isStored) this.#mark(coin, period, candle);
    }
    const sorted = [...byStart.values()].toSorted((left, right) => left.start - right.start);
    this.#series.set(`${coin} ${period}`, sorted.slice(-candlesKept));
    this.#revise(coin);
  }

  newest(coin: CoinCode, period: CandlePeriod): readonly Candle[] {
    return this.#of(coin, period);
  }

  pin(coin: CoinCode, start: number, prices: Prices): void {
    this.#pins.set(`${coin} ${start}`, prices);
    this.#revise(coin);
  }

  isCorrected(coin: CoinCode, fromSeconds: number): boolean {
    return [...this.#pins.keys()].some((key) => {
      const [pinned, start] = key.split(' ');
      return pinned === coin && +start! >= fromSeconds;
    });
  }

  revision(coin: CoinCode): number {
    return this.#revisions.get(coin) ?? 0;
  }

  version(coin: CoinCode): number {
    return this.#versions.get(coin) ?? 0;
  }

  takeRepaired(beforeSeconds: number): { coin: CoinCode; start: number }[] {
    const taken = [...this.#repaired].filter(([, { start }]) => start < beforeSeconds);
    for (const [key] of taken) this.#repaired.delete(key);
    return taken.map(([, minute]) => minute);
  }

  takeUnstored(): CandleKey[] {
    return takeAll(this.#unstored);
  }

  keepUnstored(keys: readonly CandleKey[]): void {
    for (const key of keys) this.#unstored.set(`${key.coin} ${key.period} ${key.candle.start}`, key);
  }

  takeChanged(): { coin: CoinCode; period: CandlePeriod }[] {
    return takeAll(this.#changed);
  }
}

const flat = (start: number, price: Wad): Candle => ({
  start,
  open: price,
  high: price,
  low: price,
  close: price,
  amount: zero,
  volume: zero,
  count: 0,
});

/** A candle that began before we looked takes over the source's opening, extremes and volume. */
function complete(known: Candle, past: Candle): Candle {
  known.open = past.open;
  if (past.high > known.high) known.high = past.high;
  if (past.low < known.low) known.low = past.low;
  if (past.volume > known.volume) {
    known.amount = past.amount;
    known.volume = past.volume;
    known.count = past.count;
  }
  return known;
}

/** Whether an instant surely lies in the candle that began at `start`; spares the calendar for the usual case. */
const isWithin = (period: CandlePeriod, start: number, ms: number): boolean =>
  ms >= start * 1000 && ms < (start + shortestSeconds[period]) * 1000;
const shortestSeconds: Record<CandlePeriod, number> = {
  '1min': 60, '5min': 300, '15min': 900, '30min': 1800, '60min': 3600, '4hour': 14_400,
  '1day': 86_400, '1week': 7 * 86_400, '1mon': 28 * 86_400, '1year': 365 * 86_400,
}; // oxfmt-ignore

const find = (candles: readonly Candle[], start: number): Candle | undefined =>
  candles.findLast((candle) => candle.start === start);

/** Puts a candle in its place and keeps the newest; false when it is too old to be kept. */
function insert(candles: Candle[], candle: Candle): boolean {
  let place = candles.length;
  while (place > 0 && candles[place - 1]!.start > candle.start) place--;
  if (place === 0 && candles.length >= candlesKept) return false;
  candles.splice(place, 0, candle);
  if (candles.length > candlesKept) candles.shift();
  return true;
}

const atLeastZero = (value: bigint): Wad => (value < 0n ? 0n : value) as Wad;

function takeAll<Item>(items: Map<string, Item>): Item[] {
  const taken = [...items.values()];
  items.clear();
  return taken;
}
