// Packs each minute that is over into one row of the archive, and clears the raw rows of old sealed minutes away.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { genesisHash } from '@candor/proof';
import { clockFaults, type ClockName } from '../../kit/clock-faults.ts';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { Finality } from './finality.ts';
import type { Tick } from '../market.ts';
import { insertMinute, newestMinute, pruneTicks, rawTicks } from '../store.ts';
import { rawTickLists } from './tick-list-store.ts';

export const rawKeptMs = 15 * 60_000;
const minuteMs = 60_000;
const readAtOnce = 6_000;
const sealEveryMs = 5_000;

export interface SealOptions {
  pool: Pool;
  clock: Clock;
  finality: Finality;
  /** Returns whether times of this process are known to be wrong: then no minute is sealed. Replaced in tests. */
  isClockWrong?: () => boolean;
}

/** Clocks that stamp no ticks: their faults do not stop sealing. */
const others = new Set<ClockName>(['database', 'engine']);
const hasClockFaults = (): boolean => clockFaults().some(({ clock }) => !others.has(clock));

/** Seals the minutes that are over, and returns how many. Seals none if a clock is known to be wrong or the newest minute is not final yet. */
export async function sealMinutes({
  pool,
  clock,
  finality,
  isClockWrong = hasClockFaults,
}: SealOptions): Promise<number> {
  if (isClockWrong()) return 0;
  const now = clock.now();
  const cutoffMs = now - (now % minuteMs);
  if (!finality.isFinalUpTo(cutoffMs - 1)) return 0;
  let sealed = 0;
  for (const coin of coinCodes) sealed += await sealCoin(pool, coin, cutoffMs);
  return sealed;
}

export async function pruneSealed(pool: Pool, clock: Clock): Promise<void> {
  for (const coin of coinCodes) await pruneTicks(pool, coin, clock.now() - rawKeptMs);
}

async function sealCoin(pool: Pool, coin: CoinCode, cutoffMs: number): Promise<number> {
  const newest = await newestMinute(pool, coin);
  let previousHash = newest?.hash ?? genesisHash(coin);
  let afterSequence = newest?.lastSequence ?? 0;
  let sealed = 0;
  for (;;) {
    const rows = await rawTicks(pool, {
      coin,
      afterSequence,
      lastSequence: Number.MAX_SAFE_INTEGER,
      limit: readAtOnce,
    });
    const minutes = groupByMinute(rows.filter((tick) => tick.publishedAt < cutoffMs));
    // A minute has at most 600 ticks, so only the last one of a full read can be cut in two.
    if (rows.length === readAtOnce && rows.at(-1)!.publishedAt < cutoffMs) minutes.pop();
    for (const ticks of minutes) {
      if (ticks[0]!.sequence !== afterSequence + 1) throw new Error(`${coin} lacks ticks after ${afterSequence}`);
      const lastSequence = ticks.at(-1)!.sequence;
      const lists = await rawTickLists(pool, { coin, afterSequence, lastSequence });
      await insertMinute(pool, { previousHash, ticks, lists });
      previousHash = ticks.at(-1)!.hash;
      afterSequence = lastSequence;
      sealed++;
    }
    if (rows.length < readAtOnce || minutes.length === 0) return sealed;
  }
}

function groupByMinute(ticks: readonly Tick[]): Tick[][] {
  const groups = Map.groupBy(ticks, (tick) => Math.floor(tick.publishedAt / minuteMs));
  return [...groups.values()];
}

/** Only a process that writes ticks knows that a minute is final. */
export const sealingJob = (options: SealOptions): Job =>
  createJob({
    name: 'seal-minutes',
    role: 'engine',
    every: sealEveryMs,
    async run() {
      if ((await sealMinutes(options)) > 0) await pruneSealed(options.pool, options.clock);
    },
  });
