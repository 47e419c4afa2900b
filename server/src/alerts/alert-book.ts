// What waits for which price: a tick finds what it fires and looks at nothing else, however many wait.
import type { AlertKind, CoinCode, Uuid, Wad } from '@candor/wire';
import { OrderedHeap } from '../kit/ordered-heap.ts';
import type { Alert, Seen } from './alert.ts';
import { dayChange, sizeOf } from './rules.ts';

export interface Sight {
  coin: CoinCode;
  sequence: number;
  price: Wad;
  publishedAt: number;
  /** Asked only if alerts wait for a change; undefined where it is not known, as of ticks of long ago. */
  dayOpen: () => Wad | undefined;
}

export interface Fired {
  alert: Alert;
  seen: Seen;
}

export interface AlertBook {
  /** An alert that was set again takes the place of what it was. */
  add(alert: Alert): void;
  remove(alertId: Uuid): void;
  has(alert: Pick<Alert, 'alertId' | 'arming'>): boolean;
  /** Takes out what this tick fires. A tick from before an alert was set does not count for it. */
  take(sight: Sight): Fired[];
  /** Coins with alerts, each with the tick after which the first of them was set. */
  coins(): Map<CoinCode, number>;
}

interface Shelf {
  heaps: Record<AlertKind, OrderedHeap<Alert>>;
  /** Taken away, and still in a heap. */
  leftBehind: number;
}

const sweepFrom = 64;

export function createAlertBook(): AlertBook {
  const waiting = new Map<Uuid, Alert>();
  const shelves = new Map<CoinCode, Shelf>();
  const isWaiting = (alert: Alert): boolean => waiting.get(alert.alertId) === alert;

  function shelfOf(coin: CoinCode): Shelf {
    const found = shelves.get(coin);
    if (found) return found;
    const heaps = {
      above: new OrderedHeap<Alert>(),
      below: new OrderedHeap<Alert>(),
      change: new OrderedHeap<Alert>(),
    };
    const made: Shelf = { heaps, leftBehind: 0 };
    shelves.set(coin, made);
    return made;
  }

  const put = (alert: Alert): void =>
    shelfOf(alert.coin).heaps[alert.kind].push(keyOf(alert.kind, alert.target), alert);

  function remove(alertId: Uuid): void {
    const alert = waiting.get(alertId);
    if (!alert) return;
    waiting.delete(alertId);
    const shelf = shelfOf(alert.coin);
    const all = Object.values(shelf.heaps);
    const size = all.reduce((sum, heap) => sum + heap.size, 0);
    if (++shelf.leftBehind < sweepFrom || shelf.leftBehind * 2 < size) return;
    for (const heap of all) heap.keep(isWaiting);
    shelf.leftBehind = 0;
  }

  function takeFrom(shelf: Shelf, kind: AlertKind, { upTo, sequence }: { upTo: Wad; sequence: number }): Alert[] {
    const reached: Alert[] = [];
    const tooNew: Alert[] = [];
    for (const alert of shelf.heaps[kind].popUpTo(keyOf(kind, upTo))) {
      if (!isWaiting(alert)) shelf.leftBehind--;
      else (alert.armedSequence < sequence ? reached : tooNew).push(alert);
    }
    tooNew.forEach(put);
    for (const { alertId } of reached) waiting.delete(alertId);
    return reached;
  }

  return {
    add(alert) {
      remove(alert.alertId);
      waiting.set(alert.alertId, alert);
      put(alert);
    },
    remove,
    has: ({ alertId, arming }) => (waiting.get(alertId)?.arming ?? 0) >= arming,
    take({ coin, sequence, price, publishedAt, dayOpen }) {
      const shelf = shelves.get(coin);
      if (!shelf) return [];
      const seen = { sequence, price, change: null, at: publishedAt };
      const byPrice = (['above', 'below'] as const).flatMap((kind) => takeFrom(shelf, kind, { upTo: price, sequence }));
      const fired: Fired[] = byPrice.map((alert) => ({ alert, seen }));
      if (shelf.heaps.change.size === 0) return fired;
      const change = dayChange({ price, dayOpen: dayOpen() });
      if (change === undefined) return fired;
      const byChange = takeFrom(shelf, 'change', { upTo: sizeOf(change), sequence });
      return [...fired, ...byChange.map((alert) => ({ alert, seen: { ...seen, change } }))];
    },
    coins() {
      const first = new Map<CoinCode, number>();
      for (const { coin, armedSequence } of waiting.values()) {
        first.set(coin, Math.min(first.get(coin) ?? Infinity, armedSequence));
      }
      return first;
    },
  };
}

/** What is reached first lies lowest: of falling prices the highest. */
const keyOf = (kind: AlertKind, level: Wad): bigint => (kind === 'below' ? -level : level);
