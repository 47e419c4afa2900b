// The ways in which orders are placed while they are counted, each with what it cost.
import { coinCodes, createClient, getMarketSummary } from '@candor/wire';
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBus } from '../../server/src/kit/bus.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { idMaker } from '../../server/src/kit/new-id.ts';
import type { Pool } from '../../server/src/kit/postgres.ts';
import { openLanes, type Lanes } from '../../server/src/ledger/lanes.ts';
import { runClosedLoop, type LoadPlan, type LoadResult, type Place, type PlaceOutcome } from './closed-loop.ts';
import { cpuSecondsOfFamily, cpuSecondsOfServer } from './cpu-time.ts';
import { need } from './customer.ts';
import { own, progress } from './own-processes.ts';
import type { HttpLoadPlan, HttpLoadResult } from './place-over-http.ts';
import type { Product } from './prepare-requests.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';
import { acceptTerms, type SeededSession } from './seed-accounts.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { startServer, stopServer } from './server-process.ts';
import { commands } from '../../server/src/products.ts';

export interface VariantRun extends LoadResult {
  /** Processor seconds a second; undefined where the system does not tell. */
  nodeShare: number | undefined;
  postgresShare: number | undefined;
  generatorShare: number | undefined;
  /** Commands in one transaction; unknown where other work shares the database. */
  batchSize: number | undefined;
}

/** What a run may use. */
export interface VariantParts {
  postgres: ScratchPostgres;
  /** Of the database that the orders go to. */
  url: string;
  pool: Pool;
  plan: LoadPlan;
}

export async function placeInProcess(
  parts: VariantParts,
  createPlacerOn: (lanes: Lanes) => () => Promise<PlaceOutcome>,
): Promise<VariantRun> {
  const clock = systemClock;
  const lanes = await openLanes({ databaseUrl: parts.url, clock, bus: createBus(), newId: idMaker(clock), commands });
  const placeOne = createPlacerOn(lanes);
  const place: Place = (_caller, answered, failed) => void placeOne().then(answered, failed);
  const meter = createMeter(parts.postgres, process.pid);
  const transactionsBefore = await readNextTransaction(parts.pool);
  const load = await runClosedLoop({ ...parts.plan, place, onMeasure: meter.onMeasure });
  const transactions = (await readNextTransaction(parts.pool)) - transactionsBefore;
  await lanes.close();
  const { accepted, refused, replayed } = load.total;
  return {
    ...load,
    ...meter.shares(),
    generatorShare: undefined,
    batchSize: (accepted + refused + replayed) / transactions,
  };
}

/** The real server on a live market in one process, the load in another. Its engine does meanwhile what it always does. */
export async function placeOverHttp(
  parts: VariantParts,
  { sessions, product }: { sessions: readonly SeededSession[]; product: Product },
): Promise<VariantRun> {
  const { postgres, plan } = parts;
  const dataDirectory = join(postgres.directory, 'server');
  mkdirSync(dataDirectory, { recursive: true });
  const port = await freePort();
  const environment = { ROLES: 'web,engine', DATABASE_URL: parts.url, MARKET_SOURCE: 'simulated', LOG_LEVEL: 'error' };
  const server = await startServer({ dataDirectory, port, environment });
  own(server.child);
  const prices = await untilLive(server.url);
  await acceptTerms(parts.pool);
  await untilIdle(server.child.pid!);
  const meter = createMeter(postgres, server.child.pid!);
  setTimeout(() => meter.onMeasure(true), plan.warmUpMs);
  setTimeout(() => meter.onMeasure(false), plan.warmUpMs + plan.measureMs);
  const load = await runGenerator({ ...plan, port, sessions, product, prices });
  // Orders that still wait for their entry get it before the server goes.
  await pause(1_000);
  await stopServer(server);
  return { ...load, ...meter.shares(), generatorShare: load.cpuShare, batchSize: undefined };
}

export function runGenerator(plan: HttpLoadPlan): Promise<HttpLoadResult> {
  const child = own(
    fork(join(import.meta.dirname, 'place-over-http.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as HttpLoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send(plan);
  });
}

/** Resolves with the newest prices by coin. */
export async function untilLive(url: string): Promise<Record<string, string>> {
  for (let tries = 0; tries < 200; tries++) {
    const client = createClient({ baseUrl: url });
    const { coins } = need(await client.call(getMarketSummary, {}), 'the prices');
    const live = coins.filter(({ state, price }) => state === 'live' && price !== null);
    if (live.length === coinCodes.length) return Object.fromEntries(live.map(({ coin, price }) => [coin, price!]));
    await pause(100);
  }
  throw new Error('the market did not get live');
}

/** A new server draws the candles of all coins first; that is not what is measured. */
export async function untilIdle(pid: number): Promise<void> {
  const secondsMax = 60;
  const idleShare = 0.15;
  for (let second = 0; second < secondsMax; second++) {
    const before = cpuSecondsOfServer(pid);
    await pause(1_000);
    const after = cpuSecondsOfServer(pid);
    if (after - before < idleShare) return;
  }
  progress(`the server is still busy after ${secondsMax} s`);
}

function createMeter(postgres: ScratchPostgres, nodePid: number) {
  const read = () => ({
    at: performance.now(),
    node: cpuSecondsOfServer(nodePid),
    postgres: cpuSecondsOfFamily(postgres.postmasterPid),
  });
  let [from, to] = [read(), read()];
  const share = (name: 'node' | 'postgres'): number | undefined =>
    from[name] === undefined || to[name] === undefined
      ? undefined
      : ((to[name] - from[name]) * 1000) / (to.at - from.at);
  return {
    onMeasure: (isMeasured: boolean): void => {
      if (isMeasured) from = read();
      else to = read();
    },
    shares: () => ({ nodeShare: share('node'), postgresShare: share('postgres') }),
  };
}

/** Transactions that write are numbered; those between two readings are the batches and a few of PostgreSQL's own. */
async function readNextTransaction(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ next: number }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next',
  );
  return rows[0]!.next;
}
