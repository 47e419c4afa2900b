// The clock by which a web process receives orders: never behind the ticks that have come to it. One that is late would let a customer
// have the very next tick as the entry of an order, without the delay that keeps everybody from knowing it before.
import { noteClockFault } from './kit/clock-faults.ts';
import type { Clock } from './kit/clock.ts';
import type { Links } from './kit/link.ts';

/** A host whose clock is further behind has one that nobody sets. */
const behindMaxMs = 1_000;
/** Ticks come at least once a second, so a tick that is older than this on arrival shows that our clock is ahead. */
const aheadMaxMs = 5_000;

export function clockOfTicks(clock: Clock, links: Pick<Links, 'onPost'>): Clock {
  /** How far the ticks were ahead of this clock, ms; added to our time even if no further tick comes. */
  let aheadMs = 0;
  links.onPost('market.ticks', (ticks) => {
    const newestMs = ticks.at(-1)?.publishedAt;
    if (newestMs === undefined) return;
    clock.witness?.('engine', newestMs);
    const nowAheadMs = newestMs - clock.now();
    const wasCorrected = nowAheadMs < aheadMs - behindMaxMs;
    aheadMs = wasCorrected ? Math.max(0, nowAheadMs) : Math.max(aheadMs, nowAheadMs);
    const isOff = nowAheadMs > behindMaxMs || nowAheadMs < -aheadMaxMs;
    noteClockFault('engine', isOff ? nowAheadMs : undefined, clock);
  });
  return { now: () => clock.now() + aheadMs };
}
