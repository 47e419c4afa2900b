// The questions after the kills: first what was acknowledged, then, once every order has ended, results, money and invariants.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, getMarketStatus } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { databaseUrl } from '@candor/embedded-postgres';
import { openPool } from '../../../server/src/kit/postgres.ts';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { checkInvariants } from '../../../server/src/ledger/check-invariants.ts';
import type { InvariantReport } from '../../../server/src/ledger/check-invariants.ts';
import { invariants } from '../../../server/src/products.ts';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { postgresDirectory } from '../server-process.ts';
import { checkCommands } from './check-commands.ts';
import { checkContracts } from './check-contracts.ts';
import type { ContractResults } from './check-contracts.ts';
import { checkMoney } from './check-money.ts';
import { checkResults } from './check-results.ts';
import type { Results, ShownTick } from './check-results.ts';
import type { Findings } from './findings.ts';
import type { Entry } from './journal.ts';
import { countOpenOrders, readOrders } from './read-orders.ts';
import type { StoredOrder } from './read-orders.ts';

export interface DatabaseQuestion {
  dataDirectory: string;
  url: string;
  entries: readonly Entry[];
  customers: ReadonlyMap<Uuid, Customer>;
  random: SeededRandom;
  findings: Findings;
  shown: readonly ShownTick[];
  say: (line: string) => void;
}

/** The longest an order can take from its placing: entry window and duration, and some time to settle. */
const allEndedWithinMs = 30_000 + 5_000 + 15_000;
const ticksWithinMs = 15_000;

export async function askDatabase(
  question: DatabaseQuestion,
): Promise<{ results: Results | undefined; contracts: ContractResults | undefined; audit: InvariantReport[] }> {
  const { findings, entries, say } = question;
  const pool = openPool(databaseUrl(postgresDirectory(question.dataDirectory)), 2);
  try {
    await checkDurability(pool, findings);
    await checkCommands(pool, entries, findings);
    await checkSetAside(pool, findings);
    // What is broken by now stays broken; nobody has to wait for the orders.
    if (findings.count() > 0) return { results: undefined, contracts: undefined, audit: await audit(pool, findings) };
    say('Waiting until all orders have ended.');
    await untilAllEnded(pool, findings);
    const orders = await readOrders(pool, [...question.customers.keys()]);
    await untilTicksPass(question.url, latestMoment(orders));
    const results = await checkResults({ ...question, orders });
    const contracts = await checkContracts(pool, question);
    await checkMoney(pool, { entries, results: results.byOrder, contracts: contracts.byOrder, findings });
    return { results, contracts, audit: await audit(pool, findings) };
  } finally {
    await pool.end();
  }
}

/** kill -9 leaves the system's cache as it was; that commits reach the disk is a matter of these settings. */
async function checkDurability(pool: Pool, findings: Findings): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<{ setting: string }>('select current_setting($1) as setting', [name]);
    if (rows[0]?.setting !== 'on') findings.add('a commit may not reach the disk', `${name} is ${rows[0]?.setting}`);
  }
}

/** Reports commands that were set aside for an operator: neither a kill nor a faulty neighbour may make a command fail repeatedly. */
async function checkSetAside(pool: Pool, findings: Findings): Promise<void> {
  const { rows } = await pool.query<{ name: string; error: string }>(
    'select name, error from set_aside_commands where retried_at is null',
  );
  for (const { name, error } of rows) findings.add('a command waits for an operator', `${name}: ${error}`);
}

async function untilAllEnded(pool: Pool, findings: Findings): Promise<void> {
  const deadline = performance.now() + allEndedWithinMs;
  for (;;) {
    const open = await countOpenOrders(pool);
    if (open === 0) return;
    if (performance.now() > deadline) {
      return findings.add('orders did not end', `${open} are open ${allEndedWithinMs / 1000} s after the last`);
    }
    await sleep(250);
  }
}

const latestMoment = (orders: readonly StoredOrder[]): number =>
  orders.reduce((latest, order) => Math.max(latest, order.expires_at ?? order.received_at + 5_000), 0);

/** What was the last tick at a moment is certain once there is one after it. */
async function untilTicksPass(url: string, moment: number): Promise<void> {
  const client = createClient({ baseUrl: url });
  const deadline = performance.now() + ticksWithinMs;
  for (;;) {
    const { coins } = need(await client.call(getMarketStatus, {}), 'the state of the market');
    if (coins.every(({ last_published_at }) => Date.parse(last_published_at ?? '') > moment)) return;
    if (performance.now() > deadline) throw new Error(`Some coin had no tick for ${ticksWithinMs / 1000} s.`);
    await sleep(100);
  }
}

async function audit(pool: Pool, findings: Findings): Promise<InvariantReport[]> {
  const reports = await checkInvariants(pool, invariants);
  for (const { name, broken } of reports) {
    if (broken > 0) findings.add('an invariant is broken', `${name}: ${broken}`);
  }
  return reports;
}
