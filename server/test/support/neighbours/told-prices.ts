// Prices of all coins that move at random, told over the feed of an exchange's double.
import { coins } from '@candor/wire';
import type { HtxDouble } from './htx-double.ts';

export interface ToldPrices {
  stop: () => void;
}

const stepMs = 250;

/** `random` gives numbers from 0 to 1. */
export function tellPrices(exchange: HtxDouble, random: () => number): ToldPrices {
  const prices = new Map(coins.map(({ symbol }, place) => [symbol, 100 + place * 10]));
  let count = 0;
  const timer = setInterval(() => {
    const [id, ts] = [++count, Date.now()];
    for (const [symbol, before] of prices) {
      const price = Math.round(before * (1 + (random() - 0.5) / 1_000) * 100) / 100;
      prices.set(symbol, price);
      const trade = { id, tradeId: id, ts, amount: 0.5, price, direction: 'sell' };
      exchange.push(`market.${symbol}.trade.detail`, JSON.stringify({ id, ts, data: [trade] }));
      const book = { bids: [[price, 2]], asks: [[price + 0.02, 3]], version: id, ts };
      exchange.push(`market.${symbol}.depth.step0`, JSON.stringify(book));
    }
  }, stepMs);
  return { stop: () => clearInterval(timer) };
}
