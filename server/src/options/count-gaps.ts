// How often an option was void, or ended by a price after its expiry, though the sources gave prices: gaps that are the platform's own.
import { optionTiming, optionVoidReasons, type OptionVoidReason, type Uuid } from '@candor/wire';
import { counter } from '../kit/metrics.ts';
import type { SourcedMarket } from '../market/market.ts';
import type { OptionGapKind } from './gap-store.ts';
import type { OptionOrder } from './order.ts';
import { entryWindow, exitDeadline, exitRuleOf } from './rules.ts';

const voids = counter({
  name: 'candor_option_voids_total',
  help: 'Options without an entry or exit tick although the sources gave prices.',
  labelNames: ['reason'],
});
const lateExits = counter({
  name: 'candor_option_late_exits_total',
  help: 'Options that ended by the first tick after expiry although the sources gave prices before it.',
});

/** Since this process started. */
export interface OptionGaps {
  voids: Record<OptionVoidReason, number>;
  lateExits: number;
}

export interface GapCounter {
  /** To be called once with each order as it ended. */
  count: (order: OptionOrder) => void;
  counts: () => OptionGaps;
}

/** A market with prices has a tick at least this often, so sources that gave them for longer are not why there was none. */
const tickEveryMs = 1_000;

export function createGapCounter(
  market: Pick<SourcedMarket, 'sourceSilenceMs'>,
  onGap: (orderId: Uuid, kind: OptionGapKind) => void = () => undefined,
): GapCounter {
  const gaps: OptionGaps = { voids: { 'no-entry-tick': 0, 'no-exit-tick': 0 }, lateExits: 0 };
  for (const reason of optionVoidReasons) voids.inc({ reason }, 0);

  function isOurs({ coin }: OptionOrder, span: { fromMs: number; toMs: number }): boolean {
    return span.toMs - span.fromMs - market.sourceSilenceMs(coin, span) > tickEveryMs;
  }

  return {
    count(order) {
      const span = gapOf(order);
      if (!span || !isOurs(order, span)) return;
      const reason = order.ending!.voidReason;
      onGap(order.orderId, reason ?? 'late-exit');
      if (reason === null) {
        gaps.lateExits++;
        lateExits.inc();
      } else {
        gaps.voids[reason]++;
        voids.inc({ reason });
      }
    },
    counts: () => ({ voids: { ...gaps.voids }, lateExits: gaps.lateExits }),
  };
}

/** The time in which a tick would have spared it. */
function gapOf(order: OptionOrder): { fromMs: number; toMs: number } | undefined {
  if (order.ending?.voidReason === 'no-entry-tick') {
    const { from, to } = entryWindow(order.receivedAt);
    return { fromMs: from, toMs: to };
  }
  if (order.ending === null || order.expiresAt === null) return undefined;
  const fromMs = order.expiresAt - optionTiming.exitAgeMaxMs;
  if (order.exit === null) return { fromMs, toMs: exitDeadline(order) };
  return exitRuleOf(order.exit, order) === 'first-after-expiry' ? { fromMs, toMs: order.exit.publishedAt } : undefined;
}
