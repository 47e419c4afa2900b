// The clock by which a web process receives orders: never behind the ticks that have come to it. One that is late would let a customer
// have the very next tick as the entry of an order, without the delay that keeps everybody from knowing it before.
import type { Clock } from './kit/clock.ts';
import type { Links } from './kit/link.ts';
import { log } from './kit/log.ts';

/** A host whose clock is further behind has one that nobody sets. */
const noteAboveMs = 250;
const noteEveryMs = 60_000;

export function clockOfTicks(clock: Clock, links: Pick<Links, 'onPost'>): Clock {
  let newestMs = 0;
  let notedAt = -Infinity;
  links.onPost('market.ticks', (ticks) => {
    newestMs = Math.max(newestMs, ticks.at(-1)?.publishedAt ?? 0);
    const behindMs = newestMs - clock.now();
    if (behindMs < noteAboveMs || performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    log.warn('the clock of this machine is behind that of the engine', { behindMs });
  });
  return { now: () => Math.max(clock.now(), newestMs) };
}
