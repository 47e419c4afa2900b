// What the house gained or lost by swaps: as they were filled, and by the coins that it holds more or less of since then.
import { add, coinOfCode, formatAmount, getSwapResult, one, subtract, toInstant, zero, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Market } from '../market/market.ts';
import { countOnce } from './count-once.ts';
import { swapAtIndex } from './count-span.ts';
import { readSwapSums } from './store.ts';

interface SwapSums {
  kind: string;
  coin: string;
  taken: Wad;
  given: Wad;
}

/** Undefined where a coin has no price. */
type PriceOf = (coin: string) => Wad | undefined;

/**
 * at_fill: given less received, each in USDT at the ticks that decided. since: what the coins that came in and went out are worth now,
 * less that. Both together are what the house would have if it swapped everything back now, at the index.
 */
export function describeSwapResult(sums: readonly SwapSums[], priceOf: PriceOf) {
  const ofKind = (kind: string) => sums.find((row) => row.kind === kind) ?? { taken: zero, given: zero };
  const filled = ofKind(swapAtIndex);
  const atFill = subtract(filled.taken, filled.given);
  const names = [...new Set(sums.filter(({ kind }) => kind !== swapAtIndex).map(({ coin }) => coin))].toSorted();
  const coins = names.map((coin) => {
    const own = sums.filter((row) => row.coin === coin && row.kind !== swapAtIndex);
    const [taken, given] = [own.map((row) => row.taken).reduce(add, zero), own.map((row) => row.given).reduce(add, zero)]; // oxfmt-ignore
    const price = priceOf(coin);
    const net = subtract(taken, given);
    return { coin, taken, given, net, price, value: price === undefined ? undefined : (((net * price) / one) as Wad) };
  });
  const values = coins.map(({ value }) => value);
  const result = values.includes(undefined) ? undefined : (values as Wad[]).reduce(add, zero);
  return {
    at_fill: { taken: formatAmount(filled.taken), given: formatAmount(filled.given), result: formatAmount(atFill) },
    since: result === undefined ? null : formatAmount(subtract(result, atFill)),
    result: result === undefined ? null : formatAmount(result),
    coins: coins.map(({ coin, taken, given, net, price, value }) => ({
      coin,
      taken: formatAmount(taken),
      given: formatAmount(given),
      net: formatAmount(net),
      price: price === undefined ? null : formatAmount(price),
      value: value === undefined ? null : formatAmount(value),
    })),
  };
}

export function swapResult({
  pool,
  clock,
  market,
}: {
  pool: Pool;
  clock: Clock;
  market: Pick<Market, 'lastTick'>;
}): BoundCall {
  const counted = countOnce(() => readSwapSums(pool), clock);
  const priceOf: PriceOf = (coin) => (coin === 'USDT' ? one : market.lastTick(coinOfCode(coin)!.code)?.price);
  return bindOperator(getSwapResult, async () => {
    const { at, value } = await counted();
    return { counted_at: toInstant(at), ...describeSwapResult(value, priceOf) };
  });
}
