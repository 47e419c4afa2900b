// What a pledge earns, and what is wrong with an amount. Pure.
import { formatAmount, incomeOfDay, incomeUpTo, parseAmount, subtract, wad } from '@candor/wire';
import type { PledgeOrder, PledgeProduct, Wad } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

export interface Staking {
  amount: string;
  isRenewed: boolean;
}

export interface Forecast {
  perDay: Wad;
  total: Wad;
}

export const forecast = (amount: Wad, { daily_rate, days }: Pick<PledgeProduct, 'daily_rate' | 'days'>): Forecast => ({
  perDay: incomeOfDay(amount, wad(daily_rate), 1),
  total: incomeUpTo(amount, wad(daily_rate), days),
});

/** Less than anyone may stake is left, or the house can't reserve the income of that. */
export function isSoldOut(product: PledgeProduct, rewardsFree: string): boolean {
  const least = wad(product.min);
  return wad(product.quota_left) < least || wad(rewardsFree) < forecast(least, product).total;
}

export function faultsOf(
  { amount }: Staking,
  { min, max }: PledgeProduct,
  available: string | undefined,
): Faults<Staking> {
  const value = parseAmount(amount);
  if (value === undefined) return { amount: { code: 'amount-malformed', facts: {} } };
  if (value < wad(min) || value > wad(max)) return { amount: { code: 'stake-out-of-range', facts: { min, max } } };
  if (available === undefined || value <= wad(available)) return {};
  return { amount: { code: 'insufficient-balance', facts: { available } } };
}

/** What is given up by closing now. */
export const lostNow = ({ income, posted }: PledgeOrder): string => formatAmount(subtract(wad(income), wad(posted)));
