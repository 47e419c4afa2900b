// Open swaps of one coin that wait for its ticks: an accepted quote for the first of its time, a limit for one at or through its rate.
import { coinOfCode, type Uuid } from '@candor/wire';
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { TickBook, TickItem } from '../market/tick-book.ts';
import { acceptedOn, sidesOf, type SwapOrder } from './order.ts';
import { fillFrom, reachesLimit } from './rules.ts';

export interface WatchedSwap extends TickItem {
  order: SwapOrder;
  /** Ticks up to this sequence are from before the order. */
  accepted: number;
}

/** By the coin of one of its sides; of a limit whose cancel was asked for, ticks up to then were met before. */
export function watchedOn(order: SwapOrder, side: 'from' | 'to'): WatchedSwap {
  const accepted = acceptedOn(order, side);
  const coin = coinOfCode(side === 'from' ? order.fromCoin : order.toCoin)!.code;
  const after = order.cancel?.sequence ?? accepted;
  return { id: order.orderId, coin, after, dueAt: order.expiresAt, order, accepted };
}

export const watchedSwap = (order: SwapOrder): WatchedSwap => watchedOn(order, sidesOf(order)[0]!.side);

/** The first tick in the time of a quote decides, or shows that none came in time. */
export function isFired({ order, accepted }: WatchedSwap, tick: TickPoint): boolean {
  if (tick.sequence <= accepted) return false;
  return order.kind === 'quote' ? tick.publishedAt >= fillFrom(order) : reachesLimit(order, tick);
}

/** The times of ticks never decrease; what a limit waits for may have come and gone. */
export const mayHaveFired = ({ order }: WatchedSwap, newest: TickPoint): boolean =>
  newest.publishedAt >= fillFrom(order);

export class SwapBook implements TickBook<WatchedSwap> {
  readonly #waiting = new Map<Uuid, WatchedSwap>();

  get size(): number {
    return this.#waiting.size;
  }

  add(watched: WatchedSwap): void {
    this.#waiting.set(watched.id, watched);
  }

  remove(id: Uuid): void {
    this.#waiting.delete(id);
  }

  get(id: Uuid): WatchedSwap | undefined {
    return this.#waiting.get(id);
  }

  fire(tick: TickPoint): WatchedSwap[] {
    const fired = [...this.#waiting.values()].filter((watched) => isFired(watched, tick));
    for (const { id } of fired) this.remove(id);
    return fired;
  }
}
