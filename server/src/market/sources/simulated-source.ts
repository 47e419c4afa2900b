// A whole market from a seed, for demonstrations and tests: it says so wherever prices are shown.
import { coins, coinOfCode } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import { aggregate, calendarDaysOf, periodEnd, periodStart } from '../candles/candle-periods.ts';
import { sharedMove, simulatedMarket } from './simulated-market.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { bestOf, type Book, type Candle, type Source, type SourceListener, type Trade } from './source.ts';

export interface SimulatedSourceOptions {
  seed: number;
  clock: Clock;
  /** How often each coin changes. */
  stepMs?: number;
  /** Every coin trades in every step, at the best bid and the best ask in turn, so that no price ever stands still. */
  isRestless?: boolean;
  /** How many candles of each period there are of the past. */
  history?: number;
}

const samplesACandle = 8;
const setBackMs = 1_000;
/** History is computed in slices of this many candles, with room for other work between them. */
const slice = 100;

export function createSimulatedSource(options: SimulatedSourceOptions): Source {
  const { seed, clock, stepMs = 250, isRestless = false, history = 600 } = options;
  const marketMove = remembering(sharedMove(seed));
  const markets = new Map<CoinCode, SimulatedMarket>(
    coins.map((coin) => [coin.code, simulatedMarket({ seed, coin, marketMove })]),
  );
  let steps: Job | undefined;
  let steppedTo = 0;

  /** Emits the newest step; steps missed while the process stood still are skipped, the newest thing is what counts. */
  function step(listener: SourceListener): void {
    const now = clock.now();
    const at = now - (now % stepMs);
    // If the clock was set back by more than setBackMs, the simulation goes on from the new time.
    if (at <= steppedTo && steppedTo - at <= setBackMs) return;
    const missedSince = steppedTo;
    steppedTo = at;
    for (const [coin, market] of markets) {
      const [book, trades] = [market.book(at), market.trades(at, stepMs)];
      if (isRestless) trades.push(tradeInTurn(book, at / stepMs));
      listener.book(coin, book);
      if (trades.length > 0) listener.trades(coin, trades);
      if (missedSince > 0 && at - missedSince > 10_000) listener.recovered(coin, missedSince);
    }
  }

  return {
    name: 'simulated',
    historyMax: history,
    // History is calculated from samples, not from the trades that were sent.
    isRecord: false,
    connect(listener) {
      step(listener);
      const every = Math.max(10, stepMs / 2);
      steps = createJob({ name: 'simulated-market', role: 'engine', every, run: () => step(listener) });
      steps.start();
    },
    async close() {
      await steps?.stop();
    },
    history: (coin, period, count) => drawHistory(markets.get(coin)!, { coin, period, count, now: clock.now() }),
  };
}

/** Of everything at the best price; its number follows those of the step's other trades, which are three at most. */
function tradeInTurn(book: Book, step: number): Trade {
  const isBuy = step % 2 === 1;
  const [price, amount] = bestOf(book)[isBuy ? 'ask' : 'bid']!;
  const tradeId = String(step * 4 + 3);
  return { tradeId, id: tradeId.padStart(27, '100000'), at: book.at, price, amount, direction: isBuy ? 'buy' : 'sell' };
}

interface HistorySpan {
  coin: CoinCode;
  period: CandlePeriod;
  count: number;
  now: number;
}

async function drawHistory(market: SimulatedMarket, span: HistorySpan): Promise<Candle[]> {
  const { period, count, now } = span;
  const calendarDays = calendarDaysOf(period);
  if (calendarDays !== undefined) {
    const days = await drawHistory(market, { ...span, period: '1day', count: count * calendarDays });
    return aggregate(days, period).slice(-count);
  }
  const candles: Candle[] = [];
  const lengthMs = (periodEnd(period, 0) - periodStart(period, 0)) * 1000;
  const newestMs = periodStart(period, now) * 1000;
  for (let back = count - 1; back >= 0; back--) {
    candles.push(drawCandle(market, { coin: span.coin, startMs: newestMs - back * lengthMs, lengthMs, now }));
    if (candles.length % slice === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return candles;
}

function drawCandle(
  market: SimulatedMarket,
  { coin, startMs, lengthMs, now }: { coin: CoinCode; startMs: number; lengthMs: number; now: number },
): Candle {
  const endMs = Math.min(startMs + lengthMs, now);
  const spanMs = endMs - startMs;
  const open = market.priceSteps(startMs);
  let [high, low, close] = [open, open, open];
  for (let sample = 1; sample <= samplesACandle; sample++) {
    close = market.priceSteps(startMs + Math.round((spanMs * sample) / samplesACandle));
    high = Math.max(high, close);
    low = Math.min(low, close);
  }
  const turnover = (market.turnover(startMs) + market.turnover(startMs + spanMs / 2) + market.turnover(endMs)) / 3;
  const usdt = turnover * (spanMs / 1000);
  const middle = (high + low) / 2 / 10 ** coinOfCode(coin)!.priceDecimals;
  return {
    start: Math.floor(startMs / 1000),
    open: market.toPrice(open),
    high: market.toPrice(high),
    low: market.toPrice(low),
    close: market.toPrice(close),
    amount: toQuantity(usdt / middle),
    volume: toQuantity(usdt),
    count: Math.round((spanMs / 1000) * Math.min(12, 0.2 + Math.sqrt(turnover / 4) / 15)),
  };
}

const toQuantity = (quantity: number) => (BigInt(Math.round(quantity * 1e6)) * 10n ** 12n) as Candle['amount'];

/** All coins ask for the shared movement at the same moments; the last ones are kept. */
function remembering(compute: (ms: number) => number): (ms: number) => number {
  let kept = new Map<number, number>();
  return (ms) => {
    let value = kept.get(ms);
    if (value === undefined) {
      value = compute(ms);
      if (kept.size >= 20_000) kept = new Map();
      kept.set(ms, value);
    }
    return value;
  };
}
