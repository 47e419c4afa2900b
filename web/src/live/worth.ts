// What balances are worth in USDT. Pure: balances and prices in, amounts out.
import { add, coinOfCode, multiplyDown, parseMarketNumber, usdtDecimals, wad, zero } from '@candor/wire';
import type { CoinBalance, MarketSymbol, Wad } from '@candor/wire';
import type { OpenOrders } from '../session/product-face.ts';

export const buckets = ['qty', 'margin', 'staked', 'reserved'] as const;
export type Bucket = (typeof buckets)[number];

export type Holding = Omit<CoinBalance, 'version'>;
export type Prices = ReadonlyMap<string, string | undefined>;

export interface Worth {
  /** Of what has a price. */
  total: Wad;
  byBucket: Record<Bucket, Wad>;
  /** Coins that are held and have no price yet. */
  unpriced: readonly string[];
}

export const amountOf = (holding: Holding): Wad =>
  buckets.reduce((sum, bucket) => add(sum, wad(holding[bucket])), zero);

/** The market that prices a coin; USDT needs none. */
export const symbolOf = (coin: string): MarketSymbol | undefined => coinOfCode(coin)?.symbol;

/** In USDT, cut to its precision; undefined without a price. */
export function worthOf(coin: string, amount: Wad, prices: Prices): Wad | undefined {
  if (coin === 'USDT') return amount;
  const price = parseMarketNumber(prices.get(coin) ?? '');
  return price === undefined ? undefined : multiplyDown(amount, price, usdtDecimals);
}

export function worthOfAll(holdings: readonly Holding[], prices: Prices): Worth {
  const byBucket: Record<Bucket, Wad> = { qty: zero, margin: zero, staked: zero, reserved: zero };
  const unpriced: string[] = [];
  for (const holding of holdings) {
    for (const bucket of buckets) {
      const amount = wad(holding[bucket]);
      const worth = worthOf(holding.coin_code, amount, prices);
      if (worth !== undefined) byBucket[bucket] = add(byBucket[bucket], worth);
      else if (amount > 0n && !unpriced.includes(holding.coin_code)) unpriced.push(holding.coin_code);
    }
  }
  return { total: buckets.reduce((sum, bucket) => add(sum, byBucket[bucket]), zero), byBucket, unpriced };
}

export interface OpenGain {
  /** Of what has a price. */
  amount: Wad;
  unpriced: readonly string[];
}

/** What orders have gained or lost at the prices of their coins. */
export function openGainOf<Order>(
  orders: readonly Order[],
  { coinOf, gainAt }: Pick<OpenOrders<Order>, 'coinOf' | 'gainAt'>,
  prices: Prices,
): OpenGain {
  const unpriced = new Set<string>();
  let amount: Wad = zero;
  for (const order of orders) {
    const price = parseMarketNumber(prices.get(coinOf(order)) ?? '');
    if (price === undefined) unpriced.add(coinOf(order));
    else amount = add(amount, gainAt(order, price));
  }
  return { amount, unpriced: [...unpriced] };
}

/** Those with something first and the dearest of them on top; the rest in the order of the platform. */
export function ordered(holdings: readonly Holding[], prices: Prices): Holding[] {
  const rank = (holding: Holding): Wad => worthOf(holding.coin_code, amountOf(holding), prices) ?? amountOf(holding);
  return holdings.toSorted((left, right) => {
    const [one, other] = [rank(left), rank(right)];
    return one === other ? 0 : one > other ? -1 : 1;
  });
}

export const heldOf = (holdings: readonly Holding[]): Holding[] => holdings.filter((holding) => amountOf(holding) > 0n);

/** The customer's coins, and with `hasEmpty` also all others that they could have. */
export function shownHoldings(held: readonly Holding[], all: readonly string[], hasEmpty: boolean): Holding[] {
  if (!hasEmpty) return heldOf(held);
  const known = new Set(held.map(({ coin_code }) => coin_code));
  const empty = all
    .filter((coin) => !known.has(coin))
    .map((coin) => ({ coin_code: coin, qty: '0', margin: '0', staked: '0', reserved: '0' }));
  return [...held, ...empty];
}
