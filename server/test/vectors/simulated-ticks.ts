// Ticks of the simulated market at chosen moments: the same on every machine, as the market follows from its seed and the time.
import { genesisHash, hashTick } from '@candor/proof';
import { coinOfCode, formatAmount } from '@candor/wire';
import type { ArchivedTick, CoinCode, TickRun } from '@candor/wire';
import { sharedMove, simulatedMarket } from '../../src/market/sources/simulated-market.ts';

const seed = 17;
export const startMs = Date.UTC(2026, 0, 1);

/** Ticks in a row, a second apart, and how long nothing is published before them. */
export interface Stretch {
  count: number;
  gapMs?: number;
}

/** From the coin's first tick on; the first stretch begins at `fromMs`. */
export function simulatedTicks(code: CoinCode, fromMs: number, stretches: readonly Stretch[]): ArchivedTick[] {
  const market = simulatedMarket({ seed, coin: coinOfCode(code)!, marketMove: sharedMove(seed) });
  const ticks: ArchivedTick[] = [];
  let publishedMs = fromMs;
  for (const { count, gapMs = 0 } of stretches) {
    publishedMs += gapMs;
    for (let place = 0; place < count; place++, publishedMs += 1_000) {
      const price = formatAmount(market.toPrice(market.priceSteps(publishedMs - 40)));
      ticks.push([ticks.length + 1, price, publishedMs - 40, publishedMs, 'simulated']);
    }
  }
  return ticks;
}

/** The ticks after one sequence up to another, with the hashes at both ends; `ticks` are all from the first on. */
export function runOf(coin: CoinCode, ticks: readonly ArchivedTick[], after: number, last: number): TickRun {
  const hashes = hashesOf(coin, ticks);
  const hashAt = (sequence: number): string => (sequence === 0 ? genesisHash(coin) : hashes[sequence - 1]!);
  const inside = ticks.slice(after, last);
  return { coin, start_hash: hashAt(after), ticks: inside, end_hash: hashAt(after + inside.length) };
}

/** The chain's hash after each tick. */
export function hashesOf(coin: CoinCode, ticks: readonly ArchivedTick[]): string[] {
  let hash = genesisHash(coin);
  return ticks.map((tick) => (hash = hashTick(hash, coin, tick)));
}
