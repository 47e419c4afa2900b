// Published ticks as either half of the market knows them: what is remembered, what the archive holds, and who hears of new ones.
import { log } from '../../kit/log.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { Tick, TickMarket } from '../market.ts';
import { createArchiveReader } from '../archive/read-archive.ts';
import type { TickMemory } from '../archive/tick-memory.ts';

export interface PublishedTicks {
  /** All that a market says of its ticks, but for what is final. */
  reading: Omit<TickMarket, 'source' | 'finalUpTo' | 'isFinalUpTo'>;
  /** Tells everybody who listens; one that fails keeps nobody else from hearing. */
  tell: (ticks: readonly Tick[]) => void;
}

export function createPublishedTicks(pool: Pool, memory: TickMemory): PublishedTicks {
  const archive = createArchiveReader(pool, memory);
  const listeners = new Set<(ticks: readonly Tick[]) => void>();
  return {
    reading: {
      lastTick: memory.last,
      onTicks(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      lastTickUpTo: archive.lastTickUpTo,
      recentTickUpTo: memory.upTo,
      firstTickFrom: archive.firstTickFrom,
      tickRun: (coin, afterSequence, lastSequence) => archive.tickRun({ coin, afterSequence, lastSequence }),
    },
    tell(ticks) {
      for (const listener of listeners) {
        try {
          listener(ticks);
        } catch (error) {
          log.error('a listener of ticks failed', { error });
        }
      }
    },
  };
}
