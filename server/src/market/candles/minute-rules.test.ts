// Whatever a source does and however often the process restarts: once the source has sent the true candles, ours are equal to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, candlePeriods, formatAmount, multiplyDown, zero } from '@candor/wire';
import type { CandlePeriod, Wad } from '@candor/wire';
import fc from 'fast-check';
import { runs } from '../../../test/support/seed.ts';
import type { Candle, Trade } from '../sources/source.ts';
import type { CandleKey } from './candle-changes.ts';
import { aggregate, periodStart } from './candle-periods.ts';
import { createCandleSeries } from './candle-series.ts';
import { minuteSeconds } from './minute-ranges.ts';

/** Start of a year in UTC+8, which is also the start of every other period except a week. */
const baseMs = Date.UTC(2025, 11, 31, 16);
const minutes = 7;
const endMs = baseMs + minutes * 60_000;

const textOf = ({ start, open, high, low, close, amount, volume, count }: Candle): string =>
  `${(start * 1000 - baseMs) / 60_000}: ${[open, high, low, close, amount, volume].map(formatAmount).join(' ')} ${count}`;

/** Returns the source's candles at an instant; minutes without trades are left out, as some sources do. */
function candlesAt(trades: readonly Trade[], atMs: number): Candle[] {
  const candles = new Map<number, Candle>();
  for (const { at, price, amount } of trades) {
    if (at >= atMs) break;
    const start = periodStart('1min', at);
    const none = { start, open: price, high: price, low: price, close: price, amount: zero, volume: zero, count: 0 };
    const candle = candles.get(start) ?? none;
    candles.set(start, {
      ...candle,
      high: price > candle.high ? price : candle.high,
      low: price < candle.low ? price : candle.low,
      close: price,
      amount: add(candle.amount, amount),
      volume: add(candle.volume, multiplyDown(price, amount, 18)),
      count: candle.count + 1,
    });
  }
  return [...candles.values()];
}

type Deed =
  | { kind: 'restart' | 'repeat' | 'forget' }
  | { kind: 'cut'; forMs: number }
  | { kind: 'closed'; lostMs: number }
  | { kind: 'answer'; lateMs: number; kept: number; isReversed: boolean };

const deeds = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: minutes * 60_000 }),
    deed: fc.oneof(
      fc.constantFrom<Deed>({ kind: 'restart' }, { kind: 'repeat' }),
      fc.record({ kind: fc.constant('cut' as const), forMs: fc.integer({ min: 1, max: 150_000 }) }),
      fc.record({ kind: fc.constant('closed' as const), lostMs: fc.integer({ min: 0, max: 90_000 }) }),
      fc.record({
        kind: fc.constant('answer' as const),
        lateMs: fc.integer({ min: 0, max: 200_000 }),
        // Bit mask: which minutes the answer contains.
        kept: fc.integer({ min: 0, max: 2 ** minutes - 1 }),
        isReversed: fc.boolean(),
      }),
    ),
  }),
  { maxLength: 25 },
);

const tradesOf = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: minutes * 60_000 - 1 }),
      price: fc.bigInt(1n, 10n ** 21n),
      amount: fc.bigInt(1n, 10n ** 20n),
      delayMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
      isTwice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) =>
    // In half of the runs each minute has a trade, so that longer candles have no missing minutes.
    [
      ...rows,
      ...(rows.length % 2 === 0
        ? []
        : Array.from({ length: minutes }, (_, place) => ({ ...rows[0]!, at: place * 60_000 }))),
    ]
      .toSorted((left, right) => left.at - right.at)
      .map(({ at, price, amount, ...rest }, place) => {
        const id = String(place + 1);
        const trade: Trade = {
          tradeId: id,
          id,
          at: baseMs + at,
          price: price as Wad,
          amount: amount as Wad,
          direction: 'buy',
        };
        return { ...rest, trade };
      }),
  );

/** The data that is kept when a process restarts. */
class Store {
  readonly #rows = new Map<string, CandleKey>();

  write(keys: readonly CandleKey[]): void {
    for (const { coin, period, candle, facts } of keys) {
      this.#rows.set(`${period} ${candle.start}`, {
        coin,
        period,
        candle: { ...candle },
        ...(facts && { facts: { ...facts } }),
      });
    }
  }

  rows(period: CandlePeriod): CandleKey[] {
    const rows = [...this.#rows.values()].filter((row) => row.period === period);
    return rows
      .map((row) => ({ ...row, candle: { ...row.candle } }))
      .toSorted((one, two) => one.candle.start - two.candle.start);
  }
}

class Life {
  readonly store = new Store();
  series = createCandleSeries();
  #cutFromMs: number | undefined;

