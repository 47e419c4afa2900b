// What waits for which price of a coin: a tick finds what it fires and looks at nothing else, however many wait.
import type { AlertKind, Uuid, Wad } from '@candor/wire';
import { MinHeap } from '../kit/min-heap.ts';
import type { TickPoint } from '../market/archive/tick-point.ts';
import { priceKey } from '../market/price-key.ts';
import type { TickBook, TickItem } from '../market/tick-book.ts';
import type { Alert } from './alert.ts';
import { dayChange, isReached, sizeOf, type Look } from './rules.ts';

export interface WaitingAlert extends TickItem {
  alert: Alert;
  /** Of one that has fired: what the market said. */
  look?: Look;
}

export const waitingAlert = (alert: Alert): WaitingAlert => ({
  id: alert.alertId,
  coin: alert.coin,
  after: alert.armedSequence,
  dueAt: null,
  alert,
});

/** A tick from before an alert was set does not count for it. */
export const isFired = ({ alert, after }: WaitingAlert, sequence: number, look: Look): boolean =>
  sequence > after && isReached(alert, look);

const kinds = ['above', 'below', 'change'] as const;
const cleanFrom = 64;

export class AlertBook implements TickBook<WaitingAlert> {
  readonly #dayOpen: () => Wad | undefined;
  readonly #waiting = new Map<Uuid, WaitingAlert>();
  readonly #heaps: Record<AlertKind, MinHeap<WaitingAlert>> = {
    above: new MinHeap(),
    below: new MinHeap(),
    change: new MinHeap(),
  };

  /** Asked for the price that the day's change counts from, if alerts wait for a change. */
  constructor(dayOpen: () => Wad | undefined) {
    this.#dayOpen = dayOpen;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** What the heaps hold, with what they have not forgotten yet. */
  get entries(): number {
    return kinds.reduce((sum, kind) => sum + this.#heaps[kind].size, 0);
  }

  get(alertId: Uuid): WaitingAlert | undefined {
    return this.#waiting.get(alertId);
  }

  /** One that was set again takes the place of what it was. */
  add(waiting: WaitingAlert): void {
    this.#waiting.set(waiting.id, waiting);
    this.#push(waiting);
    this.#clean();
  }

  /** Its entry in a heap stays until it comes up or the heap is cleaned. */
  remove(alertId: Uuid): void {
    this.#waiting.delete(alertId);
    this.#clean();
  }

  /** What the day's change was in the past is not kept: changes are judged by the present one. */
  fire({ sequence, price }: TickPoint, isPresent: boolean): WaitingAlert[] {
    const look: Look = { price, dayOpen: isPresent && this.#heaps.change.size > 0 ? this.#dayOpen() : undefined };
    const fired: WaitingAlert[] = [];
    for (const waiting of kinds.flatMap((kind) => this.#popUpTo(kind, look))) {
      if (this.#waiting.get(waiting.id) !== waiting) continue;
      if (isFired(waiting, sequence, look)) {
        this.#waiting.delete(waiting.id);
        fired.push({ ...waiting, look });
      } else {
        this.#push(waiting);
      }
    }
    return fired;
  }

  #popUpTo(kind: AlertKind, look: Look): WaitingAlert[] {
    if (kind !== 'change') return this.#heaps[kind].popUpTo(keyOf(kind, look.price));
    const change = dayChange(look);
    return change === undefined ? [] : this.#heaps.change.popUpTo(keyOf(kind, sizeOf(change)));
  }

  #push(waiting: WaitingAlert): void {
    const { kind, target } = waiting.alert;
    this.#heaps[kind].push(keyOf(kind, target), waiting);
  }

  #clean(): void {
    if (this.entries < cleanFrom || this.entries < 2 * this.#waiting.size) return;
    for (const kind of kinds) this.#heaps[kind].keepOnly((waiting) => this.#waiting.get(waiting.id) === waiting);
  }
}

/** What is reached first comes first: of falling prices the highest. */
const keyOf = (kind: AlertKind, level: Wad): number => (kind === 'below' ? -priceKey(level) : priceKey(level));
