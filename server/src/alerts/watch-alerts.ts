// Alerts and the ticks that fire them; the rows in the database have the last word.
import type { CoinCode, Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Market } from '../market/market.ts';
import type { Fired, TickRules } from '../market/tick-book.ts';
import { TickWatch } from '../market/watch-ticks.ts';
import type { Alert, FiredAlert, Told } from './alert.ts';
import { AlertBook, isFired, waitingAlert, type WaitingAlert } from './alert-book.ts';
import { dayChange } from './rules.ts';
import { fireAlerts, readProgress, readWaiting, storeProgress } from './store.ts';

export interface AlertWatch extends Part {
  /** Watches an alert that was just set, from the tick on after which it was. */
  add(alert: Alert): void;
  remove: (alertId: Uuid) => void;
  /** Resolves when all that ticks have fired by now is carried out; undefined when nothing is under way. */
  allPending: () => Promise<unknown> | undefined;
}

export interface WatchOptions {
  pool: Pool;
  market: Market;
  clock: Clock;
  newId: () => Uuid;
  /** After the commit. */
  onFired: (told: readonly Told[]) => void;
}

const sweepEveryMs = 5_000;
const batchMax = 500;
/** Half an hour of ticks. */
const lookBackMax = 18_000;
/** A sweep also takes what was committed a little late. */
const sweepOverlapMs = 10_000;

export function watchAlerts(options: WatchOptions): AlertWatch {
  const { pool, market, clock } = options;
  const watch = new TickWatch<WaitingAlert>({ market, clock, rules: rulesOf(options) });
  let kept: ReadonlyMap<CoinCode, number> = new Map();
  /** When the last sweep began; 0 makes the next one read everything that waits. */
  let sweptAt = 0;

  async function* read(sinceMs: number): AsyncGenerator<WaitingAlert[]> {
    yield (await readWaiting(pool, sinceMs)).map(waitingAlert);
  }

  /** Alerts set by other processes are found here; and how far one has come is noted. */
  async function sweep(): Promise<void> {
    const since = Math.max(0, sweptAt - sweepOverlapMs);
    sweptAt = clock.now();
    try {
      await watch.takeUp(read(since));
    } catch (error) {
      sweptAt = 0;
      throw error;
    }
    await writeProgress();
  }

  async function writeProgress(): Promise<void> {
    const progress = watch.progress();
    const changed = [...progress].filter(([coin, sequence]) => watch.isWaitedFor(coin) && kept.get(coin) !== sequence);
    if (changed.length === 0) return;
    await storeProgress(pool, new Map(changed));
    kept = new Map([...kept, ...changed]);
  }

  return {
    jobs: [watch.job, createJob({ name: 'alert-sweep', role: 'web', every: sweepEveryMs, isShared: true, run: sweep })],
    async start() {
      sweptAt = clock.now();
      await watch.start(read(0), await readProgress(pool));
    },
    async stop() {
      await watch.stop();
      await writeProgress().catch(() => undefined);
    },
    add(alert) {
      if (!alert.fired) watch.offer(waitingAlert(alert));
    },
    remove: (alertId) => watch.remove(alertId),
    allPending: () => watch.allPending(),
  };
}

function rulesOf({ pool, market, clock, newId, onFired }: WatchOptions): TickRules<WaitingAlert> {
  return {
    name: 'alert',
    role: 'web',
    openBook: (coin) => new AlertBook(() => market.dayOpen(coin)),
    isFired: (item, { sequence, price }, isPresent) =>
      isFired(item, sequence, { price, dayOpen: isPresent ? market.dayOpen(item.coin) : undefined }),
    isNewer: ({ alert }, waiting) => alert.arming > waiting.alert.arming,
    lookBackMax,
    batchMax,
    atOnceMax: 1,
    async carryOut(fired) {
      const told = await fireAlerts(pool, { fired: fired.map((one) => firedOf(one, market)), newId, now: clock.now() });
      if (told.length > 0) onFired(told);
      return [];
    },
  };
}

/** With what the market said when the book saw it; of one that was looked up, what it says now. */
function firedOf({ item: { alert, look }, tick }: Fired<WaitingAlert>, market: Market): FiredAlert {
  const { sequence, price, publishedAt } = tick!;
  const isChange = alert.kind === 'change';
  const change = isChange ? dayChange(look ?? { price, dayOpen: market.dayOpen(alert.coin) }) : undefined;
  return { alert, seen: { sequence, price, change: change ?? null, at: publishedAt } };
}