  constructor() {
    this.series.miss('BTC', { fromMs: baseMs, toMs: baseMs });
  }

  get isCut(): boolean {
    return this.#cutFromMs !== undefined;
  }

  cut(atMs: number): void {
    this.#cutFromMs ??= atMs;
  }

  /** Ends an interruption: data arrives again. */
  join(atMs: number): void {
    if (this.#cutFromMs === undefined) return;
    this.series.miss('BTC', { fromMs: this.#cutFromMs, toMs: atMs });
    this.#cutFromMs = undefined;
  }

  restart(atMs: number): void {
    this.store.write(this.series.takeUnstored());
    this.series = createCandleSeries();
    for (const period of candlePeriods) this.series.load('BTC', period, this.store.rows(period), atMs);
    const newest = this.series.newest('BTC', '1min').at(-1);
    this.series.miss('BTC', { fromMs: Math.min(newest ? newest.start * 1000 + 1 : baseMs, atMs), toMs: atMs });
  }
}

type ValueOf<One> = One extends fc.Arbitrary<infer Value> ? Value : never;

interface Happening {
  atMs: number;
  run: () => void;
}

function happeningsOf(life: Life, rows: ValueOf<typeof tradesOf>, plan: ValueOf<typeof deeds>) {
  const all = rows.map(({ trade }) => trade);
  const happenings: Happening[] = rows.flatMap(({ trade, delayMs, isTwice }): Happening[] => {
    const atMs = trade.at + delayMs;
    const deliver = (): void => {
      if (!life.isCut) life.series.trade('BTC', trade, atMs);
    };
    const tick = { atMs: trade.at, run: () => void (life.isCut || life.series.tick('BTC', trade.price, trade.at)) };
    return [tick, { atMs, run: deliver }, ...(isTwice ? [{ atMs: atMs + 500, run: deliver }] : [])];
  });
  for (const { afterMs, deed } of plan) {
    const atMs = baseMs + afterMs;
    const before = all.filter(({ at }) => at < atMs);
    if (deed.kind === 'restart') happenings.push({ atMs, run: () => life.restart(atMs) });
    if (deed.kind === 'repeat') {
      happenings.push({ atMs, run: () => before.forEach((trade) => life.series.trade('BTC', trade, atMs)) });
    }
    if (deed.kind === 'cut') {
      happenings.push(
        { atMs, run: () => life.cut(atMs) },
        { atMs: atMs + deed.forMs, run: () => life.join(atMs + deed.forMs) },
      );
    }
    if (deed.kind === 'closed') {
      const closed = candlesAt(all, atMs - deed.lostMs).findLast(({ start }) => (start + minuteSeconds) * 1000 <= atMs);
      if (closed) happenings.push({ atMs, run: () => life.series.closeMinute('BTC', closed) });
    }
    if (deed.kind === 'answer') {
      const kept = candlesAt(all, atMs).filter((_, place) => (deed.kept >> place) % 2 === 1);
      const answer = deed.isReversed ? kept.toReversed() : kept;
      happenings.push({
        atMs: atMs + deed.lateMs,
        run: () =>
          life.series.give(
            'BTC',
            answer.map((one) => ({ ...one })),
          ),
      });
    }
  }
  return happenings.toSorted((left, right) => left.atMs - right.atMs);
}

test('closed minutes and their longer candles match the true trades once the source has answered truly', () => {
  fc.assert(
    fc.property(tradesOf, deeds, fc.boolean(), (rows, plan, endsWithRestart) => {
      const life = new Life();
      const all = rows.map(({ trade }) => trade);
      for (const { run } of happeningsOf(life, rows, plan)) run();
      const nowMs = endMs + 400_000;
      life.join(nowMs);
      // The next minute has begun.
      const running = { ...all.at(-1)!, at: endMs + 1, tradeId: String(rows.length + 1) };
      life.series.tick('BTC', running.price, running.at);
      life.series.trade('BTC', running, running.at);
      const truth = candlesAt([...all, running], nowMs);
      life.series.give(
        'BTC',
        truth.map((one) => ({ ...one })),
      );
      if (endsWithRestart) life.restart(nowMs);
      for (const trade of all) life.series.trade('BTC', trade, trade.at);
      const closed = (candles: readonly Candle[]) => candles.filter(({ start }) => start * 1000 < endMs).map(textOf);
      assert.deepEqual(closed(life.series.newest('BTC', '1min')), closed(truth), '1min');
      if (truth.length < minutes) return;
      for (const period of candlePeriods.slice(1).filter((each) => each !== '1week')) {
        assert.deepEqual(life.series.newest('BTC', period).map(textOf), aggregate(truth, period).map(textOf), period);
      }
    }),
    { numRuns: runs(1600) },
  );
});
