// Ticks as they come from the process that writes them, each once and in order; those that were missed are read from the archive.
import { coinCodes } from '@candor/wire';
import { WorkQueue } from '../../kit/work-queue.ts';
import type { Tick } from '../market.ts';
import type { TickMemory } from '../archive/tick-memory.ts';

export interface TickFollower {
  /** Takes ticks that were just published. */
  follow: (ticks: readonly Tick[]) => void;
  /** True while missed ticks are being read: memory then lacks what was published before. */
  isBehind: () => boolean;
  caughtUp: () => Promise<void>;
  stop: () => void;
}

export function createTickFollower(options: {
  memory: TickMemory;
  /** Brings memory up to what the archive holds. */
  load: () => Promise<void>;
  /** Called with the ticks that are new, in order, once they are remembered. */
  publish: (ticks: readonly Tick[]) => void;
  retryMs?: number;
}): TickFollower {
  const { memory, load, publish, retryMs = 200 } = options;
  /** What came while the archive is being read. */
  let behind: Tick[] | undefined;
  let catchingUp: Promise<void> | undefined;
  let isStopped = false;
  const loads = new WorkQueue<null>({ name: 'missed-ticks', atOnceMax: 1, retryMs, work: load });

  function follow(ticks: readonly Tick[]): void {
    if (behind) return void behind.push(...ticks);
    const place = ticks.findIndex((tick) => tick.sequence > lastOf(tick.coin) + 1);
    take(place < 0 ? ticks : ticks.slice(0, place));
    if (place < 0) return;
    behind = ticks.slice(place);
    catchingUp = catchUp();
  }

  const lastOf = (coin: Tick['coin']): number => memory.last(coin)?.sequence ?? 0;

  function take(ticks: readonly Tick[]): void {
    const fresh: Tick[] = [];
    for (const tick of ticks) {
      if (tick.sequence !== lastOf(tick.coin) + 1) continue;
      memory.append(tick);
      fresh.push(tick);
    }
    if (fresh.length > 0) publish(fresh);
  }

  async function catchUp(): Promise<void> {
    const before = new Map(coinCodes.map((coin) => [coin, lastOf(coin)]));
    await loads.push(null);
    const waiting = behind ?? [];
    behind = undefined;
    if (isStopped) return;
    const missed = coinCodes.flatMap((coin) => memory.between(coin, before.get(coin)!, lastOf(coin)) ?? []);
    if (missed.length > 0) publish(missed.toSorted((left, right) => left.publishedAt - right.publishedAt));
    follow(waiting);
  }

  return {
    follow,
    isBehind: () => behind !== undefined,
    caughtUp: async () => {
      while (behind && !isStopped) await catchingUp;
    },
    stop() {
      isStopped = true;
      void loads.stop();
    },
  };
}
