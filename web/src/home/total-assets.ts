// What all balances are worth in USDT at the present prices: each part is cut, as on the asset page, and never says too much.
import { add, multiplyDown, parseAmount, parseMarketNumber, usdtDecimals, wad, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';

export interface BalanceParts {
  coin_code: string;
  qty: string;
  reserved: string;
  margin: string;
  staked: string;
}

/** What is one's own of a coin, by what it is bound in. */
const partsOf = ({ qty, reserved, margin, staked }: BalanceParts): Wad[] =>
  [qty, reserved, margin, staked].map((part) => parseAmount(part) ?? zero);

export const isHeld = (balance: BalanceParts): boolean => partsOf(balance).some((part) => part > zero);

/** Undefined while the price of a coin that is held is not known. */
export function totalOf(
  balances: readonly BalanceParts[],
  priceOf: (coin: string) => string | null | undefined,
): Wad | undefined {
  let total = zero;
  for (const balance of balances) {
    if (!isHeld(balance)) continue;
    const price = balance.coin_code === 'USDT' ? wad('1') : parseMarketNumber(priceOf(balance.coin_code) ?? '');
    if (price === undefined) return undefined;
    for (const part of partsOf(balance)) total = add(total, multiplyDown(part, price, usdtDecimals));
  }
  return total;
}
