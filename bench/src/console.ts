// npm run bench -- console [--accounts 100000] [--payments 10] [--seconds 60] [--json]: ten operators go through every page of the console
// of a business with so many customers and lines in its journal; how long each page takes, and what customers' orders lose by it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { urlAs } from '@candor/embedded-postgres';
import { idMaker } from '../../server/src/kit/new-id.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { freePorts } from '../../server/src/kit/free-ports.test-support.ts';
import { openPool } from '../../server/src/kit/postgres.ts';
import { writeDeskRows } from '../../server/test/support/desk-rows.ts';
import type { BenchResult } from './bench-result.ts';
import { median } from './closed-loop.ts';
import { openCases } from './console/open-cases.ts';
import type { Known } from './console/page.ts';
import { browse, pages, signIn, type Operator } from './console/pages.ts';
import { readCases } from './console/read-cases.ts';
import { seededAmount } from './order-mix.ts';
import { runGenerator, untilIdle, untilLive } from './order-variants.ts';
import { own, progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { acceptTerms, asOwner, seedAccounts, seedSessions, settleDown, type SeededSession } from './seed-accounts.ts';
import { startServer, stopServer } from './server-process.ts';
import { quantile } from './web/quantiles.ts';

interface ConsoleSize {
  accounts: number;
  /** Lines in the journal of each. */
  payments: number;
  seconds: number;
}

const usage = 'npm run bench -- console [--accounts 100000] [--payments 10] [--seconds 60] [--json]';
const [p95MaxMs, keptMin] = [300, 0.9];
const database = 'candor_console';
const traders = 1_000;
const inFlight = 64;
/** Somebody who works fast opens a page a second. */
const pauseMs = 1_000;
const warmUpMs = 15_000;
/** A year of a desk, and what a day of it leaves to be done. */
const desk = { rows: 50_000, waiting: 200 };
/** Accounts and cases that operators open, over and over. */
const opened = 500;
/** Each time with operators stands between two without. */
const turns = 3;

export async function benchConsole(args: string[]): Promise<BenchResult> {
  const size = readSize(args);
  const postgres = await startScratchPostgres();
  try {
    const business = await seed(postgres, size);
    return await measure(postgres, { ...business, size });
  } finally {
    await postgres.stop();
  }
}

function readSize(args: string[]): ConsoleSize {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const options = { accounts: text('100000'), payments: text('10'), seconds: text('60') };
  const { values } = readArguments(usage, { args, options });
  const [accounts, payments, seconds] = [values.accounts, values.payments, values.seconds].map((one) => parseInt(one, 10)); // oxfmt-ignore
  if (!(accounts! >= traders && payments! >= 1 && seconds! >= 2))
    endWithUsage(usage, `from ${traders} accounts, one payment and two seconds on`);
  return { accounts: accounts!, payments: payments!, seconds: seconds! };
}

interface Business {
  url: string;
  accounts: Omit<Known, 'cases'>[];
  sessions: SeededSession[];
  lines: number;
}

async function seed(postgres: ScratchPostgres, { accounts, payments }: ConsoleSize): Promise<Business> {
  const url = await createCandorDatabase(postgres, database);
  const accountIds = await seedAccounts(postgres.urlOf(database), { count: accounts, amount: seededAmount, payments, newId: idMaker(systemClock) }); // oxfmt-ignore
  const sessions = await seedSessions(url, {
    accountIds: accountIds.slice(0, traders),
    dataDirectory: join(postgres.directory, 'server'),
  });
  await settleDown(postgres.urlOf(database));
  const pool = openPool(url, 1);
  const { rows: known } = await pool.query<Omit<Known, 'cases'>>('select account_id as "accountId", number, email from accounts order by random() limit $1', [opened]); // oxfmt-ignore
  const { rows } = await pool.query<{ lines: number }>('select count(*)::int as lines from ledger_moves');
  await pool.end();
  return { url, accounts: known, sessions, lines: rows[0]!.lines };
}

interface Measured {
  times: Map<string, number[]>;
  /** With operators, as a share of the orders a second without. */
  kept: number;
}

async function measure(
  postgres: ScratchPostgres,
  { url, accounts, sessions, lines, size }: Business & { size: ConsoleSize },
): Promise<BenchResult> {
  const dataDirectory = join(postgres.directory, 'server');
  mkdirSync(dataDirectory, { recursive: true });
  const [port, consolePort] = await freePorts(2);
  const environment = { DATABASE_URL: url, DATABASE_CONSOLE_URL: urlAs(postgres.urlOf(database), 'candor_console'), MARKET_SOURCE: 'simulated', LOG_LEVEL: 'error', CONSOLE_PORT: String(consolePort) }; // oxfmt-ignore
  const server = await startServer({ dataDirectory, port: port!, environment });
  own(server.child);
  const prices = await untilLive(server.url);
  await fillDesks(postgres);
  const operators = await signIn(`http://127.0.0.1:${consolePort}`);
  const identityCase = await openCases(server.url, operators);
  const known = await withCases(url, { accounts, identityCase });
  await untilIdle(server.child.pid!);
  // What is counted once a minute, and what a process does only the first time, is no page's time.
  await browse({ operators, known, ms: warmUpMs, pauseMs });
  progress('ten operators, nobody else');
  const times = await browse({ operators, known, ms: size.seconds * 1000, pauseMs });
  const orders = (): Promise<number> => placeFor(size, { port: port!, sessions, prices });
  const kept = await keptRate(orders, { operators, known, ms: orderMs(size) });
  await stopServer(server);
  return report({ times, kept }, { lines, ...size });
}

/** The server has written by then what rows refer to: goods of the shop, terms of currencies. */
async function fillDesks(postgres: ScratchPostgres): Promise<void> {
  progress(`writing ${desk.rows} rows for each desk`);
  await writeDeskRows(postgres.urlOf(database), desk);
  // Ten operators open in minutes what others open in weeks.
  await asOwner(
    postgres.urlOf(database),
    `alter table operator_look_limits disable trigger operator_look_limits_keep;
     update operator_look_limits set customers_per_hour = 10000, customers_per_day = 100000, pages_per_hour = 10000,
       pages_per_day = 100000, documents_per_hour = 1000`,
  );
}

async function withCases(
  url: string,
  { accounts, identityCase }: { accounts: readonly Omit<Known, 'cases'>[]; identityCase: string },
): Promise<Known[]> {
  const pool = openPool(url, 1);
  await acceptTerms(pool);
  const cases = await readCases(pool, accounts.length);
  await pool.end();
  return accounts.map((account, place) => ({ ...account, cases: { ...cases[place]!, identityCase } }));
}

const orderMs = ({ seconds }: ConsoleSize): number => 2_000 + (seconds * 1000) / turns;

async function placeFor(
  size: ConsoleSize,
  target: { port: number; sessions: readonly SeededSession[]; prices: Record<string, string> },
): Promise<number> {
  const plan = { inFlight, warmUpMs: 2_000, measureMs: orderMs(size) - 2_000, product: 'options' } as const;
  return (await runGenerator({ ...plan, ...target })).ordersPerSecond;
}

/** What else the machine does in the meantime is in both alike. */
async function keptRate(
  orders: () => Promise<number>,
  plan: { operators: readonly Operator[]; known: readonly Known[]; ms: number },
): Promise<number> {
  const shares: number[] = [];
  let before = await orders();
  for (let turn = 1; turn <= turns; turn++) {
    const [during] = await Promise.all([orders(), browse({ ...plan, pauseMs })]);
    const after = await orders();
    shares.push(during / ((before + after) / 2));
    progress(`orders a second: ${before.toFixed(0)} without, ${during.toFixed(0)} with, ${after.toFixed(0)} without`);
    before = after;
  }
  return median(shares);
}

function report({ times, kept }: Measured, { lines, accounts }: ConsoleSize & { lines: number }): BenchResult {
  const rows = [...times].map(([name, all]) => {
    const sorted = all.toSorted((one, other) => one - other);
    return { name, opened: sorted.length, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
  });
  const faults = rows
    .filter(({ p95 }) => p95 > p95MaxMs)
    .map(({ name, p95 }) => `${name}: ${p95.toFixed(0)} ms at p95`);
  const unseen = rows.filter(({ opened }) => opened === 0).map(({ name }) => `${name} was not opened`);
  if (kept < keptMin) faults.push(`orders kept ${kept.toFixed(2)} of their rate`);
  const table = renderTable(
    ['page', 'opened', 'p50 ms', 'p95 ms'],
    rows.map(({ name, opened, p50, p95 }) => [name, String(opened), p50.toFixed(1), p95.toFixed(1)]),
  );
  const text = `${table}\n${accounts} customers, ${lines} lines in the journal; orders kept ${kept.toFixed(2)} of their rate\nbars: ${p95MaxMs} ms at p95, ${keptMin}\n`;
  const worst = Math.max(...rows.map(({ p95 }) => p95));
  const json = { console: { accounts, lines, pages: Object.keys(pages).length, worstP95Ms: Math.round(worst), kept } };
  return { text, json, faults: [...faults, ...unseen] };
}
