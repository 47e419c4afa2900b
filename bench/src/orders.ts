// How many durable orders a second, options and contracts by turns, as a multiple of what pgbench's TPC-B reaches on the same server
// in the same minutes.
import { join } from 'node:path';
import { urlAs } from '@candor/embedded-postgres';
import type { Uuid } from '@candor/wire';
import { openConfigs as openContractConfigs } from '../../server/src/contracts/configs.ts';
import { everyExposure } from '../../server/src/contracts/house-limit.ts';
import { openExposures } from '../../server/src/contracts/read-store.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { idMaker } from '../../server/src/kit/new-id.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import type { Lanes } from '../../server/src/ledger/lanes.ts';
import { checkInvariants } from '../../server/src/ledger/check-invariants.ts';
import { openConfigs as openOptionConfigs } from '../../server/src/options/configs.ts';
import { moneyInvariants } from '../../server/src/products.ts';
import { median, type OutcomeCounts } from './closed-loop.ts';
import type { BenchResult } from './bench-result.ts';
import { mixConfigId, seededAmount } from './order-mix.ts';
import { placeInProcess, placeOverHttp, type VariantRun } from './order-variants.ts';
import { progress } from './own-processes.ts';
import { createContractPlacer } from './place-contracts.ts';
import { createPlacer } from './place-in-process.ts';
import type { Product } from './prepare-requests.ts';
import { pgbenchIsMissing, preparePgbench, type Pgbench } from './pgbench.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { seedAccounts, seedSessions, settleDown, type SeededSession } from './seed-accounts.ts';

const seedDatabase = 'candor_seed';
const accountCount = 100_000;
const sessionCount = 1_000;
const pgbenchSeconds = 3;
/** What has just started still compiles the path of an order, and does not know yet how many lanes suit the load. */
const timing = { warmUpMs: 6_000, measureMs: 5_000 };

const variants = ['inProcess256', 'inProcess2000', 'http256'] as const;
type Variant = (typeof variants)[number];
const products = ['options', 'contracts'] as const satisfies Product[];
interface Measured extends VariantRun {
  variant: Variant;
  product: Product;
  tpcb: number | undefined;
  ratio: number | undefined;
}

/** A database for the lanes of this process and one for the server, which also settles what is in its own. */
interface Target {
  name: string;
  url: string;
  pool: Pool;
}
interface Customers {
  accountIds: Uuid[];
  sessions: SeededSession[];
}
interface Setup extends Customers {
  postgres: ScratchPostgres;
  inProcess: Target;
  overHttp: Target;
}

export async function benchOrders({ rounds = 3 }: { rounds?: number | undefined }): Promise<BenchResult> {
  const postgres = await startScratchPostgres();
  try {
    const pgbench = await preparePgbench(postgres);
    const customers = await seed(postgres);
    const faults: string[] = [];
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round++) {
      const setup = await openRound(postgres, customers);
      for (const variant of variants) {
        for (const product of products) {
          const one = await measure(variant, { product, setup, pgbench, faults });
          progress(`round ${round}: ${describe(one)}`);
          measured.push(one);
        }
      }
      faults.push(...(await closeRound(setup)));
    }
    return report(measured, { hasPgbench: pgbench !== undefined, faults });
  } finally {
    await postgres.stop();
  }
}

async function seed(postgres: ScratchPostgres): Promise<Customers> {
  const url = await createCandorDatabase(postgres, seedDatabase);
  const accountIds = await seedAccounts(postgres.urlOf(seedDatabase), {
    count: accountCount,
    amount: seededAmount,
    newId: idMaker(systemClock),
  });
  const sessions = await seedSessions(url, {
    accountIds: accountIds.slice(0, sessionCount),
    dataDirectory: join(postgres.directory, 'server'),
  });
  await settleDown(postgres.urlOf(seedDatabase));
  return { accountIds, sessions };
}

