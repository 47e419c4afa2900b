// Two processes that take requests and two engines, each started apart, on one PostgreSQL and one Redis: all customers see the same
// ticks and their own events wherever they are, and whichever process goes, nothing is lost.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  createAlert,
  createClient,
  feedCloseCodes,
  formatAmount,
  getMarketStatus,
  getMarketSummary,
  logOut,
  queryAlertMessages,
  queryLogin,
  queryOptionsOrderList,
  submitOptionsOrder,
  wad,
} from '@candor/wire';
import type { Client, OptionOrderMessage, Wad } from '@candor/wire';
import { WebSocket } from 'ws';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { readUntil, until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { findRedis } from './run/find-redis.ts';
import { cloneDatabase } from './support/database.ts';
import { hearRoom } from './support/hear-room.ts';
import { playMainJob } from './support/main-job.ts';
import { startRedis, type RedisServer } from './support/redis-server.ts';
import { enrol, got, untilLive, type Person } from './support/running-app.ts';
import { openDeployment, type Deployment, type ServerProcess } from './support/server-processes.ts';

const program = findRedis();
const skip = program !== undefined ? false : 'there is no Redis here, and none could be installed';

const gapMaxMs = 1_500;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let redis: RedisServer;
let deployment: Deployment;
let webs: ServerProcess[];
let engine: ServerProcess;
/** What was placed while processes came and went; the last test waits for all of it. */
const open: { person: Person; placed: OptionOrderMessage[] }[] = [];

before(async () => {
  if (program === undefined) return;
  database = await cloneDatabase();
  pool = openPool(database.url, 2);
  redis = await startRedis(program);
  deployment = openDeployment({ DATABASE_URL: database.url, REDIS_URL: redis.url });
  [engine, ...webs] = (await Promise.all(['engine', 'web', 'web'].map((role) => deployment.start(role)))) as [
    ServerProcess,
    ...ServerProcess[],
  ];
  await Promise.all(webs.map(({ url }) => untilLive(url)));
});
after(async () => {
  if (program === undefined) return;
  await deployment.close();
  await redis.kill();
  await pool.end();
  await database.drop();
});

test('both web processes show the same ticks, and say that they are ready', { skip }, async () => {
  const seen = await Promise.all(webs.map(watchTicks));
  const [one, other] = seen as [Map<string, number>, Map<string, number>];
  const shared = [...one].filter(([tick]) => other.has(tick));
  assert.ok(shared.length > 20, `${shared.length} of ${one.size} and ${other.size} were seen at both`);
  for (const [tick, at] of shared) assert.equal(other.get(tick), at, tick);
  for (const web of webs) assert.deepEqual(await ready(web), [200, { ready: true }]);
});

test('the main job is played over two web processes by turns', { skip, timeout: 240_000 }, async () => {
  const [here, there] = webs as [ServerProcess, ServerProcess];
  const person = await enrol(here.url, { name: 'both', money: '1000' });
  const other = await logInAt(there, person);
  await playMainJob({
    user: person.user,
    clients: [
      { url: here.url, client: person.client },
      { url: there.url, client: other },
    ],
  });
  await audit();
});

test(
  'a session that is revoked at one web process loses its sockets at the other within a second',
  { skip },
  async () => {
    const [here, there] = webs as [ServerProcess, ServerProcess];
    const person = await enrol(here.url, { name: 'revoked' });
    const socket = new WebSocket(`${there.url.replace('http', 'ws')}/notify`, {
      headers: { cookie: person.client.cookies() },
    });
    let code: number | undefined;
    let isJoined = false;
    socket.on('message', (text: Buffer) => (isJoined ||= text.toString().includes('"joined"')));
    socket.on('close', (closed) => (code = closed));
    await once(socket, 'open');
    socket.send('{"action":"join","room":"account"}');
    await until('it has joined', () => isJoined);
    got(await person.client.call(logOut, {}));
    await until('the socket ends', () => code !== undefined);
    assert.equal(code, feedCloseCodes.sessionEnded);
  },
);

test('an alert that fires is told once, at both web processes', { skip, timeout: 240_000 }, async () => {
  const person = await enrol(webs[0]!.url, { name: 'alerted' });
  const told = await Promise.all(webs.map(async (web) => hearAlerts(web, await logInAt(web, person))));
  try {
    await watchFor(person, 'above', 10n ** 16n);
    await watchFor(person, 'below', -(10n ** 16n));
    await until('one has fired', () => told.every(({ ids }) => ids().length > 0));
    // What would be told a second time is.
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The other one may fire at any moment: its message is there before the processes tell it.
    await readUntil(
      'all that fired is told at both',
      async () => {
        const { RESULT_LIST } = got(await person.client.call(queryAlertMessages, { pagesize: 100 }));
        const fired = RESULT_LIST.map(({ message_id: id }) => id).toSorted();
        return { fired, told: told.map(({ ids }) => ids().toSorted()) };
      },
      (seen) => seen.told.every((ids) => isDeepStrictEqual(ids, seen.fired)),
    );
  } finally {
    for (const { close } of told) close();
  }
});

test(
  'while Redis is gone no web process is ready and none takes orders; nothing is lost, and all goes on when it is back',
  { skip, timeout: 240_000 },
  async () => {
    const [here, there] = webs as [ServerProcess, ServerProcess];
    const person = await enrol(here.url, { name: 'redis', money: '1000' });
    const placed = [await place(person), await place({ ...person, client: await logInAt(there, person) })];
    const killedAt = Date.now();
    await redis.kill();
    // What is taken until the ticks are too old rests on the database alone.
    placed.push(await place(person));
    await until('it is said', async () => (await ready(here))[0] === 503 && (await ready(there))[0] === 503);
    assert.match(JSON.stringify(await ready(here)), /no fresh prices come to this process: Redis does not answer/);
    await until('orders are refused', async () => !(await tryToPlace(person)).ok);
    await until('the ticks go on', async () => (await newestTickMs()) > killedAt + 6_000);
    await redis.start();
    await until('both are ready', async () => (await ready(here))[0] === 200 && (await ready(there))[0] === 200);
    await Promise.all(webs.map(({ url }) => untilLive(url)));
    placed.push(await place(person));
    open.push({ person, placed });
  },
);

test('a Redis that stands still is noticed like one that is gone', { skip, timeout: 240_000 }, async () => {
  const [here] = webs as [ServerProcess, ServerProcess];
  redis.freeze();
  await until('it is said', async () => (await ready(here))[0] === 503);
  redis.thaw();
  await until('it is ready again', async () => (await ready(here))[0] === 200);
});

test(
  'a web process that stands still holds up no price for longer than a moment',
  { skip, timeout: 240_000 },
  async () => {
    const [here, there] = webs as [ServerProcess, ServerProcess];
    const person = await enrol(here.url, { name: 'still', money: '1000' });
    const stoppedAt = Date.now();
    there.child.kill('SIGSTOP');
    const placed = await place(person);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    there.child.kill('SIGCONT');
    const gap = await largestGap(stoppedAt, Date.now());
    assert.ok(gap <= gapMaxMs, `no tick for ${gap} ms`);
    await until('it is ready again', async () => (await ready(there))[0] === 200);
    await untilLive(there.url);
    open.push({ person, placed: [placed] });
  },
);

test('a web process that is killed takes nothing with it', { skip, timeout: 240_000 }, async () => {
  const [here, there] = webs as [ServerProcess, ServerProcess];
  const person = await enrol(there.url, { name: 'killed', money: '1000' });
  const placed = await place(person);
  await there.kill();
  open.push({ person: { ...person, client: await logInAt(here, person) }, placed: [placed] });
  webs[1] = await deployment.start('web');
  await untilLive(webs[1].url);
  assert.deepEqual(await ready(webs[1]), [200, { ready: true }]);
});

test('when the engine is killed the other one takes over', { skip, timeout: 240_000 }, async () => {
  const [here] = webs as [ServerProcess, ServerProcess];
  const standby = await deployment.start('engine');
  const person = await enrol(here.url, { name: 'standby', money: '1000' });
  const placed = [await place(person), await place(person)];
  // An entry waits for no engine longer than 5 s.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const killedAt = Date.now();
  await engine.kill();
  engine = standby;
  await until('ticks come again', async () => (await newestTickMs()) > killedAt + 500);
  await until('it is ready', async () => (await ready(here))[0] === 200);
  await untilLive(here.url);
  placed.push(await place(person));
  open.push({ person, placed });
});

test('passwords that servers keep cost the standard: only servers within a test have it lower', { skip }, async () => {
  const { rows } = await pool.query<{ argon2: string }>('select argon2 from credentials');
  assert.ok(rows.length >= 3);
  for (const { argon2 } of rows) assert.match(argon2, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('every order of all these ended once, as it had to', { skip, timeout: 240_000 }, async () => {
  for (const { person, placed } of open) await untilEnded(person, placed);
  await audit();
});

test(
  'without REDIS_URL a web process that is started apart is not ready, and says why',
  { skip, timeout: 240_000 },
  async () => {
    const apart = await deployment.start('web', { REDIS_URL: undefined });
    assert.deepEqual(await ready(apart), [
      503,
      { ready: false, reason: 'no fresh prices come to this process: without REDIS_URL no engine can reach it' },
    ]);
    await apart.stop();
  },
);

async function hearAlerts({ url }: ServerProcess, client: Client) {
  const { events, close } = await hearRoom(url, client);
  const ids = () => events.flatMap((event) => (event.action === 'alert' ? [event.notify.message_id] : []));
  return { ids, close };
}

/** An alert as far from the price as given. The price may reach it before the server has it, which then refuses it as met. */
async function watchFor({ client }: Person, kind: 'above' | 'below', away: bigint): Promise<void> {
  await until(`an alert ${kind} is taken`, async () => {
    const { price } = got(await client.call(getMarketSummary, {})).coins.find(({ coin }) => coin === 'BTC')!;
    return (await client.call(createAlert, { coin: 'BTC', kind, target: formatAmount((wad(price!) + away) as Wad) }))
      .ok;
  });
}

const logInAt = async ({ url }: ServerProcess, { email, password }: Person): Promise<Client> => {
  const client = createClient({ baseUrl: url, keepsCookies: true });
  got(await client.call(queryLogin, { user_name: email, user_password: password }));
  return client;
};

const tryToPlace = ({ client, user }: Pick<Person, 'client' | 'user'>) =>
  client.call(submitOptionsOrder, {
    pair_type: 'btcusdt',
    trade_user_id: user.account_id,
    trade_num: '10',
    option_config_id: '1',
    trade_transaction_type: 1,
  });
const place = async (person: Pick<Person, 'client' | 'user'>): Promise<OptionOrderMessage> =>
  got(await tryToPlace(person));

async function untilEnded({ client, user }: Person, placed: readonly OptionOrderMessage[]): Promise<void> {
  const list = { trade_user_id: user.account_id, trade_type: 0, pagesize: 100 };
  let ended: OptionOrderMessage[] = [];
  await until('all have ended', async () => {
    ended = got(await client.call(queryOptionsOrderList, list)).RESULT_LIST;
    return ended.length >= placed.length;
  });
  const idsOf = (orders: readonly OptionOrderMessage[]) => orders.map(({ option_order_id }) => option_order_id).sort();
  assert.deepEqual(idsOf(ended), idsOf(placed));
  assert.ok(
    ended.every(({ result }) => result !== 'void'),
    'none was void',
  );
}

/** Between ticks of one coin, and up to the end. */
async function largestGap(fromMs: number, toMs: number): Promise<number> {
  const { rows } = await pool.query<{ at: number }>(
    `select published_ms as at from market_ticks where coin = 'BTC' and published_ms between $1 and $2 order by sequence`,
    [fromMs - 1_000, toMs],
  );
  const times = [...rows.map(({ at }) => at), toMs];
  return Math.max(...times.slice(1).map((at, place) => at - times[place]!));
}

async function newestTickMs(): Promise<number> {
  const { rows } = await pool.query<{ at: number }>('select max(published_ms) as at from market_ticks');
  return rows[0]!.at;
}

/** Coin and number of each tick that a web process says is its newest, and when it was published. */
async function watchTicks({ url }: ServerProcess): Promise<Map<string, number>> {
  const client = createClient({ baseUrl: url });
  const seen = new Map<string, number>();
  for (const end = performance.now() + 3_000; performance.now() < end;) {
    for (const { coin, last_sequence, last_published_at } of got(await client.call(getMarketStatus, {})).coins) {
      if (last_published_at !== null) seen.set(`${coin} ${last_sequence}`, Date.parse(last_published_at));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seen;
}

async function ready({ url }: ServerProcess): Promise<[number, unknown]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
}

async function audit(): Promise<void> {
  const broken = (await checkInvariants(pool, invariants)).filter((report) => report.broken > 0);
  assert.deepEqual(broken, []);
}
