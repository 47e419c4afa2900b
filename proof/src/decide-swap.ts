// The rules of a swap, written a second time and apart from the server: what the ticks say must happen.
import { formatAmount, wad } from '@candor/wire';
import type { ArchivedTick, SwapReceipt, SwapResult, SwapReturnReason, Wad } from '@candor/wire';

type Side = 'from' | 'to';
/** All ticks of each coin that are known after the accepted sequence, in order; undefined for USDT. */
export type SwapTicks = Readonly<Record<Side, readonly ArchivedTick[] | undefined>>;

export interface SwapDecision {
  from: ArchivedTick | undefined;
  to: ArchivedTick | undefined;
  result: SwapResult;
  reason: SwapReturnReason | null;
  given: string;
  received: string;
  /** The moment at which nothing could change any more, ms. */
  decidedMs: number;
  /** Whether the ticks show that: none that would have decided otherwise can be missing at their end. */
  isReached: boolean;
}

const one = 10n ** 18n;

export function decideSwap({ order, terms }: Pick<SwapReceipt, 'order' | 'terms'>, ticks: SwapTicks): SwapDecision {
  const startMs = order.received_ms + terms.fill_delay_ms;
  const isInTime = (tick: ArchivedTick): boolean => tick[3] >= startMs && tick[3] <= order.expires_ms;
  const isHit = (side: Side, tick: ArchivedTick): boolean =>
    isInTime(tick) && (order.kind === 'quote' || reaches(order.rate, side, wad(tick[1])));
  const first = (side: Side): ArchivedTick | undefined => ticks[side]?.find((tick) => isHit(side, tick));
  const [from, to] = [first('from'), first('to')];
  const missing = (['from', 'to'] as const).filter((side) => ticks[side] && !{ from, to }[side]);
  if (missing.length > 0) {
    const reason = order.kind === 'quote' ? 'no-tick' : order.is_cancelled ? 'cancelled' : 'expired';
    const isReached = missing.some((side) => (ticks[side]!.at(-1)?.[3] ?? 0) > order.expires_ms);
    return { from, to, ...nothing(reason), decidedMs: order.expires_ms, isReached };
  }
  const prices = { from: from ? wad(from[1]) : one, to: to ? wad(to[1]) : one };
  const decided = { from, to, decidedMs: Math.max(from?.[3] ?? 0, to?.[3] ?? 0), isReached: true };
  if (order.kind === 'limit') {
    const given = roundUp(wad(order.to_amount) * prices.to, prices.from, terms.from_decimals);
    return { ...decided, result: 'filled', reason: null, given, received: order.to_amount };
  }
  if (hasMoved(order, prices, terms.move_max_bp)) return { ...decided, ...nothing('price-moved') };
  const received = roundDown(wad(order.from_amount) * prices.from, prices.to, terms.to_decimals);
  return { ...decided, result: 'filled', reason: null, given: order.from_amount, received };
}

const nothing = (reason: SwapReturnReason) => ({ result: 'returned' as const, reason, given: '0', received: '0' });

/** The other side is USDT. */
function reaches(rate: string, side: Side, price: bigint): boolean {
  return side === 'from' ? price >= wad(rate) : one * one >= wad(rate) * price;
}

function hasMoved(order: SwapReceipt['order'], now: { from: bigint; to: bigint }, bp: number): boolean {
  const [left, right] = [now.from * wad(order.quoted_to), wad(order.quoted_from) * now.to];
  return (left > right ? left - right : right - left) * 10_000n > right * BigInt(bp);
}

const unitOf = (decimals: number): bigint => 10n ** BigInt(18 - decimals);

function roundDown(value: bigint, by: bigint, decimals: number): string {
  const unit = unitOf(decimals);
  return formatAmount(((value / by / unit) * unit) as Wad);
}

function roundUp(value: bigint, by: bigint, decimals: number): string {
  const unit = unitOf(decimals);
  return formatAmount((((value + by * unit - 1n) / (by * unit)) * unit) as Wad);
}

/** The sentence that shows how the amounts come about, with the numbers in it. */
export function swapFormula(
  facts: Pick<SwapReceipt, 'order' | 'from_tick' | 'to_tick' | 'given' | 'received' | 'reason'>,
): string {
  // oxfmt-ignore
  const { order, from_tick, to_tick, given, received, reason } = facts;
  const [from, to] = [from_tick?.price ?? '1', to_tick?.price ?? '1'];
  if (reason === 'price-moved') return `${from} / ${to} is too far from ${order.quoted_from} / ${order.quoted_to} → ${order.from_amount} ${order.from_coin} back`; // oxfmt-ignore
  if (reason !== null) return `${reason} → ${order.from_amount} ${order.from_coin} back`;
  if (order.kind === 'limit') return `${received} ${order.to_coin} × ${to} / ${from} = ${given} ${order.from_coin} (up)`; // oxfmt-ignore
  return `${given} ${order.from_coin} × ${from} / ${to} = ${received} ${order.to_coin} (down)`;
}
