// Somebody whose feed is ahead of the index: swaps into a coin when it will be worth more, and out of it when it will be worth less.
import { hasSwapMoved, one, swapReceived, swapTerms, type CoinCode, type Wad } from '@candor/wire';

/** Prices of the index, each so long after the one before. */
export interface BotMarket {
  coin: CoinCode;
  prices: readonly Wad[];
  tickMs: number;
}

export interface BotRun {
  swaps: number;
  /** In USDT, units of 1e-18. */
  turnover: bigint;
  gained: bigint;
}

const stake = 1_000n * one;

/**
 * Knows the price that comes `aheadMs` later. `decidedBy` says what fills a swap: the first tick of the next moment, as the server does, or
 * the quote itself, as a server without that would. Each round begins with the same stake, so that no luck is made to grow.
 */
export function playBot(
  { coin, prices, tickMs }: BotMarket,
  { aheadMs, from = 0, decidedBy }: { aheadMs: number; from?: number; decidedBy: 'tick' | 'quote' },
): BotRun {
  const known = Math.round(aheadMs / tickMs);
  const wait = Math.ceil(swapTerms.fillDelayMs / tickMs);
  const run = { swaps: 0, turnover: 0n, gained: 0n };
  let held: Wad | undefined;
  for (let at = from; at + Math.max(known, wait) < prices.length; at++) {
    const [quoted, next, tick] = [prices[at]!, prices[at + known]!, prices[at + wait]!];
    const wants = held === undefined ? next > quoted : next < quoted;
    if (!wants || hasSwapMoved({ from: one, to: quoted }, { from: one, to: tick }, swapTerms.moveMaxBp)) continue;
    const fill = decidedBy === 'tick' ? tick : quoted;
    if (held === undefined) {
      held = swapReceived(stake as Wad, { from: one, to: fill }, coin);
      run.turnover += stake;
    } else {
      const back = swapReceived(held, { from: fill, to: one }, 'USDT');
      run.turnover += back;
      run.gained += back - stake;
      held = undefined;
    }
    run.swaps++;
    at += wait - 1;
  }
  return run;
}
