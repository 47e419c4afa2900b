// Open swaps of one coin that wait for its ticks: an accepted quote for the first of its time, a limit for one at or through its rate.
import { coinOfCode, one, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import { MinHeap } from '../kit/min-heap.ts';
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { TickBook, TickItem } from '../market/tick-book.ts';
import { acceptedOn, sidesOf, type SwapOrder } from './order.ts';
import { priceKey } from '../market/price-key.ts';
import { fillFrom, reachesLimit } from './rules.ts';

/** At which a USDT still buys that much of a coin. */
const highestPrice = (rate: Wad): Wad => ((one * one) / rate) as Wad;

export interface WatchedSwap extends TickItem {
  order: SwapOrder;
  /** Ticks up to this sequence are from before the order. */
  accepted: number;
}

/** By the coin of one of its sides. */
export function watchedOn(order: SwapOrder, side: 'from' | 'to'): WatchedSwap {
  const accepted = acceptedOn(order, side);
  const coin = coinOfCode(side === 'from' ? order.fromCoin : order.toCoin)!.code;
  return { id: order.orderId, coin, after: accepted, dueAt: order.expiresAt, order, accepted };
}

/**
 * Of a limit whose cancel was asked for, ticks up to then were met before, but only as far as is kept that all is done: an engine that
 * was lost may have left one behind that fills it.
 */
export function watchedSwap(order: SwapOrder, doneUpTo: (coin: CoinCode) => number = () => 0): WatchedSwap {
  const watched = watchedOn(order, sidesOf(order)[0]!.side);
  if (!order.cancel) return watched;
  return { ...watched, after: Math.max(watched.accepted, Math.min(order.cancel.sequence, doneUpTo(watched.coin))) };
}

/** The first tick in the time of a quote decides, or shows that none came in time. */
export function isFired({ order, accepted }: WatchedSwap, tick: TickPoint): boolean {
  if (tick.sequence <= accepted) return false;
  return order.kind === 'quote' ? tick.publishedAt >= fillFrom(order) : reachesLimit(order, tick);
}

/** A cancel narrows what a limit waits for, once. */
export const isNewer = ({ order }: WatchedSwap, waiting: WatchedSwap): boolean =>
  order.cancel !== null && waiting.order.cancel === null;

/** The times of ticks never decrease; what a limit waits for may have come and gone. */
export const mayHaveFired = ({ order }: WatchedSwap, newest: TickPoint): boolean =>
  newest.publishedAt >= fillFrom(order);

/** Forgotten entries that a heap may hold before it is cleaned. */
const forgottenMin = 1_024;

/** A tick looks at accepted quotes, which are few and gone in seconds, and of limits only at those that its price reaches. */
export class SwapBook implements TickBook<WatchedSwap> {
  readonly #waiting = new Map<Uuid, WatchedSwap>();
  readonly #quotes = new Map<Uuid, WatchedSwap>();
  /** Limits that sell the coin wait for a price at or above theirs, those that buy it for one at or below. */
  readonly #rising = new MinHeap<WatchedSwap>();
  readonly #falling = new MinHeap<WatchedSwap>();

  get size(): number {
    return this.#waiting.size;
  }

  /** What the heaps hold, with what they have not forgotten yet. */
  get entries(): number {
    return this.#rising.size + this.#falling.size;
  }

  add(watched: WatchedSwap): void {
    this.#waiting.set(watched.id, watched);
    this.#push(watched);
    for (const heap of [this.#rising, this.#falling]) {
      if (heap.size < forgottenMin || heap.size < 2 * this.#waiting.size) continue;
      heap.keepOnly((each) => this.#waiting.get(each.id) === each);
    }
  }

  /** The entry in a heap stays until it comes up or the heap is cleaned. */
  remove(id: Uuid): void {
    this.#waiting.delete(id);
    this.#quotes.delete(id);
  }

  get(id: Uuid): WatchedSwap | undefined {
    return this.#waiting.get(id);
  }

  fire(tick: TickPoint): WatchedSwap[] {
    const key = priceKey(tick.price);
    const reached = [...this.#rising.popUpTo(key), ...this.#falling.popUpTo(-key), ...this.#quotes.values()];
    const fired: WatchedSwap[] = [];
    for (const watched of reached) {
      if (this.#waiting.get(watched.id) !== watched) continue;
      if (isFired(watched, tick)) {
        fired.push(watched);
        this.remove(watched.id);
      } else {
        this.#push(watched);
      }
    }
    return fired;
  }

  #push(watched: WatchedSwap): void {
    const { kind, fromCoin, rate } = watched.order;
    if (kind === 'quote') this.#quotes.set(watched.id, watched);
    else if (fromCoin === 'USDT') this.#falling.push(-priceKey(highestPrice(rate)), watched);
    else this.#rising.push(priceKey(rate), watched);
  }
}
