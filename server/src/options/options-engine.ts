// Options where they are decided: the watch over open orders, and what is counted of how they ended.
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { SourcedMarket } from '../market/market.ts';
import { createGapCounter, type OptionGaps } from './count-gaps.ts';
import { keepGap } from './gap-store.ts';
import { watchOrders } from './watch-orders.ts';

export interface OptionsEngine extends EnginePart {
  /** Voids and late exits that the sources are not the reason of. */
  gaps: () => OptionGaps;
}

export function optionsEngine(parts: {
  pool: Pool;
  market: SourcedMarket;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
}): OptionsEngine {
  const watch = watchOrders(parts);
  const gaps = createGapCounter(parts.market, (orderId, kind) => {
    const failed = (error: unknown): void => log.warn('a gap was not kept', { orderId, kind, error: reasonOf(error) });
    keepGap(parts.pool, { orderId, kind, at: parts.clock.now() }).catch(failed);
  });
  let unsubscribe = (): void => {};
  return {
    gaps: gaps.counts,
    jobs: watch.jobs!,
    async start() {
      unsubscribe = parts.bus.on('options.changed', gaps.count);
      await watch.start!();
    },
    async stop() {
      unsubscribe();
      await watch.stop!();
    },
  };
}
