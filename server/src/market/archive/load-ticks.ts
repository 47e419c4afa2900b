// What memory begins with: the ticks of the last minutes, and at least the newest one of each coin.
import { coinCodes } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { Pool } from '../../kit/postgres.ts';
import { newestTicks, rawTicks, rawTicksSince } from '../store.ts';
import { memorySpanMs } from './tick-memory.ts';
import type { Tick } from '../market.ts';
import type { TickMemory } from './tick-memory.ts';

export async function loadTicks(pool: Pool, clock: Clock, memory: TickMemory): Promise<void> {
  const newest = new Map((await newestTicks(pool, coinCodes)).map((tick) => [tick.coin, tick]));
  for (const coin of coinCodes) {
    const last = newest.get(coin);
    if (!last) continue;
    const recent = await rawTicksSince(pool, coin, clock.now() - memorySpanMs);
    memory.reset(coin, recent.length > 0 ? recent : [last]);
  }
}

/** As many are read one by one; whoever lacks more of them begins anew. */
const missedMax = 100;

/** Adds what others wrote since; `newest` are the newest stored ticks. */
export async function catchUp(
  pool: Pool,
  { clock, memory, newest }: { clock: Clock; memory: TickMemory; newest: readonly Tick[] },
): Promise<void> {
  const missed = newest.map(({ coin, sequence }) => ({ coin, sequence, after: memory.last(coin)?.sequence ?? 0 }));
  if (missed.some(({ sequence, after }) => sequence - after > missedMax)) return loadTicks(pool, clock, memory);
  for (const { coin, sequence, after } of missed) {
    if (sequence === after) continue;
    const ticks = await rawTicks(pool, { coin, afterSequence: after, lastSequence: sequence, limit: missedMax });
    for (const tick of ticks) memory.append(tick);
  }
}
