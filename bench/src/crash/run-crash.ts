// One run of the crash harness: the real server on scratch data, 16 clients, the kills, and the questions afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, getMarketStatus, parseWireId, verifyMe } from '@candor/wire';
import type { InvariantReport } from '../../../server/src/ledger/check-invariants.ts';
import { credentialsOf, need, openCustomer } from '../customer.ts';
import type { Credentials, Customer } from '../customer.ts';
import { databaseUrl } from '@candor/embedded-postgres';
import { openPool } from '../../../server/src/kit/postgres.ts';
import { seededRandom } from '../seeded-random.ts';
import { freePorts } from '../../../server/src/kit/free-ports.test-support.ts';
import { findRedis } from '../../../server/test/run/find-redis.ts';
import { startRedis } from '../../../server/test/support/redis-server.ts';
import { offerExperience } from '../offer-experience.ts';
import { killAll, postgresDirectory, stopDatabase } from '../server-process.ts';
import type { ContractResults } from './check-contracts.ts';
import type { Results, ShownTick } from './check-results.ts';
import { createFindings } from './findings.ts';
import type { Findings } from './findings.ts';
import { openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { createRecovery, killAtRandom } from './kill.ts';
import type { Killings } from './kill.ts';
import { openLyingProxy } from './lying-proxy.ts';
import type { LyingProxy, Plant } from './lying-proxy.ts';
import { plantStuck } from './plant-stuck.ts';
import { checkChains, type ChainsChecked } from './check-chains.ts';
import { checkStuck } from './check-stuck.ts';
import { openCoinCustomers, type CoinPlay } from './coin-play.ts';
import { openNeighbours, type Neighbours } from './neighbours.ts';
import { openPhotographer, type Photographer } from './photographer.ts';
import { openSubscriber, type Subscriber } from './subscriber.ts';
import { createPlayer } from './player.ts';
import type { Player, Tally } from './player.ts';
import { askDatabase } from './ask-database.ts';
import { openSecondEngine, type SecondEngine } from './second-engine.ts';
import { tallyCalls } from './tally-calls.ts';
import { keepServer } from './server-keeper.ts';
import type { ServerKeeper } from './server-keeper.ts';

export interface CrashOptions {
  kills: number;
  seed: number;
  /** `stuck`: work that waits without an alarm. */
  plant: Plant | 'stuck' | undefined;
  /** Whether the server uses test doubles of its neighbours, which are faulty while the server is killed. */
  hasNeighbours: boolean;
  say: (line: string) => void;
}

export interface CrashReport {
  killings: Killings;
  tally: Tally;
  restarts: number;
  failedStarts: number;
  shownTicks: number;
  /** What went to and from neighbours; undefined without them. */
  exchanged: Exchanged | undefined;
  /** What went to and from development chains; undefined with a planted fault. */
  chains: ChainsChecked | undefined;
  /** Undefined when it was over before the orders had ended, because something was broken already. */
  results: Results | undefined;
  contracts: ContractResults | undefined;
  audit: InvariantReport[];
  /** What does not fit, in lines for people; empty when all is well. */
  breaches: string[];
}

export interface Exchanged {
  /** Photos that the server accepted and shows. */
  photos: number;
  alerts: number;
  pushes: number;
  mails: number;
  /** Faulty answers of each neighbour. */
  faults: Readonly<Record<string, number>>;
  /** What the operators' page says at the end. */
  alarms: readonly string[];
}

const clientCount = 16;
const photographerCount = 3;
const subscriberCount = 3;
/** With fewer kills the load still goes on for this long, so that there is something to lose. */
const playAtLeastMs = 5_000;
const plantWithinMs = 30_000;

export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-crash-'));
  const [port, consolePort] = await freePorts(2);
  const program = findRedis();
  const redis = program === undefined ? undefined : await startRedis(program);
  if (!redis) options.say('There is no Redis here, so there will be no second engine.');
  const neighbours = options.hasNeighbours ? await openNeighbours() : undefined;
  const environment = {
    MARKET_SOURCE: 'simulated',
    SIMULATED_SEED: String(options.seed),
    // All that are built.
    DEV_CHAIN: 'on',
    ...(redis && { REDIS_URL: redis.url }),
    ...neighbours?.environment,
  };
  const second = redis && openSecondEngine({ dataDirectory, environment });
  const findings = createFindings();
  const keeper = keepServer(
    { dataDirectory, port: port!, environment: { ...environment, CONSOLE_PORT: String(consolePort) } },
    findings,
  );
  const leave = (): void => {
    second?.kill();
    killAll(keeper.current(), dataDirectory);
    // Log and journal stay when there is something to be looked into.
    const isBroken = findings.count() > 0 && !options.plant;
    rmSync(isBroken ? postgresDirectory(dataDirectory) : dataDirectory, { recursive: true, force: true });
  };
  process.once('exit', leave);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  try {
    return await playAndAsk({
      ...options,
      dataDirectory,
      port: port!,
      consolePort: consolePort!,
      keeper,
      second,
      findings,
      neighbours,
    });
  } finally {
    second?.kill();
    await neighbours?.close();
    await redis?.kill();
    await stopDatabase(dataDirectory);
    process.removeListener('exit', leave);
    leave();
  }
}

