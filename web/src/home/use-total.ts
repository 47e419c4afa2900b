// The total as it moves with prices; follows only the coins that are held.
import { formatAmount } from '@candor/wire';
import type { MarketSummary } from '@candor/wire';
import { usePrices } from '../session/use-prices.ts';
import { amountOf, worthOfAll } from '../session/worth.ts';
import type { Holding } from '../session/worth.ts';

/** Decimal text; undefined while the price of a coin that is held is not known. */
export function useTotal(
  holdings: readonly Holding[] | undefined,
  summary: MarketSummary | undefined,
): string | undefined {
  const held = (holdings ?? []).filter((holding) => amountOf(holding) > 0n);
  const live = usePrices(held.map(({ coin_code }) => coin_code));
  if (!holdings) return undefined;
  const said = (coin: string) => summary?.coins.find((entry) => entry.coin === coin)?.price ?? undefined;
  const prices = new Map(held.map(({ coin_code }) => [coin_code, live.get(coin_code) ?? said(coin_code)]));
  const { total, unpriced } = worthOfAll(held, prices);
  return unpriced.length > 0 ? undefined : formatAmount(total);
}
