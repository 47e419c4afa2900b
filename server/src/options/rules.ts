// What decides an option: stakes, profit, which ticks count, who wins. No clock, no SQL.
import {
  add,
  formatAmount,
  multiplyDown,
  optionTiming,
  usdtDecimals,
  zero,
  type OptionExitRule,
  type OptionResult,
  type OptionSide,
  type Wad,
} from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { pointOf, type TickPoint } from '../market/archive/tick-point.ts';
import type { OptionOrder, OptionsConfig } from './order.ts';

/** What a win adds to the stake; rounded down, for the customer receives it. */
export const profitOf = (stake: Wad, payoutRate: Wad): Wad => multiplyDown(stake, payoutRate, usdtDecimals);

export function checkStake(stake: Wad, config: OptionsConfig): Refusal | undefined {
  if (stake >= config.minStake && stake <= config.maxStake) return undefined;
  return new Refusal('stake-out-of-range', {
    min: formatAmount(config.minStake),
    max: formatAmount(config.maxStake),
  });
}

/** The time from which a tick can be the entry, and the last at which one can. */
export const entryWindow = (receivedAt: number): { from: number; to: number } => ({
  from: receivedAt + optionTiming.entryDelayMs,
  to: receivedAt + optionTiming.entryWindowMs,
});

export const isEntryTick = (
  order: { receivedAt: number; acceptedSequence: number },
  tick: { sequence: number; publishedAt: number },
): boolean => tick.sequence > order.acceptedSequence && tick.publishedAt >= entryWindow(order.receivedAt).from;

/** The first of the entry ticks is the entry if it comes in time. */
export const canEnter = (
  order: { receivedAt: number; acceptedSequence: number },
  tick: { sequence: number; publishedAt: number },
): boolean => isEntryTick(order, tick) && tick.publishedAt <= entryWindow(order.receivedAt).to;

/**
 * As what a tick ends an order: the last one up to expiry, if it was fresh enough then, or the first one after it, if it came within the
 * wait of the order's terms. A gap thus is worth nothing to whoever would lose by the next price.
 */
export function exitRuleOf(
  tick: { publishedAt: number },
  { expiresAt, exitWaitMs }: Pick<OptionOrder, 'expiresAt' | 'exitWaitMs'>,
): OptionExitRule | undefined {
  if (expiresAt === null) return undefined;
  const lateMs = tick.publishedAt - expiresAt;
  if (lateMs > 0) return lateMs <= exitWaitMs ? 'first-after-expiry' : undefined;
  return -lateMs <= optionTiming.exitAgeMaxMs ? 'last-up-to-expiry' : undefined;
}

/** The moment after which no tick can be the exit any more. */
export const exitDeadline = ({ expiresAt, exitWaitMs }: OptionOrder): number => expiresAt! + exitWaitMs;

/** The moment up to which ticks counted for an ended order; the next tick shows that none of them is left out. */
export function decidedUpTo(order: OptionOrder): number {
  if (!order.entry) return entryWindow(order.receivedAt).to;
  if (!order.exit) return exitDeadline(order);
  return order.expiresAt!;
}

export function resultOf(side: OptionSide, entryPrice: Wad, exitPrice: Wad): Exclude<OptionResult, 'void'> {
  if (entryPrice === exitPrice) return 'tie';
  return exitPrice > entryPrice === (side === 'up') ? 'win' : 'lose';
}

/** What comes back to the available balance. */
export function paidFor(result: OptionResult, order: { stake: Wad; profit: Wad }): Wad {
  switch (result) {
    case 'win':
      return add(order.stake, order.profit);
    case 'lose':
      return zero;
    case 'tie':
    case 'void':
      return order.stake;
  }
}

/** The order once it has its entry: from then on its seconds run. */
export const entered = (order: OptionOrder, entry: TickPoint): OptionOrder => ({
  ...order,
  entry: pointOf(entry),
  expiresAt: entry.publishedAt + order.durationMs,
});
