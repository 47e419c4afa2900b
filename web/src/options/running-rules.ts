// What an order is doing, seen from outside: pure, from the order, the price and the server's clock.
import { coinOfSymbol, optionSides, parseMarketNumber, subtract, wad, zero } from '@candor/wire';
import type { Coin, OptionOrderMessage, OptionSide, Wad } from '@candor/wire';
import { profitOf } from './order-rules.ts';

/** waiting: for its entry tick. settling: time is up, the result is on its way. */
export type Stage = 'waiting' | 'running' | 'settling' | 'ended';

export function stageOf(order: OptionOrderMessage, nowMs: number): Stage {
  if (order.trade_type === 0) return 'ended';
  if (order.entry === null || order.expires_at === null) return 'waiting';
  return Date.parse(order.expires_at) > nowMs ? 'running' : 'settling';
}

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
  /** Answers to own taps, which may be here before any list knows of them. */
  placed: readonly OptionOrderMessage[];
  /** Seen open on this page: their result belongs in front of the person. */
  watched: ReadonlySet<string>;
  /** Results that were taken note of. */
  dismissed: ReadonlySet<string>;
}

const shownMax = 12;

/** The cards to show, newest first: whatever runs, and what has ended while it was looked at. Of several states of one order the last counts. */
export function shownOrders({ open, ended, placed, watched, dismissed }: ShownFacts): OptionOrderMessage[] {
  const shown = new Map<string, OptionOrderMessage>();
  for (const order of [...placed, ...open]) {
    const known = shown.get(order.option_order_id);
    if (known === undefined || known.entry === null) shown.set(order.option_order_id, order);
  }
  for (const order of ended) {
    const isAwaited = watched.has(order.option_order_id) || shown.has(order.option_order_id);
    if (isAwaited) shown.set(order.option_order_id, order);
  }
  return [...shown.values()]
    .filter(({ option_order_id }) => !dismissed.has(option_order_id))
    .toSorted((left, right) => Date.parse(right.received_at) - Date.parse(left.received_at))
    .slice(0, shownMax);
}

/** When nothing was pushed this long after an order's time was up, a message was lost and the list is asked for. */
export const overdueMs = 4_000;

export function isOverdue(order: OptionOrderMessage, nowMs: number): boolean {
  if (order.trade_type === 0) return false;
  const due = order.expires_at === null ? Date.parse(order.received_at) + 6_000 : Date.parse(order.expires_at);
  return nowMs > due + overdueMs;
}
