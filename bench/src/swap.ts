// npm run bench -- swap [--json]: a bot whose feed is half a second ahead of the index swaps a hundred thousand times on prices that markets
// had. Each minute's close is taken for half a second, so that a tick moves some ten times as far as it does.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseMarketNumber, type CoinCode, type Wad } from '@candor/wire';
import type { BenchResult } from './bench-result.ts';
import { playBot, type BotMarket, type BotRun } from './swap/play-bot.ts';

const folder = join(import.meta.dirname, '../../../shared/data/candles-1m');
const recorded = ['BTC', 'ETH', 'SOL', 'XRP'] as const satisfies readonly CoinCode[];
const tickMs = 500;
const aheadMs = 500;
const swapsMin = 100_000;

export function benchSwap(): Promise<BenchResult> {
  const markets = recorded.flatMap((coin) => readMarket(coin) ?? []);
  if (markets.length === 0) {
    const text = `There are no recorded prices in ${folder}: nothing was measured.\n`;
    return Promise.resolve({ text, json: { swap: { skipped: 'no recorded prices' } }, faults: [] });
  }
  const [tick, quote] = [playAll(markets, 'tick'), playAll(markets, 'quote')];
  const botResult = shareOf(tick);
  const json = { swap: { botResult, swaps: tick.swaps, aheadMs, withoutDelay: shareOf(quote) } };
  const text = `${tick.swaps} swaps, ${aheadMs} ms ahead: ${botResult} of the turnover; by quotes that fill themselves ${shareOf(quote)}\n`;
  const faults = botResult > 0 ? [`a bot that is ahead gains ${botResult} of its turnover`] : [];
  return Promise.resolve({ text, json, faults });
}

/** From one tick later each time, until there are enough. */
function playAll(markets: readonly BotMarket[], decidedBy: 'tick' | 'quote'): BotRun {
  const all: BotRun = { swaps: 0, turnover: 0n, gained: 0n };
  for (let from = 0; all.swaps < swapsMin; from++) {
    for (const market of markets) {
      const run = playBot(market, { aheadMs, from, decidedBy });
      all.swaps += run.swaps;
      all.turnover += run.turnover;
      all.gained += run.gained;
    }
  }
  return all;
}

/** In steps of a thousand-millionth. */
const shareOf = ({ gained, turnover }: BotRun): number => parseInt(String((gained * 10n ** 9n) / turnover), 10) / 1e9;

function readMarket(coin: CoinCode): BotMarket | undefined {
  const file = join(folder, `${coin}USDT-2025-03.csv.gz`);
  if (!existsSync(file)) return undefined;
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  const prices = lines.map((line) => parseMarketNumber(line.split(',')[4]!)!);
  return { coin, prices: prices as readonly Wad[], tickMs };
}
