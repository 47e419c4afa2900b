// The whole server in this process, on a database of its own and a free port, and people who use it over HTTP.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  createClient,
  findAccountCoinByTransaction,
  getMarketStatus,
  listOutbox,
  queryLogin,
  register,
  sendEmailCode,
  sendProofCode,
  settingNames,
  takeTestMoney,
  updateUser,
} from '@candor/wire';
import type { Client, Outcome, User } from '@candor/wire';
import { openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { claimDatabase } from '../../src/deployment/deployment.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import { log } from '../../src/kit/log.ts';
import type { PasswordCost } from '../../src/kit/passwords/passwords.ts';
import { openPool } from '../../src/kit/postgres.ts';
import type { Pool } from '../../src/kit/postgres.ts';
import type { Secrets } from '../../src/kit/secrets.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { checkInvariants } from '../../src/ledger/check-invariants.ts';
import { invariants } from '../../src/products.ts';
import { quickCost } from './accounts.ts';
import { cloneDatabase } from './database.ts';

export interface Person {
  client: Client;
  user: User;
  email: string;
  password: string;
}

export interface RunningApp {
  url: string;
  /** Of the console; another one after a restart. */
  consoleUrl(): string;
  /** As the role that a server is. */
  pool: Pool;
  /** As the role that a console is. */
  consolePool: Pool;
  /** For another process beside it. */
  databaseUrl: string;
  ownerUrl: string;
  /** As the role of a console. */
  consoleDatabaseUrl: string;
  /** As the superuser, whom nothing keeps from anything. */
  adminUrl: string;
  secrets: Secrets;
  /** Registers with the code from the outbox, logs in, and takes this much test USDT. */
  person(money?: string): Promise<Person>;
  available(person: Person): Promise<{ available: string; reserved: string }>;
  /** Restarts the server on the same database and port; `whileDown` runs in between. Resolves once coins are live, if that is expected. */
  restart(whileDown?: () => Promise<void>, expected?: { isLive: boolean }): Promise<void>;
  /** Opens another server on the same database, as a standby: it has no prices of its own. */
  openBeside(): Promise<{ url: string; close(): Promise<void> }>;
  /** What operators have changed is read where requests arrive, without the second that it may take. */
  readSettings(): Promise<void>;
  /** What the process that takes requests does again and again, without the wait for it. */
  runJob(name: string): Promise<void>;
  /** Fails with what is broken if any invariant does not hold. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningAppOptions {
  /** Over the simulated market and no rate limits. */
  settings?: Readonly<Record<string, string>>;
  /** Coins that are live before it is handed out; all unless given. */
  liveCoins?: readonly string[];
  /** Hardly anything unless given: `standardCost` for what is about their cost. */
  passwordCost?: PasswordCost;
  /** Clock of the server; the machine's clock by default. */
  clock?: () => Clock;
}

/** To move twenty coins four times a second, and to draw their past, was a quarter of what the tests of an app cost. */
const littleMarket = { SIMULATED_HISTORY: '20', SIMULATED_STEP_MS: '1000' };
/** As `npm start` has it: for what looks at how prices move. */
export const liveMarket = { SIMULATED_STEP_MS: '250' };

export async function openRunningApp(options: RunningAppOptions = {}): Promise<RunningApp> {
  const { settings, liveCoins, passwordCost = quickCost, clock = () => systemClock } = options;
  log.setLevel('error');
  const database = await cloneDatabase();
  const pool = openPool(database.url, 4);
  const consolePool = openPool(database.consoleUrl, 2);
  const secrets: Secrets = {
    pepper: randomBytes(32),
    fingerprintKey: randomBytes(32),
    codeKey: randomBytes(32),
    signingKey: randomBytes(32).toString('hex'),
    pushKey: '1'.padStart(64, '0'),
  };
  const config = readConfig({
    PORT: '0',
    MARKET_SOURCE: 'simulated',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // Others are installed or started by the tests that are about them.
    DEV_CHAIN: 'ethereum',
    ...littleMarket,
    ...settings,
  });
  await claimDatabase(database.url, { mode: config.mode, secrets, keyFile: 'the keys of this test' });
  const open = (port: number): Promise<App> =>
    openApp({
      config: { ...config, port },
      databaseUrl: database.url,
      consoleUrl: database.consoleUrl,
      secrets,
      clock: clock(),
      checksReplies: true,
      passwordCost,
    });
  let app = await open(0);
  const url = `http://127.0.0.1:${app.port}`;
  await untilLive(url, liveCoins);
  let people = 0;

  return {
    url,
    consoleUrl: () => `http://127.0.0.1:${app.consolePort}`,
    pool,
    consolePool,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    consoleDatabaseUrl: database.consoleUrl,
    adminUrl: database.adminUrl,
    secrets,
    person: (money) => enrol(url, { name: `person-${++people}`, money }),
    async available({ client, user }) {
      const { RESULT_LIST } = got(await client.call(findAccountCoinByTransaction, { user_id: user.account_id }));
      const usdt = RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT');
      return { available: usdt?.qty ?? '0', reserved: usdt?.reserved ?? '0' };
    },
    async restart(whileDown, { isLive } = { isLive: true }) {
      await app.close();
      await whileDown?.();
      app = await open(app.port);
      if (isLive) await untilLive(url, liveCoins);
    },
    async openBeside() {
      const beside = await open(0);
      return { url: `http://127.0.0.1:${beside.port}`, close: () => beside.close() };
    },
    async readSettings() {
      const readers = app.jobs.filter(({ name }) => changed.has(name));
      assert.ok(readers.length > 0);
      await Promise.all(readers.map((job) => job.runNow()));
    },
    async runJob(name) {
      const job = app.jobs.find((each) => each.name === name);
      assert.ok(job, `it has no job ${name}`);
      await job.runNow();
    },
    async audit() {
      const reports = await checkInvariants(pool, invariants);
      assert.deepEqual(reports.filter(({ broken }) => broken > 0), []); // oxfmt-ignore
      assert.ok(reports.some(({ checked }) => checked > 0));
    },
    async close() {
      await app.close();
      await Promise.all([pool.end(), consolePool.end()]);
      await database.drop();
    },
  };
}

/** Jobs that read what operators change. */
const changed: ReadonlySet<string> = new Set([...settingNames, 'settings', 'conduct']);

/** Registers at a server with the code from its outbox, logs in, and takes this much test USDT. */
export async function enrol(
  url: string,
  { name, money }: { name: string; money?: string | undefined },
): Promise<Person> {
  const email = `${name}@example.com`;
  const password = `password of ${name}`.slice(0, 20);
  const client = createClient({ baseUrl: url, keepsCookies: true });
  got(await client.call(sendEmailCode, { email }));
  const { messages } = got(await client.call(listOutbox, { recipient: email }));
  got(await client.call(register, { user_name: email, user_password: password, authCode: messages[0]!.code! }));
  const { RESULT_LIST } = got(await client.call(queryLogin, { user_name: email, user_password: password }));
  if (money !== undefined) got(await client.call(takeTestMoney, { coin: 'USDT', amount: money }));
  return { client, user: RESULT_LIST[0]!, email, password };
}

/** The first trade password, which asks for the login password and the code of a message. */
export async function setTradePassword({ client, user, email, password }: Person, next: string): Promise<User> {
  got(await client.call(sendProofCode, {}));
  const { messages } = got(await client.call(listOutbox, { recipient: email }));
  const code = messages.find(({ kind }) => kind === 'prove-code')!.code!;
  const { account_id } = user;
  return got(await client.call(updateUser, { account_id, user_paypass: next, original: password, code }));
}

/** The data of a call that must succeed. */
export function got<Data>(outcome: Outcome<Data, string>): Data {
  assert.ok(outcome.ok, `refused: ${JSON.stringify(outcome)}`);
  return outcome.data;
}

/** The code of a call that must be refused. */
export function refusalOf(outcome: Outcome<unknown, string>): string {
  assert.ok(!outcome.ok, `accepted: ${JSON.stringify(outcome)}`);
  return outcome.code;
}

export async function untilLive(url: string, liveCoins?: readonly string[]): Promise<void> {
  const client = createClient({ baseUrl: url });
  await readUntil(
    'the market is live',
    async () => got(await client.call(getMarketStatus, {})).coins,
    (coins) => coins.every(({ coin, state }) => state === 'live' || liveCoins?.includes(coin) === false),
    { withinMs: 120_000, everyMs: 50 },
  );
}
