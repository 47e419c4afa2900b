// Take-profit and stop-loss in money and in prices: which price brings what, and what a price would bring.
import { formatAmount, multiplyDown, payoutOf, pnlOf, subtract, usdtDecimals, wad, zero } from '@candor/wire';
import type { Coin, ContractSide, Wad } from '@candor/wire';

export type StopKind = 'takeProfit' | 'stopLoss';
export type StopsTyped = Record<StopKind, string>;

/** Quick choices, as shares of the margin. */
export const stopShares = {
  takeProfit: ['0.25', '0.5', '1', '2'],
  stopLoss: ['0.1', '0.25', '0.5', '0.7'],
} as const satisfies Record<StopKind, readonly string[]>;

/** A position, or what a ticket would become. */
export interface Stake {
  side: ContractSide;
  entryPrice: Wad;
  /** The coin that it moves with. */
  amount: Wad;
  margin: Wad;
}

/** What would be gained or lost at a price; never more lost than the margin. */
export function gainAt({ side, entryPrice, amount, margin }: Stake, price: Wad): Wad {
  const pnl = pnlOf({ side, entryPrice, price, amount });
  return subtract(payoutOf(margin, pnl), margin);
}

/** A gain or loss as a share of the margin, decimal text with four decimals. */
export function shareOfMargin(gain: Wad, margin: Wad): string | undefined {
  if (margin <= 0n) return undefined;
  const size = gain < 0n ? -gain : gain;
  const parts = ((size * 10_000n) / margin) * 10n ** 14n;
  return formatAmount((gain < 0n ? -parts : parts) as Wad);
}

/** The price at which so large a share of the margin is won or lost, in the coin's decimals; undefined where there is none. */
export function stopPriceOf(
  stake: Stake,
  { kind, share, priceDecimals }: { kind: StopKind; share: string; priceDecimals: Coin['priceDecimals'] },
): string | undefined {
  const { side, entryPrice, amount, margin } = stake;
  if (amount <= 0n) return undefined;
  const money = multiplyDown(margin, wad(share), usdtDecimals);
  const unit = 10n ** BigInt(18 - priceDecimals);
  const steps = (money * 10n ** 18n) / amount / unit;
  const distance = (steps > 0n ? steps : 1n) * unit;
  const isUp = (side === 'long') === (kind === 'takeProfit');
  const price = (isUp ? entryPrice + distance : entryPrice - distance) as Wad;
  return price > zero ? formatAmount(price) : undefined;
}

/** A stop behind the liquidation price never comes: the position is gone before. */
export const isBehindLiquidation = (side: ContractSide, stopLoss: Wad, liquidation: Wad): boolean =>
  side === 'long' ? stopLoss <= liquidation : stopLoss >= liquidation;