interface Run extends CrashOptions {
  dataDirectory: string;
  port: number;
  consolePort: number;
  keeper: ServerKeeper;
  second: SecondEngine | undefined;
  neighbours: Neighbours | undefined;
  findings: Findings;
}

async function playAndAsk(run: Run): Promise<CrashReport> {
  const { kills, seed, plant, say, dataDirectory, port, keeper, findings } = run;
  say(
    `Seed ${seed}; ${kills} kills, ${clientCount} clients, data in ${dataDirectory}${plant ? `; planted: ${plant}` : ''}`,
  );
  await keeper.ready();
  const proxy = plant && plant !== 'stuck' ? await openLyingProxy({ serverPort: port, plant }) : undefined;
  const url = keeper.current().url;
  const mailing = run.neighbours && { mailedCode: run.neighbours.mailedCode };
  const invitedBy = await offerExperience({ url, ...mailing }, dataDirectory);
  const customers = await openCustomers(proxy?.url ?? url, { invitedBy, ...mailing });
  const journal = openJournal(join(dataDirectory, 'journal.jsonl'));
  const visitors = await openVisitors(run, url);
  const coins = plant ? undefined : await openCoinCustomers({ ...run, url, ...mailing });
  const { killings, players, shown } = await playUnderKills({
    ...run,
    url,
    customers,
    journal,
    proxy,
    visitors,
    coins,
  });
  await keeper.ready();
  const exchanged = visitors && (await checkVisitors(visitors));
  say('Cancelling and closing the contracts that are left.');
  await Promise.all(players.map((player) => player.windUp()));
  say(`${journal.entries.length} commands intended; asking the database about each.`);
  await keeper.ready();
  const byAccount = new Map(customers.map((customer) => [parseWireId('account', customer.user.account_id)!, customer]));
  const asked = await askDatabase({ dataDirectory, url, entries: journal.entries, customers: byAccount, random: seededRandom(seed), findings, shown, say }); // oxfmt-ignore
  const chains = coins && (await askChains(run, coins));
  if (plant === 'stuck') await plantStuck(dataDirectory);
  const alarms = exchanged || coins || plant === 'stuck' ? await askOperatorsPage(run) : [];
  await keeper.stop();
  await endProxy(proxy, findings);
  journal.close();
  return {
    killings,
    tally: sumOf(players),
    restarts: keeper.restarts(),
    failedStarts: keeper.failedStarts(),
    shownTicks: shown.length,
    exchanged: exchanged && { ...exchanged, alarms },
    chains,
    ...asked,
    breaches: findings.lines(),
  };
}

/** Customers who use the neighbours. */
interface Visitors {
  neighbours: Neighbours;
  photographers: readonly Photographer[];
  subscribers: readonly Subscriber[];
}

async function openVisitors({ neighbours, findings }: Run, url: string): Promise<Visitors | undefined> {
  if (!neighbours) return undefined;
  const { mailedCode, push } = neighbours;
  const [photographers, subscribers]: [Photographer[], Subscriber[]] = [[], []];
  for (let number = 1; number <= photographerCount; number++) {
    const credentials = { ...credentialsOf(`photographer-${number}`), mailedCode };
    photographers.push(await openPhotographer(url, { credentials, findings }));
  }
  for (let number = 1; number <= subscriberCount; number++) {
    const credentials = { ...credentialsOf(`subscriber-${number}`), mailedCode };
    subscribers.push(await openSubscriber(url, { credentials, push, findings }));
  }
  return { neighbours, photographers, subscribers };
}

async function checkVisitors(visitors: Visitors): Promise<Omit<Exchanged, 'alarms'>> {
  const { neighbours, photographers, subscribers } = visitors;
  let [photos, alerts, pushes] = [0, 0, 0];
  for (const each of photographers) photos += await each.check();
  for (const each of subscribers) {
    const { told, pushed } = await each.check();
    [alerts, pushes] = [alerts + told, pushes + pushed];
  }
  return { photos, alerts, pushes, mails: neighbours.mails(), faults: neighbours.faultsGiven() };
}

