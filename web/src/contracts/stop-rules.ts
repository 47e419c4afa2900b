// Take-profit and stop-loss in money and in prices: which price brings what, and what a price would bring.
import { fitsDecimals, formatAmount, multiplyDown, parseAmount, payoutOf, pnlOf, subtract, usdtDecimals, wad, wrongStop, zero } from '@candor/wire'; // oxfmt-ignore
import type { Coin, ContractSide, Wad } from '@candor/wire';
import type { DraftFault, Faults } from '../data/draft-rules.ts';

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

interface ReadPrice {
  price?: Wad;
  problem?: DraftFault;
}

/** A price that was typed; nothing typed is a fault. */
export function readPrice(typed: string, { priceDecimals }: Pick<Coin, 'priceDecimals'>): ReadPrice {
  const price = parseAmount(typed);
  if (!price) return { problem: { code: 'amount-malformed', facts: {} } };
  if (fitsDecimals(price, priceDecimals)) return { price };
  return { problem: { code: 'too-many-decimals', facts: { decimals: `${priceDecimals}` } } };
}

export interface StopFacts {
  side: ContractSide;
  /** That the stops stand around; undefined while there is none. */
  base: Wad | undefined;
  coin: Coin;
}

/** Both stops as they were typed, where nothing typed is none, and what is wrong with them. */
export function judgeStops(
  { takeProfit, stopLoss }: StopsTyped,
  { side, base, coin }: StopFacts,
): { stops: Record<StopKind, Wad | null>; faults: Faults<StopsTyped> } {
  const read = (typed: string): ReadPrice => (typed === '' ? {} : readPrice(typed, coin));
  const [profit, loss] = [read(takeProfit), read(stopLoss)];
  const stops = { takeProfit: profit.price ?? null, stopLoss: loss.price ?? null };
  const wrong = base && wrongStop(side, base, stops);
  const wrongSide = wrong && {
    code: 'trigger-wrong-side' as const,
    facts: { field: wrong, price: formatAmount(base) },
  };
  const faults = {
    takeProfit: profit.problem ?? (wrong === 'take_profit' ? wrongSide : undefined),
    stopLoss: loss.problem ?? (wrong === 'stop_loss' ? wrongSide : undefined),
  };
  return { stops, faults };
}
