// Reads the tick archive: from memory for recent times, else from raw rows and sealed minutes as one run of ticks.
import { genesisHash } from '@candor/proof';
import type { CoinCode, TickRun } from '@candor/wire';
import type { Pool } from '../../kit/postgres.ts';
import type { Tick } from '../market.ts';
import { archived } from './pack-ticks.ts';
import { createSealedMinutes } from './sealed-minutes.ts';
import { rawTickUpTo, rawTicks } from '../store.ts';
import type { TickMemory } from './tick-memory.ts';

export interface TickSpan {
  coin: CoinCode;
  afterSequence: number;
  lastSequence: number;
}

export interface ArchiveReader {
  lastTickUpTo: (coin: CoinCode, atMs: number) => Promise<Tick | undefined>;
  firstTickFrom: (coin: CoinCode, afterSequence: number, fromMs: number) => Promise<Tick | undefined>;
  tickRun(span: TickSpan): Promise<TickRun>;
}

export function createArchiveReader(pool: Pool, memory: TickMemory): ArchiveReader {
  const sealed = createSealedMinutes(pool);

  async function lastTickUpTo(coin: CoinCode, atMs: number): Promise<Tick | undefined> {
    const remembered = memory.upTo(coin, atMs);
    if (remembered !== 'unknown') return remembered;
    // Raw rows are the unbroken tail of the archive, so one of them that is early enough is the last one.
    const raw = await rawTickUpTo(pool, coin, atMs);
    if (raw) return raw;
    const minute = await sealed.upTo(coin, atMs);
    return minute?.findLast((tick) => tick.publishedAt <= atMs) ?? previousOf(minute);
  }

  /** Of a minute whose first tick is already too late, the tick before it. */
  async function previousOf(minute: readonly Tick[] | undefined): Promise<Tick | undefined> {
    const first = minute?.[0];
    return first && first.sequence > 1 ? tickOf(first.coin, first.sequence - 1) : undefined;
  }

  async function tickOf(coin: CoinCode, sequence: number): Promise<Tick | undefined> {
    const [tick] = await ticksOf({ coin, afterSequence: sequence - 1, lastSequence: sequence });
    return tick;
  }

  async function ticksOf({ coin, afterSequence, lastSequence }: TickSpan): Promise<readonly Tick[]> {
    const remembered = memory.between(coin, afterSequence, lastSequence);
    if (remembered) return remembered;
    const ticks: Tick[] = [];
    let cursor = afterSequence;
    while (cursor < lastSequence) {
      const raw = await rawTicks(pool, { coin, afterSequence: cursor, lastSequence, limit: lastSequence - cursor });
      if (raw[0]?.sequence === cursor + 1) return ticks.concat(raw);
      const minute = await sealed.ofSequence(coin, cursor + 1);
      const next = minute?.filter((tick) => tick.sequence > cursor && tick.sequence <= lastSequence) ?? [];
      if (next.length === 0) return ticks;
      ticks.push(...next);
      cursor = next.at(-1)!.sequence;
    }
    return ticks;
  }

  async function firstTickFrom(coin: CoinCode, afterSequence: number, fromMs: number): Promise<Tick | undefined> {
    const remembered = memory.firstFrom(coin, afterSequence, fromMs);
    if (remembered !== 'unknown') return remembered;
    const before = await lastTickUpTo(coin, fromMs - 1);
    return tickOf(coin, Math.max(afterSequence, before?.sequence ?? 0) + 1);
  }

  return {
    lastTickUpTo,
    firstTickFrom,
    async tickRun(span) {
      const { coin, afterSequence } = span;
      const startHash = afterSequence === 0 ? genesisHash(coin) : (await tickOf(coin, afterSequence))?.hash;
      if (startHash === undefined) throw new Error(`${coin} has no tick ${afterSequence}`);
      const ticks = await ticksOf(span);
      const endHash = ticks.at(-1)?.hash ?? startHash;
      return { coin, start_hash: startHash, ticks: ticks.map(archived), end_hash: endHash };
    },
  };
}
