// What an order is doing, seen from outside: pure, from the order, the price and the server's clock.
import { coinOfSymbol, optionSides, parseMarketNumber, subtract, wad, zero } from '@candor/wire';
import type { Coin, OptionOrderMessage, OptionSide, Wad } from '@candor/wire';
import { profitOf } from './order-rules.ts';

/** waiting: for its entry tick. settling: time is up, the result is on its way. bridging: a gap in the prices may keep it back. */
export type Stage = 'waiting' | 'running' | 'settling' | 'bridging' | 'ended';

/** A result takes less than this where a price came before the end. */
const settlingMs = 1_500;

export function stageOf(order: OptionOrderMessage, nowMs: number): Stage {
  if (order.trade_type === 0) return 'ended';
  if (order.entry === null || order.expires_at === null) return 'waiting';
  const lateMs = nowMs - Date.parse(order.expires_at);
  if (lateMs < 0) return 'running';
  return lateMs < settlingMs || order.exit_wait_ms === 0 ? 'settling' : 'bridging';
}

/** When time alone changes its stage next; undefined when only news of the order does. */
export function stageEndsAt(order: OptionOrderMessage, nowMs: number): number | undefined {
  if (order.expires_at === null) return undefined;
  const stage = stageOf(order, nowMs);
  if (stage === 'running') return Date.parse(order.expires_at);
  return stage === 'settling' && order.exit_wait_ms > 0 ? Date.parse(order.expires_at) + settlingMs : undefined;
}

/** Up to which moment the next price ends an order that had none before its expiry. */
export const bridgedUntil = (order: OptionOrderMessage): number =>
  Date.parse(order.expires_at ?? order.received_at) + order.exit_wait_ms;

export type Stand = 'winning' | 'losing' | 'level';

/** How it would end at this price, and what that would add to the balance; undefined before there is an entry or a price. */
export function standOf(order: OptionOrderMessage, price: string | undefined): { stand: Stand; gain: Wad } | undefined {
  const now = price === undefined ? undefined : parseMarketNumber(price);
  if (order.entry === null || now === undefined) return undefined;
  const entry = wad(order.entry.price);
  const stake = wad(order.trade_num);
  if (now === entry) return { stand: 'level', gain: zero };
  return now > entry === (sideOf(order) === 'up')
    ? { stand: 'winning', gain: profitOf(stake, order) }
    : { stand: 'losing', gain: subtract(zero, stake) };
}

/** What an ended order has added to the balance: negative after a loss, nothing after a tie or a void. */
export const gainOf = (order: OptionOrderMessage): Wad => subtract(wad(order.paid ?? '0'), wad(order.trade_num));

export const sideOf = (order: OptionOrderMessage): OptionSide =>
  order.trade_transaction_type === optionSides.up ? 'up' : 'down';

export const coinOf = (order: OptionOrderMessage): Coin | undefined => coinOfSymbol(order.pair_type);

/** How far a price is from another, as signed decimal units. */
export function distance(from: string, to: string | undefined): Wad | undefined {
  const [start, end] = [parseMarketNumber(from), parseMarketNumber(to ?? '')];
  return start === undefined || end === undefined ? undefined : subtract(end, start);
}

export interface ShownFacts {
  open: readonly OptionOrderMessage[];
  ended: readonly OptionOrderMessage[];
  /** Results from then on belong in front of the person, ms by the server's clock. */
  sinceMs: number;
  /** Results that were taken note of. */
  dismissed: ReadonlySet<string>;
}

const shownMax = 12;

/** The cards to show, newest first: whatever runs, and what has ended since this page looks. */
export function shownOrders({ open, ended, sinceMs, dismissed }: ShownFacts): OptionOrderMessage[] {
  const isNews = ({ settled_at }: OptionOrderMessage): boolean => Date.parse(settled_at ?? '') >= sinceMs;
  const shown = new Map([...open, ...ended.filter(isNews)].map((order) => [order.option_order_id, order]));
  return Array.from(shown.values())
    .filter(({ option_order_id }) => !dismissed.has(option_order_id))
    .toSorted((left, right) => Date.parse(right.received_at) - Date.parse(left.received_at))
    .slice(0, shownMax);
}

/** How long after an order's time was up a message must have been lost, and how long after its receipt when it has no end yet. */
const overdueMs = 4_000;
const entryMs = 6_000;

/** When its end must have been pushed, ms by the server's clock. */
export function overdueAt({ trade_type, expires_at, received_at }: OptionOrderMessage): number | undefined {
  if (trade_type === 0) return undefined;
  return overdueMs + (expires_at === null ? Date.parse(received_at) + entryMs : Date.parse(expires_at));
}
