// npm run bench -- processes [--kills 20] [--stops 10] [--json]: two web processes and two engines on one PostgreSQL and one Redis.
// Customers place options at both web processes while the engine that decides is killed, or stands still for longer than its lease
// lasts; then whether each accepted order ended once, as the public ticks say.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, parseWireId } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { until } from '../../server/src/kit/until.test-support.ts';
import { checkInvariants } from '../../server/src/ledger/check-invariants.ts';
import { invariants } from '../../server/src/products.ts';
import { findRedis } from '../../server/test/run/find-redis.ts';
import { startRedis } from '../../server/test/support/redis-server.ts';
import { openDeployment, type Deployment, type ServerProcess } from '../../server/test/support/server-processes.ts';
import type { BenchResult } from './bench-result.ts';
import { percentiles } from './closed-loop.ts';
import { compareOrder } from './crash/compare-order.ts';
import { readOrders } from './crash/read-orders.ts';
import { credentialsOf, openVerified, type Customer } from './customer.ts';
import { placeSteadily, type Placed } from './flood/steady-options.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { readArchives } from './public-archive.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { createCandorDatabase, startScratchPostgres } from './scratch-postgres.ts';

export interface ProcessesSize {
  kills: number;
  stops: number;
  customers: number;
  ordersPerSecond: number;
}

interface Engine extends ServerProcess {
  metricsPort: number;
}
interface Failover {
  kind: 'killed' | 'stopped';
  ms: number;
}
interface Outcome {
  lost: string[];
  twice: string[];
  contradictions: string[];
}

const usage = 'npm run bench -- processes [--kills 20] [--stops 10] [--json]';
/** Longer than a lease is good for. */
const stopMs = 4_000;
/** From placing an option to its end. */
const optionMs = 33_000;
const failoverMaxMs = 3_000;
const settleWithinMs = 30_000;
const ticksPassMs = 3_000;
const allEndedWithinMs = 60_000;

export async function benchProcesses(args: string[]): Promise<BenchResult> {
  const { values } = readArguments(usage, {
    args,
    options: { kills: { type: 'string', default: '20' }, stops: { type: 'string', default: '10' } },
  });
  const [kills, stops] = [values.kills, values.stops].map((text) => (/^\d{1,4}$/.test(text) ? parseInt(text, 10) : -1));
  const isSound = kills! >= 0 && stops! >= 0 && (kills! > 0 || stops! > 0);
  if (!isSound) endWithUsage(usage);
  return runProcesses({ kills: kills!, stops: stops!, customers: 8, ordersPerSecond: 8 });
}

export async function runProcesses(size: ProcessesSize): Promise<BenchResult> {
  const program = findRedis();
  if (program === undefined) throw new Error('There is no Redis here, and none could be installed.');
  const postgres = await startScratchPostgres();
  const url = await createCandorDatabase(postgres, 'deployment');
  const redis = await startRedis(program);
  const deployment = openDeployment({ DATABASE_URL: url, REDIS_URL: redis.url });
  const pool = openPool(url, 2);
  const clean = async (): Promise<void> => {
    await pool.end();
    await deployment.close();
    await redis.kill();
    await postgres.stop();
  };
  onEarlyEnd(clean);
  try {
    return await play({ size, deployment, pool });
  } finally {
    await clean();
  }
}

async function play(parts: { size: ProcessesSize; deployment: Deployment; pool: Pool }): Promise<BenchResult> {
  const { size, deployment, pool } = parts;
  const first = await startEngine(deployment);
  const [second, ...webs] = await Promise.all([
    startEngine(deployment),
    ...['web', 'web'].map((role) => deployment.start(role)),
  ] as const);
  for (const web of webs) own(web!.child);
  await Promise.all(webs.map((web) => until(`${web!.url} is ready`, () => isReady(web!.url), settleWithinMs)));
  const customers: Customer[] = [];
  for (let number = 1; number <= size.customers; number++) {
    customers.push(await openVerified(webs[number % webs.length]!.url, credentialsOf(`bench-${number}`)));
  }
  const load = { isOver: false };
  const placing = placeUntil(customers, size.ordersPerSecond, load);
  await sleep(optionMs);
  const failovers = await endEngines({ ...parts, engines: [first, second as Engine] });
  load.isOver = true;
  const placed = await placing;
  progress(`${placed.orders.length} options were accepted; waiting until all have ended`);
  await untilAllEnded(pool);
  // What was the last tick at a moment is certain once there is one after it.
  await sleep(ticksPassMs);
  return report({ size, failovers, placed, outcome: await judge(pool, webs[0]!.url, customers, placed) });
}

async function startEngine(deployment: Deployment): Promise<Engine> {
  const metricsPort = await freePort();
  const started = await deployment.start('engine', { METRICS_PORT: String(metricsPort) });
  own(started.child);
  return { ...started, metricsPort };
}

async function placeUntil(
  customers: readonly Customer[],
  perSecond: number,
  load: { isOver: boolean },
): Promise<Placed> {
  const all: Placed = { orders: [], durations: [], refused: {} };
  while (!load.isOver) {
    for (const coin of ['BTC', 'ETH', 'SOL'] as const) {
      const placed = await placeSteadily(customers, { seconds: 2, perSecond, coin });
      all.orders.push(...placed.orders);
      all.durations.push(...placed.durations);
      for (const [code, count] of Object.entries(placed.refused)) all.refused[code] = (all.refused[code] ?? 0) + count;
    }
  }
  return all;
}

