// What waits for a price of one coin: two heaps, one that a falling price fires and one that a rising price fires, so that a tick
// costs what it fires and not what is open.
import type { TickPoint } from '../market/archive/tick-point.ts';
import { contractOrders } from './order.ts';
import type { Uuid, Wad } from '@candor/wire';
import { columns, group, pick, safeInteger, type RowIn } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { MinHeap } from '../kit/min-heap.ts';
import { priceKey } from '../market/price-key.ts';
import type { TickBook, TickItem } from '../market/tick-book.ts';
import { isFillingTick, triggersOf, waitsUntil } from './rules.ts';

/** An order as the engine keeps it: no more than finding what a tick fires needs, for there may be a million. */
export interface Watched extends TickItem {
  accountId: Uuid;
  book: Book;
  configVersion: number;
  isWaiting: boolean;
  /** Ticks up to this one mean nothing to its prices. */
  since: number;
  /** It is fired by a price at or below `falling`, at or above `rising`. */
  falling: Wad | null;
  rising: Wad | null;
  /** Fired by the first tick from then on whatever its price: a market order, a close. Of a limit order: not before. */
  fillFrom: { acceptedSequence: number; receivedAt: number } | null;
}

/** What of an order decides when it is fired. */
export const liveOrder = columns({
  ...pick(contractOrders.shape, [
    'accountId', 'orderId', 'book', 'coin', 'side', 'state', 'orderType', 'tradePrice', 'configVersion', 'receivedAt',
    'acceptedSequence', 'expiresAt', 'liquidationPrice', 'takeProfit', 'stopLoss', 'termsSequence', 'closing',
  ]),
  entry: group('entry_', { sequence: safeInteger }).orNull,
}); // oxfmt-ignore
export type LiveOrder = RowIn<typeof liveOrder>;

export function watchedOf(order: LiveOrder): Watched {
  const { orderId, accountId, book, coin, side, configVersion, orderType, tradePrice, closing } = order;
  const isWaiting = order.state === 'waiting';
  const asked = isWaiting ? order : closing;
  const fillFrom = asked && { acceptedSequence: asked.acceptedSequence, receivedAt: asked.receivedAt };
  const since = Math.max(order.entry?.sequence ?? 0, order.termsSequence);
  // What is asked of an order is accepted when all that earlier ticks do to it is done.
  const after = Math.max(since, fillFrom?.acceptedSequence ?? 0);
  const common = { id: orderId, coin, after, accountId, book, configVersion, isWaiting, since, fillFrom };
  if (!isWaiting) return { ...common, dueAt: null, ...triggersOf(order) };
  const limit = orderType === 'limit' ? tradePrice : null;
  const [falling, rising] = side === 'long' ? [limit, null] : [null, limit];
  return { ...common, dueAt: waitsUntil(order), falling, rising };
}

/** Whether a tick fires it; the rules say afterwards, under lock, what that means. */
export function isFired(watched: Watched, tick: TickPoint): boolean {
  const { falling, rising, fillFrom, isWaiting } = watched;
  const hasLimit = isWaiting && (falling !== null || rising !== null);
  if (fillFrom && isFillingTick(fillFrom, tick)) {
    if (!hasLimit) return true;
  } else if (isWaiting) {
    return false;
  }
  if (tick.sequence <= watched.since) return false;
  return (falling !== null && tick.price <= falling) || (rising !== null && tick.price >= rising);
}

/** Forgotten entries that a heap may hold before it is cleaned. */
const forgottenMin = 4_096;

export class TriggerBook implements TickBook<Watched> {
  readonly #falling = new MinHeap<Watched>();
  readonly #rising = new MinHeap<Watched>();
  readonly #fills = new Map<Uuid, Watched>();
  readonly #current = new Map<Uuid, Watched>();

  get size(): number {
    return this.#current.size;
  }

  /** What the heaps hold, with what they have not forgotten yet. */
  get entries(): number {
    return this.#falling.size + this.#rising.size;
  }

  get(orderId: Uuid): Watched | undefined {
    return this.#current.get(orderId);
  }

  /** In place of what was known of the order. */
  add(watched: Watched): void {
    this.remove(watched.id);
    this.#current.set(watched.id, watched);
    this.#push(watched);
    const isFilledByAny = watched.fillFrom && !(watched.isWaiting && (watched.falling ?? watched.rising) !== null);
    if (isFilledByAny) this.#fills.set(watched.id, watched);
    this.#clean();
  }

  /** Its heap entries stay until they come up or the heap is cleaned. */
  remove(orderId: Uuid): void {
    this.#current.delete(orderId);
    this.#fills.delete(orderId);
  }

  /** Takes out all that a tick fires. */
  fire(tick: TickPoint): Watched[] {
    const key = priceKey(tick.price);
    const candidates = new Set([...this.#falling.popUpTo(-key), ...this.#rising.popUpTo(key), ...this.#fills.values()]);
    const fired: Watched[] = [];
    for (const watched of candidates) {
      if (this.#current.get(watched.id) !== watched) continue;
      if (isFired(watched, tick)) {
        fired.push(watched);
        this.remove(watched.id);
      } else {
        this.#push(watched, key);
      }
    }
    return fired;
  }

  /** Both entries; after the heaps were popped up to a key, those that came up. */
  #push(watched: Watched, poppedAt?: number): void {
    const { falling, rising } = watched;
    if (falling !== null && (poppedAt === undefined || priceKey(falling) >= poppedAt)) {
      this.#falling.push(-priceKey(falling), watched);
    }
    if (rising !== null && (poppedAt === undefined || priceKey(rising) <= poppedAt)) {
      this.#rising.push(priceKey(rising), watched);
    }
  }

  #clean(): void {
    for (const heap of [this.#falling, this.#rising]) {
      if (heap.size < forgottenMin || heap.size < 2 * this.#current.size) continue;
      heap.keepOnly((watched) => this.#current.get(watched.id) === watched);
    }
  }
}
