// Whether a load balancer may send customers to this process: the database accepts writes, and prices arrive.
import type { Readiness } from './http/probes.ts';
import type { Clock } from './kit/clock.ts';
import { isReadOnly } from './kit/faults.ts';
import type { Market } from './market/market.ts';

/** A market that is live has a tick every second. */
const freshMs = 3_000;

/** A writer of ticks is ready also while its sources are silent: it says so to customers. One that waits to take over is not. */
export function createReadiness(parts: {
  clock: Clock;
  market: Pick<Market, 'onTicks'>;
  writesTicks: () => boolean;
  /** Tests a write on the connections that requests use. */
  askDatabase: () => Promise<unknown>;
  /** Asked where none come. */
  whyNoPrices: () => string;
}): () => Promise<Readiness> {
  const { clock, market, writesTicks, askDatabase, whyNoPrices } = parts;
  // What was read from the archive at the start says nothing of what will come.
  let heardAt = -Infinity;
  market.onTicks(() => void (heardAt = clock.now()));
  return async () => {
    const reason = await askDatabase().then(
      () => undefined,
      (error: unknown) => (isReadOnly(error) ? 'the database takes no writes' : 'the database does not answer'),
    );
    if (reason !== undefined) return { ready: false, reason };
    if (writesTicks() || clock.now() - heardAt < freshMs) return { ready: true };
    return { ready: false, reason: `no fresh prices come to this process: ${whyNoPrices()}` };
  };
}