/** Copies of the seeded database, so that no round runs on the orders of the one before it. */
async function openRound(postgres: ScratchPostgres, customers: Customers): Promise<Setup> {
  const [inProcess, overHttp] = [await copySeed(postgres, 'candor_lanes'), await copySeed(postgres, 'candor_http')];
  for (const { name } of [inProcess, overHttp]) await settleDown(postgres.urlOf(name));
  return { ...customers, postgres, inProcess, overHttp };
}

async function copySeed(postgres: ScratchPostgres, name: string): Promise<Target> {
  await postgres.admin.query(`create database ${name} template ${seedDatabase}`);
  const url = urlAs(postgres.urlOf(name), 'candor_app');
  return { url, name, pool: openPool(url, 1) };
}

/** Returns what is broken in the databases of the round, which are gone afterwards. */
async function closeRound({ postgres, inProcess, overHttp }: Setup): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, pool } of [inProcess, overHttp]) {
    faults.push(...(await brokenInvariants(pool)));
    await pool.end();
    await postgres.admin.query(`drop database ${name} with (force)`);
  }
  return faults;
}

async function measure(
  variant: Variant,
  {
    product,
    setup,
    pgbench,
    faults,
  }: { product: Product; setup: Setup; pgbench: Pgbench | undefined; faults: string[] },
): Promise<Measured> {
  const target = variant === 'http256' ? setup.overHttp : setup.inProcess;
  const before = await countRows(target.pool, product);
  const tpcbBefore = await pgbench?.transactionsPerSecond(pgbenchSeconds);
  const run = await runVariant(variant, product, setup);
  const tpcbAfter = await pgbench?.transactionsPerSecond(pgbenchSeconds);
  const after = await countRows(target.pool, product);
  faults.push(...countFaults(`${variant} ${product}`, { told: run.total, before, after }));
  const tpcb = tpcbBefore === undefined ? undefined : (tpcbBefore + tpcbAfter!) / 2;
  return { ...run, variant, product, tpcb, ratio: tpcb === undefined ? undefined : run.ordersPerSecond / tpcb };
}

async function runVariant(variant: Variant, product: Product, setup: Setup): Promise<VariantRun> {
  const { postgres, inProcess, overHttp } = setup;
  if (variant === 'http256') {
    return placeOverHttp(
      { postgres, ...overHttp, plan: { ...timing, inFlight: 256 } },
      { product, sessions: setup.sessions },
    );
  }
  const plan = { ...timing, inFlight: variant === 'inProcess256' ? 256 : 2_000 };
  const createPlacerOn = await (product === 'options' ? optionPlacer(setup) : contractPlacer(setup));
  return placeInProcess({ postgres, ...inProcess, plan }, createPlacerOn);
}

async function optionPlacer({ inProcess, accountIds }: Setup) {
  const configs = openOptionConfigs(inProcess.pool);
  await configs.load();
  const config = configs.offer(mixConfigId)!;
  return (lanes: Lanes) => createPlacer({ lanes, clock: systemClock, accountIds, config });
}

async function contractPlacer({ inProcess, accountIds }: Setup) {
  const configs = openContractConfigs(inProcess.pool, () => 50);
  await configs.load();
  await openExposures(inProcess.pool, everyExposure());
  // More sheets than are offered, so that an order that no balance pays for is refused for that.
  const config = { ...configs.newest(), sheetsMax: 1_000_000 };
  return (lanes: Lanes) => createContractPlacer({ lanes, clock: systemClock, accountIds, config });
}

interface RowCounts {
  orders: number;
  commands: number;
}

const tables = {
  options: { orders: 'option_orders', command: 'place-options-order' },
  contracts: { orders: 'contract_orders', command: 'place-contract' },
} as const;

async function countRows(pool: Pool, product: Product): Promise<RowCounts> {
  const { orders, command } = tables[product];
  const { rows } = await pool.query<RowCounts>(
    `select (select count(*) from ${orders}) as orders,
       (select count(*) from ledger_commands where name = $1) as commands`,
    [command],
  );
  return rows[0]!;
}