/** One after the other: the engine that decides is ended, and the next one must settle. */
async function endEngines(parts: {
  size: ProcessesSize;
  deployment: Deployment;
  pool: Pool;
  engines: Engine[];
}): Promise<Failover[]> {
  const { size, deployment, pool, engines } = parts;
  const failovers: Failover[] = [];
  for (let done = 0; done < size.kills + size.stops; done++) {
    const victim = await decidingOf(engines);
    // The stops are spread among the kills.
    const isStop =
      Math.floor(((done + 1) * size.stops) / (size.kills + size.stops)) >
      Math.floor((done * size.stops) / (size.kills + size.stops));
    const at = Date.now();
    if (isStop) victim.child.kill('SIGSTOP');
    else void victim.kill();
    const ms = (await firstSettledAfter(pool, at)) - at;
    failovers.push({ kind: isStop ? 'stopped' : 'killed', ms });
    progress(
      `${failovers.length}: the engine was ${isStop ? 'stopped' : 'killed'}; the next settlement came after ${ms} ms`,
    );
    if (isStop) {
      await sleep(Math.max(0, at + stopMs - Date.now()));
      victim.child.kill('SIGCONT');
    } else engines.splice(engines.indexOf(victim), 1, await startEngine(deployment));
    await sleep(2_000 + 250 * (done % 5));
  }
  return failovers;
}

async function decidingOf(engines: readonly Engine[]): Promise<Engine> {
  for (const deadline = Date.now() + settleWithinMs; Date.now() < deadline; await sleep(50)) {
    for (const engine of engines) if ((await readinessOf(engine.metricsPort))?.decides === true) return engine;
  }
  throw new Error('No engine decides.');
}

async function readinessOf(port: number): Promise<{ decides?: boolean } | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) });
    return (await response.json()) as { decides?: boolean };
  } catch {
    return undefined;
  }
}

/** Whoever is dead or stands still stamps nothing after that, so this one is of the next. */
async function firstSettledAfter(pool: Pool, ms: number): Promise<number> {
  for (const deadline = Date.now() + settleWithinMs; Date.now() < deadline; await sleep(20)) {
    const { rows } = await pool.query<{ at: number | null }>(
      `select (extract(epoch from min(settled_at)) * 1000)::bigint as at from option_orders where settled_at > $1`,
      [new Date(ms)],
    );
    if (rows[0]!.at !== null) return rows[0]!.at;
  }
  throw new Error(`Nothing was settled for ${settleWithinMs} ms.`);
}

const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false;

async function untilAllEnded(pool: Pool): Promise<void> {
  for (const deadline = Date.now() + allEndedWithinMs; Date.now() < deadline; await sleep(500)) {
    const { rows } = await pool.query<{ open: number }>(
      'select count(*)::int as open from option_orders where result is null',
    );
    if (rows[0]!.open === 0) return;
  }
}

async function judge(pool: Pool, url: string, customers: readonly Customer[], placed: Placed): Promise<Outcome> {
  const accounts = customers.map(({ user }) => parseWireId('account', user.account_id)!);
  const orders = await readOrders(pool, accounts);
  const ended = new Set<Uuid>(orders.flatMap((order) => (order.result === null ? [] : order.order_id)));
  const archives = await readArchives(createClient({ baseUrl: url }), new Set(orders.map(({ coin }) => coin)));
  const faults = [...archives.values()].flatMap((archive) => archive.faults);
  const { rows: paidTwice } = await pool.query<{ object_id: Uuid }>(
    `select object_id from ledger_moves where kind in ('option-returned', 'option-lost') and account_id = any($1)
     group by object_id having count(*) > 1`,
    [accounts],
  );
  const audit = (await checkInvariants(pool, invariants)).filter(({ broken }) => broken > 0);
  const settled = orders.filter(({ result }) => result !== null);
  return {
    lost: placed.orders.filter((id) => !ended.has(parseWireId('option', id)!)),
    twice: [...paidTwice.map(({ object_id }) => object_id), ...audit.map(({ name }) => name)],
    contradictions: [
      ...faults,
      ...settled
        .filter((order) => compareOrder(order, archives.get(order.coin)!.ticks)?.differences.length !== 0)
        .map((order) => order.order_id),
    ],
  };
}

function report(found: { size: ProcessesSize; failovers: Failover[]; placed: Placed; outcome: Outcome }): BenchResult {
  const { failovers, placed, outcome } = found;
  const { p50Ms, p99Ms } = percentiles(failovers.map(({ ms }) => ms));
  const counts = {
    lost: outcome.lost.length,
    twice: outcome.twice.length,
    contradictions: outcome.contradictions.length,
  };
  const { kills, stops } = found.size;
  const faults = Object.entries(outcome).flatMap(([name, list]) =>
    (list as string[]).map((each) => `${name}: ${each}`),
  );
  if (p99Ms > failoverMaxMs) faults.push(`the next settlement came after ${p99Ms} ms, allowed are ${failoverMaxMs} ms`);
  return {
    text: [
      `engines      ${kills} killed, ${stops} stopped; the next settlement after ${p50Ms} ms at the median, ${p99Ms} ms at p99`,
      `options      ${placed.orders.length} accepted, refused meanwhile: ${JSON.stringify(placed.refused)}`,
      `found        ${counts.lost} lost, ${counts.twice} paid twice, ${counts.contradictions} against their ticks`,
      '',
    ].join('\n'),
    json: {
      processes: { failoverMs: p99Ms, ...counts, medianMs: p50Ms, accepted: placed.orders.length, kills, stops },
    },
    faults,
  };
}
