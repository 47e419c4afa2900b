// Collects the prices to publish as ticks, and reports coins that can have no tick now, so that web processes know at once.
import { coinCodes, type CoinCode } from '@candor/wire';
import { noteClockFault } from '../kit/clock-faults.ts';
import type { GapWatch } from './archive/tick-gaps.ts';
import type { TickMemory } from './archive/tick-memory.ts';
import type { DuePrice } from './archive/write-ticks.ts';
import type { IndexPrices } from './index/index-price.ts';
import { clockAheadMaxMs } from './index/source-price.ts';
import type { SourceSilences } from './index/source-silences.ts';

interface Parts {
  index: Pick<IndexPrices, 'priceOf' | 'isHeld'>;
  memory: Pick<TickMemory, 'last'>;
  silences: Pick<SourceSilences, 'note'>;
  gaps: Pick<GapWatch, 'look'>;
  onHeld: (coins: readonly CoinCode[]) => void;
}

/** A live market has a tick at least once a second: an unchanged price is published again at the first flush after this long. */
const repeatMs = 850;

export function collectDuePrices({ index, memory, silences, gaps, onHeld }: Parts): (now: number) => DuePrice[] {
  let held: readonly CoinCode[] = [];

  function dueOf(coin: CoinCode, now: number): DuePrice | undefined {
    const due = index.priceOf(coin, now);
    silences.note(coin, now, due !== undefined);
    gaps.look(coin, now, due !== undefined);
    if (!due) return undefined;
    const last = memory.last(coin);
    if (last && last.price === due.price && now - last.publishedAt < repeatMs) return undefined;
    return { coin, price: due.price, sourceAt: due.sourceAt, ...due.name() };
  }

  return (now) => {
    // A tick is in the future if our clock was set back after the tick, or if the clock of an earlier engine was ahead.
    const aheadMs = Math.max(...coinCodes.map((coin) => memory.last(coin)?.publishedAt ?? 0)) - now;
    const isAhead = aheadMs > clockAheadMaxMs;
    noteClockFault('archive', isAhead ? aheadMs : undefined);
    const due = coinCodes.flatMap((coin) => dueOf(coin, now) ?? []);
    const nowHeld = coinCodes.filter((coin) => isAhead || index.isHeld(coin));
    if (nowHeld.join() !== held.join()) onHeld((held = nowHeld));
    return isAhead ? [] : due;
  };
}