/** What was told is what is stored, to the last order. */
function countFaults(
  variant: string,
  { told, before, after }: { told: OutcomeCounts; before: RowCounts; after: RowCounts },
): string[] {
  const [orders, commands] = [after.orders - before.orders, after.commands - before.commands];
  const [wantedOrders, wantedCommands] = [told.accepted, told.accepted + told.refused];
  if (orders === wantedOrders && commands === wantedCommands) return [];
  return [
    `${variant}: ${wantedOrders} orders and ${wantedCommands} commands were told, ${orders} and ${commands} are stored`,
  ];
}

async function brokenInvariants(pool: Pool): Promise<string[]> {
  const reports = await checkInvariants(pool, moneyInvariants);
  return reports.filter(({ broken }) => broken > 0).map(({ name, broken }) => `broken: ${name} (${broken})`);
}

function report(
  measured: readonly Measured[],
  { hasPgbench, faults }: { hasPgbench: boolean; faults: string[] },
): BenchResult {
  const runsOf = (variant: Variant, product: Product): Measured[] =>
    measured.filter((one) => one.variant === variant && one.product === product);
  const ratioOf = (variant: Variant, product: Product): number | null =>
    hasPgbench ? rounded(median(runsOf(variant, product).map((one) => one.ratio!))) : null;
  /** Contracts beside the options of the same round. */
  const besideOptions = (variant: Variant): number => {
    const options = runsOf(variant, 'options');
    return rounded(median(runsOf(variant, 'contracts').map((one, place) => sortKey(one) / sortKey(options[place]!))));
  };
  const rows = variants.flatMap((variant) =>
    products.map((product) => {
      const runs = runsOf(variant, product).toSorted((left, right) => sortKey(left) - sortKey(right));
      const keys = runs.map(sortKey);
      const range = hasPgbench ? `${Math.min(...keys).toFixed(2)}-${Math.max(...keys).toFixed(2)}` : '';
      const beside = product === 'contracts' ? besideOptions(variant).toFixed(2) : '';
      return cells({ ...runs[(runs.length - 1) >> 1]!, ratio: ratioOf(variant, product) ?? undefined }, range, beside);
    }),
  );
  const ratios = Object.fromEntries(variants.map((variant) => [variant, ratioOf(variant, 'options')]));
  const contracts = Object.fromEntries(variants.map((variant) => [variant, ratioOf(variant, 'contracts')]));
  const contractsBesideOptions = Object.fromEntries(variants.map((variant) => [variant, besideOptions(variant)]));
  const text = `${hasPgbench ? '' : `${pgbenchIsMissing}\n`}${renderTable(columns, rows)}`;
  return { text, json: { orders: { ...ratios, contracts, contractsBesideOptions } }, faults };
}

const sortKey = ({ ratio, ordersPerSecond }: Measured): number => ratio ?? ordersPerSecond;
const rounded = (ratio: number): number => Math.round(ratio * 100) / 100;

const columns = [
  'variant', 'product', 'orders/s', 'TPC-B/s', 'x TPC-B', 'range', 'x options', 'p50 ms', 'p99 ms', 'batch', 'node CPU', 'postgres CPU', 'load CPU',
]; // oxfmt-ignore

const cells = (one: Measured, range: string, beside: string): string[] => [
  one.variant,
  one.product,
  one.ordersPerSecond.toFixed(0),
  one.tpcb?.toFixed(0) ?? '',
  one.ratio?.toFixed(2) ?? '',
  range,
  beside,
  one.p50Ms.toFixed(1),
  one.p99Ms.toFixed(1),
  one.batchSize?.toFixed(0) ?? '',
  one.nodeShare?.toFixed(2) ?? '',
  one.postgresShare?.toFixed(2) ?? '',
  one.generatorShare?.toFixed(2) ?? '',
];

const describe = (one: Measured): string => {
  const shown = cells(one, '', '');
  return columns.flatMap((name, place) => (shown[place] ? [`${name} ${shown[place]}`] : [])).join(', ');
};
