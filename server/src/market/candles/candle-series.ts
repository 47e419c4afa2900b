// The newest candles of every coin and period, in memory. Minutes are made of ticks (prices), trades (volumes) and the source's candles;
// longer candles are made of their minutes, and of history where minutes are not known.
import { candlePeriods, coinCodes } from '@candor/wire';
import type { CandlePeriod, CoinCode, Wad } from '@candor/wire';
import {
  candlesKept,
  changeCandle,
  changeEnds,
  completeCandle,
  findCandle,
  insertCandle,
  isSameCandle,
  partPeriodOf,
  rebuildCandle,
} from './candle-list.ts';
import { CandleChanges, type CandleKey, type ChangedCandles } from './candle-changes.ts';
import { periodEnd, periodStart } from './candle-periods.ts';
import { MinuteRanges, minuteSeconds, type MinuteRange } from './minute-ranges.ts';
import {
  countTrade,
  drawMinute,
  factsToStore,
  isPartial,
  isSettled,
  isWidened,
  lateTradeMs,
  newMinute,
  noteMissed,
  noteTick,
  openAt,
  readAnswer,
  storedMinute,
  streamedMinute,
  takeGiven,
  type Given,
  type MinuteFacts,
} from './minute-rules.ts';
import type { Prices } from '../corrections/correction-rules.ts';
import type { Candle, Trade } from '../sources/source.ts';

/** How far back missing minutes are tracked, seconds: longer than a day. */
export const knownSeconds = 34 * 3600;
const longerPeriods = candlePeriods.slice(1);

export interface CandleSeries {
  tick(coin: CoinCode, price: Wad, atMs: number): void;
  trade(coin: CoinCode, trade: Trade, now: number): void;
  /** Takes a closed minute from the source's stream: no more trades are added to that minute. */
  closeMinute(coin: CoinCode, minute: Candle): void;
  /** Takes the source's answer to a request for minutes: all but the newest are closed, and the source's values are used for them. */
  give(coin: CoinCode, minutes: readonly Candle[]): void;
  /** Notes that ticks and trades of a span may have been missed. */
  miss(coin: CoinCode, span: { fromMs: number; toMs: number }): void;
  /** Adds history from the source; existing candles are completed, not replaced. */
  fill(coin: CoinCode, period: CandlePeriod, candles: readonly Candle[]): void;
  /** Loads stored candles, oldest first. Before the minutes that are kept, only minutes of which a part was missed are loaded. */
  load(coin: CoinCode, period: CandlePeriod, stored: readonly CandleKey[], now: number): void;
  /** Marks minutes as known because they are stored, or because a longer candle of history contains them. */
  cover(coin: CoinCode, range: MinuteRange): void;
  /** Returns the minutes of a span that are unknown or incomplete and that the source has not completed. */
  holes(coin: CoinCode, span: MinuteRange): MinuteRange[];
  /** Returns the kept minutes that ended before a second and that no answer to a request has completed. */
  unsettled(coin: CoinCode, beforeSeconds: number): readonly MinuteFacts[];
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
  /** Returns the changed candles to send: for each coin and period the closed or corrected ones, then the running one. */
  takeChanged(): ChangedCandles[];
}

export const createCandleSeries = (): CandleSeries => new Series();

/** Facts of minutes from the time when only candles were stored. */
const nothingStored = { lastTradeId: undefined, isFinal: false, isGiven: false, isMissed: false };

interface CoinCandles {
  candles: Record<CandlePeriod, Candle[]>;
  /** Facts of the kept minutes. Key: start, seconds. */
  minutes: Map<number, MinuteFacts>;
  known: MinuteRanges;
  revision: number;
  version: number;
}

class Series implements CandleSeries {
  readonly #coins = new Map<CoinCode, CoinCandles>(coinCodes.map((coin) => [coin, newCoin()]));
  readonly #changes = new CandleChanges();
  readonly #pins = new Map<string, Prices>();
  readonly #repaired = new Map<string, { coin: CoinCode; start: number }>();

