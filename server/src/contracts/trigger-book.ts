// What waits for a price of one coin: two heaps, one that a falling price fires and one that a rising price fires, so that a tick
// costs what it fires and not what is open.
import type { TickPoint } from '../market/tick-point.ts';
import type { ContractOrder } from './order.ts';
import type { CoinCode, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { DueHeap } from '../kit/due-heap.ts';
import { isFillingTick, triggersOf } from './rules.ts';

/** An order as the engine keeps it: no more than finding what a tick fires needs, for there may be a million. */
export interface Watched {
  orderId: Uuid;
  accountId: Uuid;
  book: Book;
  coin: CoinCode;
  configVersion: number;
  isWaiting: boolean;
  /** Ticks up to this one mean nothing to it. */
  since: number;
  /** It is fired by a price at or below `falling`, at or above `rising`. */
  falling: Wad | null;
  rising: Wad | null;
  /** Fired by the first tick from then on whatever its price: a market order, a close. Of a limit order: not before. */
  fillFrom: { acceptedSequence: number; receivedAt: number } | null;
}

/** What of an order decides when it is fired. */
export type LiveOrder = Pick<
  ContractOrder,
  | 'orderId'
  | 'accountId'
  | 'book'
  | 'coin'
  | 'side'
  | 'state'
  | 'orderType'
  | 'tradePrice'
  | 'configVersion'
  | 'receivedAt'
  | 'acceptedSequence'
  | 'liquidationPrice'
  | 'takeProfit'
  | 'stopLoss'
  | 'termsSequence'
  | 'closing'
> & { entry: Pick<TickPoint, 'sequence'> | null };

export function watchedOf(order: LiveOrder): Watched {
  const { orderId, accountId, book, coin, side, configVersion, orderType, tradePrice, closing } = order;
  const isWaiting = order.state === 'waiting';
  const identity = { orderId, accountId, book, coin, configVersion, isWaiting };
  const asked = isWaiting ? order : closing;
  const fillFrom = asked && { acceptedSequence: asked.acceptedSequence, receivedAt: asked.receivedAt };
  if (!isWaiting) {
    const since = Math.max(order.entry!.sequence, order.termsSequence);
    return { ...identity, since, ...triggersOf(order), fillFrom };
  }
  const limit = orderType === 'limit' ? tradePrice : null;
  const [falling, rising] = side === 'long' ? [limit, null] : [null, limit];
  return { ...identity, since: order.termsSequence, falling, rising, fillFrom };
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

export class TriggerBook {
  readonly #falling = new DueHeap<Watched>();
  readonly #rising = new DueHeap<Watched>();
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
    this.remove(watched.orderId);
    this.#current.set(watched.orderId, watched);
    this.#push(watched);
    const isFilledByAny = watched.fillFrom && !(watched.isWaiting && (watched.falling ?? watched.rising) !== null);
    if (isFilledByAny) this.#fills.set(watched.orderId, watched);
    this.#clean();
  }

  /** Its heap entries stay until they come up or the heap is cleaned. */
  remove(orderId: Uuid): void {
    this.#current.delete(orderId);
    this.#fills.delete(orderId);
  }

  /** Takes out all that a tick fires. */
  fire(tick: TickPoint): Watched[] {
    const key = keyOf(tick.price);
    const candidates = new Set([...this.#falling.popUpTo(-key), ...this.#rising.popUpTo(key), ...this.#fills.values()]);
    const fired: Watched[] = [];
    for (const watched of candidates) {
      if (this.#current.get(watched.orderId) !== watched) continue;
      if (isFired(watched, tick)) {
        fired.push(watched);
        this.remove(watched.orderId);
      } else {
        this.#push(watched, key);
      }
    }
    return fired;
  }

  /** Both entries; after the heaps were popped up to a key, those that came up. */
  #push(watched: Watched, poppedAt?: number): void {
    const { falling, rising } = watched;
    if (falling !== null && (poppedAt === undefined || keyOf(falling) >= poppedAt)) {
      this.#falling.push(-keyOf(falling), watched);
    }
    if (rising !== null && (poppedAt === undefined || keyOf(rising) <= poppedAt)) {
      this.#rising.push(keyOf(rising), watched);
    }
  }

  #clean(): void {
    for (const heap of [this.#falling, this.#rising]) {
      if (heap.size < forgottenMin || heap.size < 2 * this.#current.size) continue;
      heap.keepOnly((watched) => this.#current.get(watched.orderId) === watched);
    }
  }
}

/** One unit of a heap's keys: 1e-10 USDT. */
const keyUnit = 10n ** 8n;

/**
 * A price in whole units, for comparing quickly: never in another order than the prices themselves. Prices that differ by less
 * come up together, and the exact comparison follows.
 */
const keyOf = (price: Wad): number => parseInt((price / keyUnit).toString(), 10);
