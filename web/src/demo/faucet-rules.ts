// What the faucet offers, and what is left of the day's limit. Pure.
import { faucetDailyLimit, formatAmount, parseAmount, subtract, wad } from '@candor/wire';
import type { Facts } from '@candor/wire';

export const faucetCoins = ['USDT', 'BTC', 'ETH', 'XRP', 'SOL'] as const;
export type FaucetCoin = (typeof faucetCoins)[number];

/** The limit is one number for each coin; amounts stay such as a person would have. */
export const faucetAmounts: Record<FaucetCoin, readonly string[]> = {
  USDT: ['100', '1000', '5000', faucetDailyLimit],
  BTC: ['0.01', '0.1', '1', '5'],
  ETH: ['0.1', '1', '10', '100'],
  XRP: ['100', '1000', '5000', faucetDailyLimit],
  SOL: ['1', '10', '100', '1000'],
};

/** Out of the facts of a refusal; undefined when they don't say. */
export function leftOf({ limit, given }: Facts): string | undefined {
  const [all, taken] = [parseAmount(limit ?? ''), parseAmount(given ?? '')];
  if (all === undefined || taken === undefined) return undefined;
  return taken >= all ? formatAmount(wad('0')) : formatAmount(subtract(all, taken));
}