  #of(coin: CoinCode): CoinCandles {
    return this.#coins.get(coin)!;
  }

  #mark(coin: CoinCode, period: CandlePeriod, candle: Candle): void {
    const of = this.#of(coin);
    this.#toStore(coin, period, candle);
    of.version++;
    if (candle === of.candles[period].at(-1)) this.#changes.toSend(coin, period);
    else this.#markEnded(coin, period, candle);
  }

  #toStore(coin: CoinCode, period: CandlePeriod, candle: Candle | undefined): void {
    if (!candle) return;
    const facts = period === '1min' ? this.#of(coin).minutes.get(candle.start) : undefined;
    this.#changes.toStore({ coin, period, candle, ...(facts && { facts: factsToStore(facts) }) });
  }

  #markEnded(coin: CoinCode, period: CandlePeriod, candle: Candle): void {
    this.#changes.toSend(coin, period, candle);
    this.#revise(coin);
  }

  #revise(coin: CoinCode): void {
    this.#of(coin).revision++;
    this.#of(coin).version++;
  }

  /** Inserts a candle. If the candle is the newest, the final state of the one before is sent with it. */
  #insert(coin: CoinCode, period: CandlePeriod, candle: Candle): void {
    const candles = this.#of(coin).candles[period];
    const before = candles.at(-1);
    if (insertCandle(candles, candle) && before && before.start < candle.start) this.#markEnded(coin, period, before);
  }

  #minute(coin: CoinCode, start: number): MinuteFacts {
    const { minutes } = this.#of(coin);
    let facts = minutes.get(start);
    if (!facts) {
      minutes.set(start, (facts = newMinute(start)));
      if (minutes.size > candlesKept * 2) this.#forgetOld(coin);
      // Trades of these minutes would now come too late to be counted.
      for (const ago of [3, 4]) minutes.get(start - ago * minuteSeconds)?.tradeIds.clear();
    }
    return facts;
  }

  #forgetOld(coin: CoinCode): void {
    const { candles, minutes, known } = this.#of(coin);
    const oldest = candles['1min'][0]?.start ?? -Infinity;
    const reachesTo = (candles['1min'].at(-1)?.start ?? 0) - knownSeconds;
    for (const [start, facts] of minutes) {
      // An incomplete minute is kept longer: once the source completes it, longer candles change by the difference only.
      if (start < oldest && (start < reachesTo || !isPartial(facts))) minutes.delete(start);
    }
    known.forgetBefore(reachesTo);
  }

  /** Draws a minute from its facts. `isCarried`: longer candles change too. `dropped`: the minute as longer candles hold it, if it is not kept. */
  #redraw(coin: CoinCode, facts: MinuteFacts, isCarried = true, dropped?: Candle): void {
    const { candles, known } = this.#of(coin);
    const drawn = drawMinute(facts, this.#pins.get(`${coin} ${facts.start}`));
    if (!drawn) return;
    const wasKnown = known.has(facts.start);
    const isKnown = facts.given?.isOver === true || (!facts.isMissed && !facts.isGuess);
    if (isKnown && !wasKnown) known.add(facts.start, facts.start + minuteSeconds);
    const candle = findCandle(candles['1min'], facts.start);
    const before = candle ? { ...candle } : dropped;
    if (before && isSameCandle(before, drawn)) return;
    if (candle) Object.assign(candle, drawn);
    else this.#insert(coin, '1min', drawn);
    this.#mark(coin, '1min', candle ?? drawn);
    // A known minute without a candle in memory is already part of the longer candles.
    if (isCarried && (before || !wasKnown)) this.#carry(coin, before, drawn);
  }

  #carry(coin: CoinCode, before: Candle | undefined, after: Candle): void {
    const minutes = this.#of(coin).candles['1min'];
    const place = minutes.findLastIndex(({ start }) => start <= after.start);
    const [previous, next] = [minutes[place - 1], minutes[place + 1]];
    const isNarrower = before
      ? before.high > after.high || before.low < after.low || before.open !== after.open
      : next !== undefined;
    for (const period of longerPeriods) {
      const start = periodStart(period, after.start * 1000);
      const candle = findCandle(this.#of(coin).candles[period], start);
      if (!candle) {
        this.#insert(coin, period, { ...after, start });
      } else {
        changeCandle(candle, before, after);
        changeEnds({ period, candle }, { before, after, previous, next });
        if (isNarrower) this.#rebuild(coin, period, candle);
      }
      const drawn = candle ?? findCandle(this.#of(coin).candles[period], start);
      if (drawn) this.#mark(coin, period, drawn);
    }
  }

  #rebuild(coin: CoinCode, period: CandlePeriod, candle: Candle): boolean {
    const { candles, known } = this.#of(coin);
    // Missing minutes are not tracked further back.
    const reachesTo = (candles['1min'].at(-1)?.start ?? 0) - knownSeconds;
    const isMissing = (from: number, to: number): boolean =>
      from >= reachesTo && known.holes(from, to).some((hole) => hole.from === from && hole.to === to);
    return rebuildCandle({ period, candle, parts: candles[partPeriodOf(period)] }, isMissing);
  }

  /** Called when the source has completed a minute: longer candles become the sum of their minutes, even if history differed. */
  #settle(coin: CoinCode, start: number): void {
    for (const period of longerPeriods) {
      const candle = findCandle(this.#of(coin).candles[period], periodStart(period, start * 1000));
      if (!candle) return;
      const before = { ...candle };
      if (!this.#rebuild(coin, period, candle)) return;
      if (!isSameCandle(before, candle)) this.#mark(coin, period, candle);
    }
  }

  tick(coin: CoinCode, price: Wad, atMs: number): void {
    const last = this.#of(coin).candles['1min'].at(-1);
    const start = periodStart('1min', atMs);
    if (last && start < last.start) return;
    const facts = this.#minute(coin, start);
    noteTick(facts, price, atMs);
    this.#redraw(coin, facts);
  }

  trade(coin: CoinCode, trade: Trade, now: number): void {
    if (trade.at < now - lateTradeMs) return;
    const { candles, minutes } = this.#of(coin);
    const start = periodStart('1min', Math.min(trade.at, now));
    const last = candles['1min'].at(-1);
    const isDrawn = findCandle(candles['1min'], start) !== undefined;
    // An old minute of which nothing is known is not made of a single late trade.
    if (!isDrawn && last && last.start > start && !minutes.has(start)) return;
    const facts = this.#minute(coin, start);
    if (!facts.own && !facts.given) {
      // If a trade is the first event of a candle, the candle opens at the last index price, or else at the trade's price.
      openAt(facts, last && start - last.start <= minuteSeconds ? last.close : trade.price);
    }
    if (countTrade(facts, trade)) this.#redraw(coin, facts);
  }

  closeMinute(coin: CoinCode, minute: Candle): void {
    this.#give(coin, streamedMinute(minute));
  }

  give(coin: CoinCode, minutes: readonly Candle[]): void {
    for (const given of readAnswer(minutes)) this.#give(coin, given);
  }

  #give(coin: CoinCode, given: Given, isCarried = true): void {
    const { candles, minutes, known } = this.#of(coin);
    const { start } = given.candle;
    const isOld = candles['1min'].length >= candlesKept && start < candles['1min'][0]!.start;
    // Of minutes that are no longer kept, only closed ones that are missing are used.
    if (isOld && (known.has(start) || !given.isOver)) return;
    const facts = isOld ? (minutes.get(start) ?? newMinute(start)) : this.#minute(coin, start);
    const dropped = isOld ? drawMinute(facts, this.#pins.get(`${coin} ${start}`)) : undefined;
    if (!takeGiven(facts, given)) return;
    if (isWidened(facts)) this.#repaired.set(`${coin} ${start}`, { coin, start });
    if (isOld) minutes.set(start, facts);
    this.#redraw(coin, facts, isCarried, dropped);
    this.#toStore(coin, '1min', findCandle(candles['1min'], start));
    if (isOld) minutes.delete(start);
    if (isCarried && given.isOver) this.#settle(coin, start);
  }

  miss(coin: CoinCode, { fromMs, toMs }: { fromMs: number; toMs: number }): void {
    const { minutes, known } = this.#of(coin);
    const from = Math.max(periodStart('1min', fromMs), periodStart('1min', toMs) - knownSeconds);
    // Creates the running minute, so that it is marked as missed too.
    this.#minute(coin, periodStart('1min', toMs));
    for (let start = from; start * 1000 <= toMs; start += minuteSeconds) {
      const facts = minutes.get(start);
      if (facts) {
        noteMissed(facts, { fromMs, toMs });
        this.#toStore(coin, '1min', findCandle(this.newest(coin, '1min'), start));
      }
      if (!facts?.given?.isOver) known.remove(start, start + minuteSeconds);
    }
  }

  fill(coin: CoinCode, period: CandlePeriod, history: readonly Candle[]): void {
    if (period === '1min') for (const given of readAnswer(history)) this.#give(coin, given, false);
    else this.#fillLonger(coin, period, history);
    this.#revise(coin);
  }

  #fillLonger(coin: CoinCode, period: CandlePeriod, history: readonly Candle[]): void {
    const { candles, known } = this.#of(coin);
    const byStart = new Map(candles[period].map((candle) => [candle.start, candle]));
    const filled = history.map((past) => {
      const candle = byStart.get(past.start);
      const drawn = candle ? completeCandle(candle, past) : { ...past };
      byStart.set(past.start, drawn);
      return drawn;
    });
    candles[period] = [...byStart.values()].toSorted((left, right) => left.start - right.start).slice(-candlesKept);
    for (const candle of filled) this.#changes.toStore({ coin, period, candle });
    this.#changes.toSend(coin, period);
    if (period === '5min') {
      for (const { start } of history.slice(0, -1)) known.add(start, periodEnd(period, start * 1000));
    }
  }

  load(coin: CoinCode, period: CandlePeriod, stored: readonly CandleKey[], now: number): void {
    const { candles, minutes, known } = this.#of(coin);
    candles[period] = stored.map(({ candle }) => candle).slice(-candlesKept);
    this.#revise(coin);
    if (period !== '1min') return;
    for (const { candle, facts } of stored) {
      minutes.set(candle.start, storedMinute(candle, facts ?? nothingStored, now));
      if (facts?.isFinal || !facts?.isMissed) known.add(candle.start, candle.start + minuteSeconds);
    }
  }

  cover(coin: CoinCode, { from, to }: MinuteRange): void {
    this.#of(coin).known.add(from, to);
  }

  holes(coin: CoinCode, { from, to }: MinuteRange): MinuteRange[] {
    return this.#of(coin).known.holes(from, to);
  }

  unsettled(coin: CoinCode, beforeSeconds: number): readonly MinuteFacts[] {
    const { candles, minutes } = this.#of(coin);
    return candles['1min'].flatMap(({ start }) => {
      const facts = minutes.get(start);
      return facts && start + minuteSeconds <= beforeSeconds && !isSettled(facts) ? [facts] : [];
    });
  }

  newest(coin: CoinCode, period: CandlePeriod): readonly Candle[] {
    return this.#of(coin).candles[period];
  }

  pin(coin: CoinCode, start: number, prices: Prices): void {
    this.#pins.set(`${coin} ${start}`, prices);
    this.#revise(coin);
    for (const period of candlePeriods) {
      const candle = findCandle(this.#of(coin).candles[period], periodStart(period, start * 1000));
      if (candle) this.#changes.toSend(coin, period, candle);
    }
  }

  isCorrected(coin: CoinCode, fromSeconds: number): boolean {
    return [...this.#pins.keys()].some((key) => {
      const [pinned, start] = key.split(' ');
      return pinned === coin && +start! >= fromSeconds;
    });
  }

  revision(coin: CoinCode): number {
    return this.#of(coin).revision;
  }

  version(coin: CoinCode): number {
    return this.#of(coin).version;
  }

  takeRepaired(beforeSeconds: number): { coin: CoinCode; start: number }[] {
    const taken = [...this.#repaired].filter(([, { start }]) => start < beforeSeconds);
    for (const [key] of taken) this.#repaired.delete(key);
    return taken.map(([, minute]) => minute);
  }

  takeUnstored(): CandleKey[] {
    return this.#changes.takeUnstored();
  }

  keepUnstored(keys: readonly CandleKey[]): void {
    this.#changes.keepUnstored(keys);
  }

  takeChanged(): ChangedCandles[] {
    return this.#changes.takeChanged((coin, period) => this.newest(coin, period).at(-1));
  }
}

function newCoin(): CoinCandles {
  const candles = Object.fromEntries(candlePeriods.map((period) => [period, [] as Candle[]]));
  return {
    candles: candles as CoinCandles['candles'],
    minutes: new Map(),
    known: new MinuteRanges(),
    revision: 0,
    version: 0,
  };
}
