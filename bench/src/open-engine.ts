// The parts of the server that place and settle options, put together as the server does it, in this process.
import { urlAs } from '@candor/embedded-postgres';
import type { Uuid } from '@candor/wire';
import { randomBytes } from 'node:crypto';
import { createFeed } from '../../server/src/feed/create-feed.ts';
import type { Bus } from '../../server/src/kit/bus.ts';
import { systemClock, type Clock } from '../../server/src/kit/clock.ts';
import { idMaker } from '../../server/src/kit/new-id.ts';
import { startPart, stopPart } from '../../server/src/kit/part.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { openLanes, type Lanes } from '../../server/src/ledger/lanes.ts';
import { createMarket } from '../../server/src/market/create-market.ts';
import type { Market } from '../../server/src/market/market.ts';
import { optionsWeb } from '../../server/src/options/options-web.ts';
import { watchOrders } from '../../server/src/options/watch-orders.ts';
import { seededAmount } from './order-mix.ts';
import { createCandorDatabase, type ScratchPostgres } from './scratch-postgres.ts';
import { seedAccounts, settleDown } from './seed-accounts.ts';
import { commands } from '../../server/src/products.ts';

export interface Engine {
  url: string;
  pool: Pool;
  clock: Clock;
  bus: Bus;
  lanes: Lanes;
  market: Market;
  accountIds: readonly Uuid[];
  /** How long it took to pay all accounts: what this machine can do. */
  seedingMs: number;
  close(): Promise<void>;
}

/** As in the server: orders received this long before a tick is published are committed first. */
const orderHeadStartMs = 150;

export async function openEngine(
  postgres: ScratchPostgres,
  wanted: { database: string; bus: Bus; accountCount: number; prepare: (pool: Pool) => Promise<void> },
): Promise<Engine> {
  const { database, bus, accountCount, prepare } = wanted;
  const url = await createCandorDatabase(postgres, database);
  const clock = systemClock;
  const newId = idMaker(clock);
  const pool = openPool(url, 4);
  const lanes = await openLanes({ databaseUrl: url, clock, bus, newId, commands });
  const startedAt = clock.now();
  const accountIds = await seedAccounts(postgres.urlOf(database), { count: accountCount, amount: seededAmount, newId });
  const seedingMs = clock.now() - startedAt;
  const owner = openPool(urlAs(postgres.urlOf(database), 'candor_owner'), 1);
  await prepare(owner);
  await owner.end();
  await settleDown(postgres.urlOf(database));
  const feed = createFeed({ clock, isOriginAllowed: () => true, sessionOf: async () => undefined });
  const signingKey = randomBytes(32).toString('hex');
  const { market, web, stop } = await createMarket({
    databaseUrl: url,
    pool,
    clock,
    bus,
    hub: feed.hub,
    source: 'simulated',
    htx: { websocketUrl: '', restUrl: '' },
    venues: [],
    simulated: { seed: 1 },
    beforePublish: () => lanes.settledUpTo(clock.now() - orderHeadStartMs),
    countUsers: async () => accountCount,
    signingKey,
  });
  const product = { pool, market, lanes, clock, bus };
  const options = optionsWeb({
    ...product,
    hub: feed.hub,
    signingKey,
    conduct: { inForce: () => ({ areOptionsOffered: true }) },
  });
  const watch = watchOrders(product);
  await startPart(web);
  await startPart(options);
  await startPart(watch);
  return {
    url,
    pool,
    clock,
    bus,
    lanes,
    market,
    accountIds,
    seedingMs,
    async close() {
      await stopPart(options);
      await stopPart(watch);
      await lanes.close();
      await stop();
      await feed.close('the benchmark is over');
      await pool.end();
    },
  };
}
