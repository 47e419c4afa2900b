// Open options of one coin that wait: for the tick that opens them, for their expiry, or after a gap for the tick that ends them.
import type { Uuid } from '@candor/wire';
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { TickBook, TickItem } from '../market/tick-book.ts';
import type { OptionOrder } from './order.ts';
import { entryWindow, exitDeadline, exitRuleOf, isEntryTick } from './rules.ts';

export interface WatchedOrder extends TickItem {
  order: OptionOrder;
  stage: 'entering' | 'running' | 'exiting';
}

/** An open order as it is placed or has its entry. */
export function watchedOrder(order: OptionOrder): WatchedOrder {
  const { orderId: id, coin, entry } = order;
  if (!entry) {
    const dueAt = entryWindow(order.receivedAt).to;
    return { id, coin, after: order.acceptedSequence, dueAt, order, stage: 'entering' };
  }
  return { id, coin, after: entry.sequence, dueAt: order.expiresAt, order, stage: 'running' };
}

/** An expired order whose last tick was too old, so that the next one ends it. */
export const exitingOrder = (order: OptionOrder, last: Pick<TickPoint, 'sequence'>): WatchedOrder => ({
  id: order.orderId,
  coin: order.coin,
  after: last.sequence,
  dueAt: exitDeadline(order),
  order,
  stage: 'exiting',
});

/**
 * The first tick that counts either is the entry or, when it comes too late, proves that there is none. One that comes too late to be
 * an exit changes nothing: the end of the wait then ends the order.
 */
export function isFired({ order, stage }: WatchedOrder, tick: TickPoint): boolean {
  if (stage === 'entering') return isEntryTick(order, tick);
  return stage === 'exiting' && exitRuleOf(tick, order) === 'first-after-expiry';
}

/** The times of ticks never decrease. */
export function mayHaveFired({ order, stage }: WatchedOrder, newest: TickPoint): boolean {
  if (stage === 'entering') return isEntryTick(order, newest);
  return stage === 'exiting' && newest.publishedAt > order.expiresAt!;
}

export class OrderBook implements TickBook<WatchedOrder> {
  readonly #all = new Map<Uuid, WatchedOrder>();
  /** Those that a tick may fire. */
  readonly #waiting = new Map<Uuid, WatchedOrder>();

  get size(): number {
    return this.#waiting.size;
  }

  add(watched: WatchedOrder): void {
    this.#all.set(watched.id, watched);
    if (watched.stage === 'running') this.#waiting.delete(watched.id);
    else this.#waiting.set(watched.id, watched);
  }

  remove(id: Uuid): void {
    this.#all.delete(id);
    this.#waiting.delete(id);
  }

  get(id: Uuid): WatchedOrder | undefined {
    return this.#all.get(id);
  }

  fire(tick: TickPoint): WatchedOrder[] {
    const fired: WatchedOrder[] = [];
    for (const watched of this.#waiting.values()) {
      if (!isFired(watched, tick)) continue;
      this.remove(watched.id);
      fired.push(watched);
    }
    return fired;
  }
}
