// One soak: the failing exchange, the server, the orders, and the reckoning.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coinOfCode, createClient, takeTestMoney, verifyMe } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { createFindings } from '../crash/findings.ts';
import type { Findings } from '../crash/findings.ts';
import { credentialsOf, need, openCustomer } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { playProducts } from '../play-products.ts';
import { seededRandom } from '../seeded-random.ts';
import { freePort } from '../../../server/src/kit/free-ports.test-support.ts';
import { killAll, startServer, stopDatabase, stopServer } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { auditDatabase } from './audit-database.ts';
import { checkContracts, closeContracts } from './check-contracts.ts';
import { checkOrders } from './check-orders.ts';
import { placeOrders } from './place-orders.ts';
import type { Times } from './times.ts';
import { startReplay } from './replay.ts';
import type { Replay } from './replay.ts';
import { checkServerLog } from './server-log.ts';
import { watchMarket } from './watch-market.ts';
import type { MarketChanges } from './watch-market.ts';

export interface SoakOptions {
  minutes: number;
  /** Chance of a fault a second for each connection to the exchange. */
  faults: number;
  /** Orders a second. */
  rate: number;
  seed: number;
  replayTool: string;
  say: (line: string) => void;
}

export interface SoakReport {
  minutes: number;
  rate: number;
  coins: readonly CoinCode[];
  orders: { placed: number; contracts: number; refused: Record<string, number> };
  results: Record<string, number>;
  contracts: Record<string, number>;
  ticks: number;
  placementMs: Times;
  settlementMs: Times;
  market: MarketChanges;
  faultsPlayed: Record<string, number>;
  auditLines: string[];
  /** What is wrong, in lines for people; empty when all is well. */
  faults: string[];
}

const coins: readonly CoinCode[] = ['BTC', 'ETH', 'SOL', 'XRP'];
/** The most that the faucet gives an account in a day. */
const money = '10000';
/** In the middle of the run. A price is fresh for 5 s, and without a tick for 3 s more a market is degraded. */
const silenceMs = 15_000;

export async function playSoak(options: SoakOptions): Promise<SoakReport> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-soak-'));
  const findings = createFindings();
  let replay: Replay | undefined;
  let server: ServerProcess | undefined;
  const leave = (): void => {
    replay?.child.kill('SIGKILL');
    killAll(server, dataDirectory);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  process.once('exit', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  try {
    const port = await freePort();
    replay = await startReplay({ ...options, port: await freePort() });
    options.say(`The exchange replays on ${replay.restUrl}; the server starts, with its data in ${dataDirectory}.`);
    const environment = { MARKET_SOURCE: 'htx', HTX_WS: replay.websocketUrl, HTX_REST: replay.restUrl };
    server = await startServer({ dataDirectory, port, environment });
    return await playAndReckon(options, { replay, server, dataDirectory, findings });
  } finally {
    replay?.child.kill('SIGTERM');
    await stopDatabase(dataDirectory);
    process.removeListener('exit', leave);
    leave();
  }
}

interface Parts {
  replay: Replay;
  server: ServerProcess;
  dataDirectory: string;
  findings: Findings;
}

async function playAndReckon(options: SoakOptions, parts: Parts): Promise<SoakReport> {
  const { minutes, rate, seed, say } = options;
  const { server, findings, replay, dataDirectory } = parts;
  const client = createClient({ baseUrl: server.url });
  const market = await watchMarket(client, coins);
  const customers = await openCustomers(server.url, Math.max(20, rate));
  say(`${customers.length} customers with ${money} USDT each; ${rate} orders a second for ${minutes} minutes.`);
  const symbols = coins.map((coin) => coinOfCode(coin)!.symbol);
  const random = seededRandom(seed);
  setTimeout(() => void replay.fallSilent(silenceMs), minutes * 30_000);
  const placed = await placeOrders({
    customers: customers.map((customer) => ({ customer, products: playProducts({ customer, random }) })),
    symbols,
    rate,
    durationMs: minutes * 60_000,
    random,
    findings,
  });
  say(`${placed.orders.length} options and ${placed.contracts.length} contracts placed; waiting until all have ended.`);
  for (const customer of customers) await closeContracts(customer, findings);
  const contracts = await checkContracts({ url: server.url, client, customers, placed: placed.contracts, findings });
  const { changes: contractChanges } = contracts;
  const checked = await checkOrders({ client, customers, placed: placed.orders, money, contractChanges, findings });
  const changes = market.stop();
  checkChanges(changes, findings);
  const auditLines = await auditDatabase(dataDirectory, findings);
  const { code, signal } = await stopServer(server);
  if (code !== 0) findings.add('the server did not end in order', `with ${signal ?? code}`);
  checkServerLog(readFileSync(server.logFile, 'utf8'), findings);
  return {
    minutes,
    rate,
    coins,
    orders: { placed: placed.orders.length, contracts: placed.contracts.length, refused: placed.refused },
    results: checked.results,
    contracts: contracts.results,
    ticks: checked.ticks,
    placementMs: placed.times,
    settlementMs: checked.settlementMs,
    market: changes,
    faultsPlayed: replay.faultsPlayed(),
    auditLines,
    faults: findings.lines(),
  };
}

async function openCustomers(url: string, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let number = 1; number <= count; number++) {
    const customer = await openCustomer(url, credentialsOf(`soak-${number}`));
    need(await customer.client.call(verifyMe, {}), 'verification');
    need(await customer.client.call(takeTestMoney, { coin: 'USDT', amount: money }), 'test money');
    customers.push(customer);
  }
  return customers;
}

function checkChanges(changes: MarketChanges, findings: Findings): void {
  if (changes.degraded < coins.length)
    findings.add('a market was not degraded', `although the exchange fell silent: only ${changes.degraded} times`);
  if (changes.stillDegraded.length > 0) findings.add('the market did not come back', changes.stillDegraded.join(', '));
}
