// What a coin costs in a currency at this moment, or why nobody can say.
import { one, type AssetCode, type CurrencyCode, type PurchaseRates } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import type { Rates } from '../currencies/open-rates.ts';
import type { Market } from '../market/market.ts';

export interface RatesNowParts {
  market: Market;
  rates: Pick<Rates, 'fresh'>;
}

/** `rate-old`, `market-halted` or `market-degraded` where there is no price to buy at. */
export function ratesNow(
  { market, rates }: RatesNowParts,
  { currency, coin }: { currency: CurrencyCode; coin: AssetCode },
): PurchaseRates | Refusal {
  const perUsd = rates.fresh(currency);
  if (perUsd === undefined) return new Refusal('rate-old', { currency });
  if (coin === 'USDT') return { perUsd, price: one };
  const tick = market.lastTick(coin);
  const state = tick ? market.state(coin) : 'degraded';
  if (state === 'halted') return new Refusal('market-halted');
  return state === 'live' ? { perUsd, price: tick!.price } : new Refusal('market-degraded');
}
