// Very many open options whose expiries lie evenly over the seconds to come. They are placed and get their entries as any other:
// only their terms are made for the purpose, with a duration for every tenth of a second.
import { setTimeout as pause } from 'node:timers/promises';
import { coinCodes, optionTiming } from '@candor/wire';
import type { Pool } from '../../server/src/kit/postgres.ts';
import { openConfigs } from '../../server/src/options/configs.ts';
import type { OptionsConfig } from '../../server/src/options/order.ts';
import type { Engine } from './open-engine.ts';
import { drawFrom, drawStake } from './order-mix.ts';
import { progress } from './own-processes.ts';
import { newPlacing } from './place-in-process.ts';

export interface OpenOptions {
  openOptions: number;
  /** At least so long before the first of them expires. */
  preparationMinMs: number;
}

const expiringPerSecond = 1_500;
/** In which so many of them expire. */
export const expirySpanMs = (count: number): number => Math.round((count / expiringPerSecond) * 1_000);
/** Time to place them all and see their entries before the first expires: so many times what paying as many accounts took. */
const preparationFactor = 4;
const preparationMaxMs = 180_000;
/** Not a divisor of the time between ticks, so that expiries do not gather in the instants of entries. */
const durationStepMs = 101;
const inFlight = 400;
/** From receipt to entry, on average. */
const entryDelayMs = 400;

/** Resolves with the time of the first expiry once all have their entries. */
export async function openOptions(
  engine: Engine,
  { openOptions: count, preparationMinMs }: OpenOptions,
): Promise<number> {
  const terms = await readTerms(engine.pool);
  await untilLive(engine);
  progress(`opening ${count} options`);
  const preparationMs = Math.min(preparationMaxMs, Math.max(preparationMinMs, preparationFactor * engine.seedingMs));
  const firstExpiryAt = engine.clock.now() + preparationMs;
  const expiries = Array.from({ length: count }, (_, place) => (place / expiringPerSecond) * 1_000);
  shuffle(expiries);
  const placer = async (): Promise<void> => {
    for (let expiry = expiries.pop(); expiry !== undefined; expiry = expiries.pop()) {
      const duration = firstExpiryAt + expiry - engine.clock.now() - entryDelayMs;
      await place(engine, terms[Math.max(0, Math.min(terms.length - 1, Math.round(duration / durationStepMs)))]!);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, placer));
  await untilEntered(engine);
  if (engine.clock.now() > firstExpiryAt) {
    throw new Error(
      `${count} options were not open after ${Math.round(preparationMs / 1000)} s; the machine is too busy`,
    );
  }
  return firstExpiryAt;
}

async function place(engine: Engine, config: OptionsConfig): Promise<void> {
  const coin = drawFrom(coinCodes);
  const acceptedSequence = engine.market.lastTick(coin)!.sequence;
  const order = { accountId: drawFrom(engine.accountIds), coin, stake: drawStake(), acceptedSequence };
  await engine.lanes.submit(newPlacing({ clock: engine.clock, config }, order));
}

/** Enough for a hundred thousand. */
const termCount = Math.ceil((preparationMaxMs + expirySpanMs(100_000)) / durationStepMs);

/** Terms that nobody is offered; by place, of that many steps' duration. Made before the engine reads all terms. */
export async function makeTerms(pool: Pool): Promise<void> {
  await pool.query(
    `insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered, exit_wait_ms)
     select 'bench-' || place, 1, greatest(1, place * $2), 0.85, 10, 5000, false, 10000 from generate_series(0, $1) as place`,
    [termCount, durationStepMs],
  );
}

async function readTerms(pool: Pool): Promise<OptionsConfig[]> {
  const configs = openConfigs(pool);
  await configs.load();
  // To take one of them all the same is this benchmark's own affair.
  const terms = Array.from({ length: termCount + 1 }, async (_, place) => ({
    ...(await configs.agreed({ configId: `bench-${place}`, configVersion: 1 })),
    isOffered: true,
  }));
  return Promise.all(terms);
}

async function untilLive({ market }: Engine): Promise<void> {
  while (coinCodes.some((coin) => market.state(coin) !== 'live')) await pause(50);
}

/** Until each coin had a tick that is an entry for whatever was placed by now. */
async function untilEntered({ clock, market }: Engine): Promise<void> {
  const from = clock.now() + optionTiming.entryDelayMs;
  while (coinCodes.some((coin) => market.lastTick(coin)!.publishedAt < from)) await pause(50);
}

function shuffle(items: number[]): void {
  for (let place = items.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1));
    [items[place], items[other]] = [items[other]!, items[place]!];
  }
}
