// From ticks to alerts that have fired: a book finds what a tick fires, and the rows in the database have the last word.
import { ticksPageMax, wad } from '@candor/wire';
import type { CoinCode, Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Market, Tick } from '../market/market.ts';
import type { Alert, Told } from './alert.ts';
import { createAlertBook } from './alert-book.ts';
import type { Fired } from './alert-book.ts';
import { fireAlerts, readProgress, readWaiting, storeProgress } from './store.ts';

export interface AlertWatch {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Watches an alert that was just set, from the tick on after which it was. */
  add(alert: Alert): void;
  remove(alertId: Uuid): void;
}

export interface WatchOptions {
  pool: Pool;
  market: Market;
  clock: Clock;
  newId: () => Uuid;
  /** After the commit. */
  onFired: (told: readonly Told[]) => void;
  sweepEveryMs?: number;
}

const batchMax = 500;
/** Ticks of a coin that are looked through after a pause, half an hour of them; after a longer one the present price counts. */
const lookBackMax = 18_000;
/** A sweep also takes what was committed a little late. */
const sweepOverlapMs = 10_000;

export function watchAlerts(options: WatchOptions): AlertWatch {
  const { pool, market, clock, newId, onFired, sweepEveryMs = 5_000 } = options;
  const book = createAlertBook();
  const seen = new Map<CoinCode, number>();
  const fired: Fired[] = [];
  let firing: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;
  let sweeper: NodeJS.Timeout | undefined;
  /** When the last sweep began; 0 makes the next one read everything that waits. */
  let sweptAt = 0;
  /** Looks at ticks of the past that are not over; until then one has not come as far as the newest tick. */
  let lookingBack = 0;
  let unsubscribe = (): void => {};

  function onTicks(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      fired.push(...book.take({ ...tick, dayOpen: () => market.dayOpen(tick.coin) }));
      seen.set(tick.coin, tick.sequence);
    }
    if (fired.length > 0) void fire();
  }

  /** One at a time; what fails stays and is tried again with the next tick or sweep. */
  function fire(): Promise<void> {
    return (firing ??= fireAll()
      .catch((error: unknown) => log.warn('alerts fire later', { waiting: fired.length, error: String(error) }))
      .finally(() => (firing = undefined)));
  }

  async function fireAll(): Promise<void> {
    while (fired.length > 0) {
      const batch = fired.slice(0, batchMax);
      const told = await fireAlerts(pool, { fired: batch, newId, now: clock.now() });
      fired.splice(0, batch.length);
      if (told.length > 0) onFired(told);
    }
  }

  function add(alert: Alert): void {
    if (alert.fired || book.has(alert)) return;
    book.add(alert);
    const newest = market.lastTick(alert.coin)?.sequence ?? 0;
    // Ticks came between the look at the price and this moment.
    if (newest > alert.armedSequence) void lookBackLater(alert, newest);
  }

  async function lookBackLater(alert: Alert, newest: number): Promise<void> {
    lookingBack++;
    try {
      await lookBack(alert.coin, { after: alert.armedSequence, newest });
    } catch (error) {
      log.warn('an alert waits for the next sweep', { error: String(error) });
      book.remove(alert.alertId);
      sweptAt = 0;
    } finally {
      lookingBack--;
    }
  }

  async function lookBack(coin: CoinCode, { after, newest }: { after: number; newest: number }): Promise<void> {
    if (newest - after > lookBackMax) return lookNow(coin);
    for (let from = after; from < newest; from += ticksPageMax) {
      const { ticks } = await market.tickRun(coin, from, Math.min(newest, from + ticksPageMax));
      for (const [sequence, price, , publishedAt] of ticks) {
        // What the day's change was then is not kept: changes are judged by the present one.
        fired.push(...book.take({ coin, sequence, price: wad(price), publishedAt, dayOpen: () => undefined }));
      }
    }
    lookNow(coin);
    await fire();
  }

  function lookNow(coin: CoinCode): void {
    const newest = market.lastTick(coin);
    if (newest) onTicks([newest]);
  }

  /** Alerts set by other processes are found here; and how far one has come is noted, once all that fired is stored. */
  async function sweep(): Promise<void> {
    const since = Math.max(0, sweptAt - sweepOverlapMs);
    sweptAt = clock.now();
    for (const alert of await readWaiting(pool, since)) add(alert);
    const progress = new Map([...book.coins().keys()].flatMap((coin) => entryOf(seen, coin)));
    const isLookingBack = lookingBack > 0;
    if (fired.length > 0) await fire();
    if (!isLookingBack && fired.length === 0 && progress.size > 0) await storeProgress(pool, progress);
  }

  const sweepSafely = (): Promise<void> =>
    sweep().catch((error: unknown) => {
      log.warn('alerts were not swept up', { error: String(error) });
      sweptAt = 0;
    });

  async function catchUp(): Promise<void> {
    const progress = await readProgress(pool);
    const alerts = await readWaiting(pool, 0);
    for (const alert of alerts) book.add(alert);
    for (const [coin, armedAfter] of book.coins()) {
      const newest = market.lastTick(coin)?.sequence ?? 0;
      const after = Math.max(armedAfter, progress.get(coin) ?? 0);
      await lookBack(coin, { after: Math.min(after, newest), newest });
    }
  }

  return {
    async start() {
      sweptAt = clock.now();
      unsubscribe = market.onTicks(onTicks);
      await catchUp();
      sweeper = setInterval(() => {
        sweeping ??= sweepSafely().finally(() => (sweeping = undefined));
      }, sweepEveryMs);
    },
    async stop() {
      unsubscribe();
      clearInterval(sweeper);
      await sweeping;
      await sweepSafely();
    },
    add,
    remove: book.remove,
  };
}

const entryOf = (seen: ReadonlyMap<CoinCode, number>, coin: CoinCode): [CoinCode, number][] =>
  seen.has(coin) ? [[coin, seen.get(coin)!]] : [];