async function askChains({ dataDirectory, findings, say }: Run, coins: CoinPlay): Promise<ChainsChecked> {
  say('Asking the chains what was paid.');
  const pool = openPool(databaseUrl(postgresDirectory(dataDirectory)), 2);
  const chains = { devDirectory: join(dataDirectory, 'dev-chain') };
  try {
    return await checkChains(pool, { chains, findings, ...coins });
  } finally {
    await pool.end();
  }
}

async function askOperatorsPage({ dataDirectory, consolePort, findings, say }: Run): Promise<string[]> {
  say('Asking the page of operators about what is stuck.');
  const pool = openPool(databaseUrl(postgresDirectory(dataDirectory)), 2);
  try {
    return await checkStuck(pool, { consoleUrl: `http://127.0.0.1:${consolePort}`, findings });
  } finally {
    await pool.end();
  }
}

async function openCustomers(url: string, more: Pick<Credentials, 'invitedBy' | 'mailedCode'>): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let number = 1; number <= clientCount; number++) {
    const customer = await openCustomer(url, { ...credentialsOf(`client-${number}`), ...more });
    need(await customer.client.call(verifyMe, {}), 'verification');
    customers.push(customer);
  }
  return customers;
}

async function playUnderKills(
  run: Run & {
    url: string;
    customers: readonly Customer[];
    journal: Journal;
    proxy: LyingProxy | undefined;
    visitors: Visitors | undefined;
    coins: CoinPlay | undefined;
  },
): Promise<{ killings: Killings; players: Player[]; shown: ShownTick[] }> {
  const { kills, seed, dataDirectory, keeper, second, findings, customers, journal } = run;
  const recovery = createRecovery();
  const players = customers.map((customer, place) =>
    createPlayer({
      customer,
      journal,
      findings,
      random: seededRandom(seed * 1_000 + place + 1),
      restarts: keeper.restarts,
      onAnswer: recovery.noteAnswer,
    }),
  );
  let [isOver, mayOrder] = [false, true];
  const onLastOptions = (): void => void (mayOrder = false);
  const playing = Promise.all(players.map((player) => player.play({ isOver: () => isOver, mayOrder: () => mayOrder })));
  const watching = watchTicks(run.url, () => isOver);
  const visiting = Promise.all([
    run.neighbours?.misbehave(seededRandom(seed + 1), () => isOver),
    run.coins?.play(() => isOver),
    ...[...(run.visitors?.photographers ?? []), ...(run.visitors?.subscribers ?? [])].map((each) =>
      each.play(() => isOver),
    ),
  ]);
  const atLeast = sleep(playAtLeastMs);
  try {
    const random = seededRandom(seed);
    const killings = await Promise.race([
      killAtRandom({ kills, dataDirectory, keeper, second, random, recovery, onLastOptions }),
      playing.then(() => Promise.reject(new Error('the clients ended before the kills'))),
    ]);
    await atLeast;
    await untilPlanted(run.proxy);
    isOver = true;
    await Promise.all([playing, visiting]);
    return { killings, players, shown: await watching };
  } finally {
    isOver = true;
  }
}

async function untilPlanted(proxy: LyingProxy | undefined): Promise<void> {
  const deadline = performance.now() + plantWithinMs;
  while (proxy?.lies() === 0 && performance.now() < deadline) await sleep(50);
}

/** Remembers which ticks the server says are published, to ask for them again when all is over. */
async function watchTicks(url: string, isOver: () => boolean): Promise<ShownTick[]> {
  const client = createClient({ baseUrl: url });
  const shown: ShownTick[] = [];
  while (!isOver()) {
    const status = await client.call(getMarketStatus, {}, { signal: AbortSignal.timeout(2_000) });
    for (const { coin, last_sequence, last_published_at } of status.ok ? status.data.coins : []) {
      if (last_published_at !== null) {
        shown.push({ coin, sequence: last_sequence, publishedMs: Date.parse(last_published_at) });
      }
    }
    await sleep(250);
  }
  return shown;
}

function sumOf(players: readonly Player[]): Tally {
  const calls = tallyCalls(players.map(({ tally }) => tally.calls));
  const sum: Tally = { acknowledged: 0, retries: 0, repeated: 0, reads: 0, logins: 0, failures: 0, calls };
  const counted = ['acknowledged', 'retries', 'repeated', 'reads', 'logins', 'failures'] as const;
  for (const { tally } of players) for (const name of counted) sum[name] += tally[name];
  return sum;
}

async function endProxy(proxy: LyingProxy | undefined, findings: Findings): Promise<void> {
  if (!proxy) return;
  if (proxy.lies() === 0) findings.add('the planted fault was never planted', 'too few orders were placed');
  await proxy.close();
}
