// The simulated market of one coin as a function of time: price, turnover, order book and trades at any moment, past or
// present, from the seed alone. The past thus meets the present without a jump, in every process with the same seed.
import { coinCodes } from '@candor/wire';
import type { Coin, Wad } from '@candor/wire';
import { simulatedCoin } from './simulated-coins.ts';
import { hashExponential, hashUnit, wandering } from './simulated-noise.ts';
import type { Book, Level, Trade } from './source.ts';

export interface SimulatedMarket {
  /** Whole steps of the last decimal of the price; exact, unlike the function of time that it comes from. */
  priceSteps(ms: number): number;
  /** USDT traded a second. */
  turnover(ms: number): number;
  book(ms: number): Book;
  /** Trades of the step of time that ends at ms. */
  trades(ms: number, stepMs: number): Trade[];
  toPrice(steps: number): Wad;
}

export interface SimulatedMarketOptions {
  seed: number;
  coin: Coin;
  /** The movement that all coins share, in units of its own deviation. */
  marketMove: (ms: number) => number;
}

export const levelsASide = 150;

interface Sided {
  /** 1 for asks, -1 for bids. */
  sign: 1 | -1;
  /** As many as there are at most. */
  levels?: number;
}

const yearSeconds = 365.25 * 86_400;
const dayMs = 86_400_000;
/** Books keep a level's size for this long. */
const restMs = 4_000;

/** Moves by 1 over the root of a second; all coins of a seed share it. */
export const sharedMove = (seed: number): ((ms: number) => number) =>
  wandering(seed, 0, { shortestMs: 500, longestMs: 48 * dayMs, perRootSecond: 1 });

export function simulatedMarket({ seed, coin, marketMove }: SimulatedMarketOptions): SimulatedMarket {
  const nature = simulatedCoin(coin.code);
  const stream = coinCodes.indexOf(coin.code) + 1;
  const isPegged = nature.yearlyVolatility < 0.05;
  const perRootSecond = nature.yearlyVolatility / Math.sqrt(yearSeconds);
  const longestMs = isPegged ? dayMs / 4 : 48 * dayMs;
  const ownMove = wandering(seed, stream, { shortestMs: 500, longestMs, perRootSecond: 1 });
  const activity = wandering(seed, stream + 100, { shortestMs: 60_000, longestMs: 2 * dayMs, perRootSecond: 0.0011 });
  const bursts = wandering(seed, stream + 700, { shortestMs: 15_000, longestMs: 480_000, perRootSecond: 0.05 });
  const ownShare = Math.sqrt(1 - nature.marketShare ** 2);
  const stepsAUnit = 10 ** coin.priceDecimals;
  const stepWad = 10n ** BigInt(18 - coin.priceDecimals);
  const toPrice = (steps: number): Wad => (BigInt(steps) * stepWad) as Wad;

  function price(ms: number): number {
    const move = nature.marketShare * (nature.marketShare > 0 ? marketMove(ms) : 0) + ownShare * ownMove(ms);
    return nature.price * Math.exp(perRootSecond * move);
  }
  const priceSteps = (ms: number): number => Math.max(1, Math.round(price(ms) * stepsAUnit));

  /** Busier when Europe and America are awake, and in bursts. */
  function turnover(ms: number): number {
    const hour = (ms % dayMs) / 3_600_000;
    const daily = 1 + 0.45 * Math.sin(((hour - 9) / 24) * 2 * Math.PI);
    return ((nature.dailyMillions * 1e6) / 86_400) * daily * Math.exp(activity(ms) + bursts(ms) - 0.4);
  }

  function bestSteps(ms: number): { bid: number; ask: number } {
    const steps = price(ms) * stepsAUnit;
    const spread = Math.max(1, Math.round((steps * nature.spreadBps) / 10_000));
    const bid = Math.max(1, Math.round(steps - spread / 2));
    return { bid, ask: bid + spread };
  }

  function side(ms: number, best: number, { sign, levels: levelsMax = levelsASide }: Sided): Level[] {
    const gap = Math.max(1, Math.round(best * 0.00001));
    const perLevel = (turnover(ms) * 6) / (best / stepsAUnit);
    const levels: Level[] = [];
    for (let level = 0; level < levelsMax; level++) {
      const far = level + Math.floor((level * level) / 90);
      // Levels behind the best sit on a grid, so that the same prices stay while the best ones move.
      const on = level === 0 ? best : (Math.floor(best / gap) + (sign > 0 ? 1 : 0) + sign * far) * gap;
      if (level > 0 && (sign > 0 ? on <= best : on >= best)) continue;
      if (on < 1) break;
      const place = on * 2 + (sign > 0 ? 1 : 0);
      const rested = Math.floor(ms / restMs + hashUnit(seed, stream + 200, place));
      const size = perLevel * (0.15 + hashExponential(seed, stream + 300 + (rested % 100_000), place)) * (1 + far / 40);
      levels.push([toPrice(on), toAmount(size)]);
    }
    return levels;
  }

  /** The sides are drawn when somebody looks at them. */
  function book(ms: number): Book {
    const { bid, ask } = bestSteps(ms);
    let bids: Level[] | undefined;
    let asks: Level[] | undefined;
    return {
      get bids() {
        return (bids ??= side(ms, bid, { sign: -1 }));
      },
      get asks() {
        return (asks ??= side(ms, ask, { sign: 1 }));
      },
      best: () => ({
        bid: side(ms, bid, { sign: -1, levels: 1 })[0]!,
        ask: side(ms, ask, { sign: 1, levels: 1 })[0]!,
      }),
      version: ms,
      at: ms,
    };
  }

  function trades(ms: number, stepMs: number): Trade[] {
    const usdt = turnover(ms) * (stepMs / 1000);
    // Between a trade every few seconds and several a second, the busier the market.
    const expected = Math.min(3, 0.05 + Math.sqrt(usdt) / 60);
    const step = Math.floor(ms / stepMs);
    const count = Math.floor(expected + hashUnit(seed, stream + 400, step));
    const { bid, ask } = bestSteps(ms);
    const rising = priceSteps(ms) - priceSteps(ms - 10_000);
    const buyShare = 0.5 + Math.max(-0.3, Math.min(0.3, rising / (bid * 0.002)));
    return Array.from({ length: count }, (_, index): Trade => {
      const place = step * 4 + index;
      const direction = hashUnit(seed, stream + 500, place) < buyShare ? 'buy' : 'sell';
      const steps = direction === 'buy' ? ask : bid;
      const amount = toAmount((usdt / expected / (steps / stepsAUnit)) * hashExponential(seed, stream + 600, place));
      return {
        tradeId: String(place),
        id: String(place).padStart(27, '100000'),
        at: ms,
        price: toPrice(steps),
        amount,
        direction,
      };
    });
  }

  return { priceSteps, turnover, book, trades, toPrice };
}

/** Sizes are scenery: eight decimals, and never nothing. */
const toAmount = (amount: number): Wad => (BigInt(Math.max(1, Math.round(amount * 1e6))) * 10n ** 12n) as Wad;
