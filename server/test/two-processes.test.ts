// The server as it is started: the process that decides and the one that takes requests. The second one stands still or dies, and
// neither a price nor the end of an order waits for it.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { after, before, test } from 'node:test';
import { queryOptionsOrderList, submitOptionsOrder } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { openPool } from '../src/kit/postgres.ts';
import { childrenOf, statOf } from '../src/kit/processes.test-support.ts';
import type { Pool } from '../src/kit/postgres.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { cloneDatabase } from './support/database.ts';
import { enrol, got, untilLive } from './support/running-app.ts';
import type { Person } from './support/running-app.ts';
import { openDeployment, type Deployment } from './support/server-processes.ts';

const gapMaxMs = 1_500;
const isLinux = process.platform === 'linux';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let server: ChildProcess;
let url: string;
let deployment: Deployment;

before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url, 2);
  deployment = openDeployment({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  ({ child: server, url } = await deployment.start('web,engine'));
  await untilLive(url);
});
after(async () => {
  await deployment.close();
  await until('the process that takes requests is gone', () => childrenOf(server.pid!).length === 0);
  await pool.end();
  await database.drop();
});

test(
  'prices go on and options end as always while the process that takes requests stands still',
  { skip: !isLinux, timeout: 240_000 },
  async () => {
    const person = await enrol(url, { name: 'still', money: '1000' });
    const placed = await Promise.all(['btcusdt', 'ethusdt', 'solusdt'].map((symbol) => place(person, symbol)));
    const entered = await untilEntered(person, placed.length);
    const expiresAt = Math.max(...entered.map(({ expires_at }) => Date.parse(expires_at!)));
    await sleepUntil(expiresAt - 4_000);
    const web = webOf(server.pid!);
    const stoppedAt = Date.now();
    process.kill(web, 'SIGSTOP');
    try {
      await sleepUntil(expiresAt + 2_500);
    } finally {
      process.kill(web, 'SIGCONT');
    }
    const gap = await largestGap(stoppedAt, Date.now());
    assert.ok(gap <= gapMaxMs, `no tick for ${gap} ms`);
    const { RESULT_LIST: ended } = await listed(person, 0);
    assert.equal(ended.length, placed.length);
    for (const { result, settled_at } of ended) {
      assert.notEqual(result, 'void');
      assert.ok(Date.parse(settled_at!) < expiresAt + 2_000, 'it was settled meanwhile');
    }
  },
);

test(
  'when the process that takes requests dies, another one comes up on its port, and nothing is lost',
  { skip: !isLinux, timeout: 240_000 },
  async () => {
    const person = await enrol(url, { name: 'killed', money: '1000' });
    const placed = await place(person, 'btcusdt');
    const killedAt = Date.now();
    process.kill(webOf(server.pid!), 'SIGKILL');
    await until('it answers again', () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await untilLive(url);
    assert.ok((await largestGap(killedAt, Date.now())) <= gapMaxMs);
    const { RESULT_LIST: open } = await listed(person, 1);
    assert.deepEqual(
      open.map(({ option_order_id }) => option_order_id),
      [placed.option_order_id],
    );
    await until('it has ended', async () => (await listed(person, 0)).TOTAL === 1);
    assert.notEqual((await listed(person, 0)).RESULT_LIST[0]!.result, 'void');
    const broken = (await checkInvariants(pool, invariants)).filter((report) => report.broken > 0);
    assert.deepEqual(broken, []);
  },
);

test(
  'the process that takes requests does not outlive the one that decides',
  { skip: !isLinux, timeout: 240_000 },
  async () => {
    const web = webOf(server.pid!);
    server.kill('SIGKILL');
    await until('it has ended', () => !isRunning(web));
  },
);

const place = async ({ client, user }: Person, symbol: string): Promise<OptionOrderMessage> =>
  got(
    await client.call(submitOptionsOrder, {
      pair_type: symbol,
      trade_user_id: user.account_id,
      trade_num: '10',
      option_config_id: '1',
      trade_transaction_type: 1,
    }),
  );

const listed = async ({ client, user }: Person, tradeType: number) =>
  got(await client.call(queryOptionsOrderList, { trade_user_id: user.account_id, trade_type: tradeType }));

async function untilEntered(person: Person, count: number): Promise<OptionOrderMessage[]> {
  let open: OptionOrderMessage[] = [];
  await until('they have their entries', async () => {
    open = (await listed(person, 1)).RESULT_LIST;
    return open.filter(({ expires_at }) => expires_at !== null).length === count;
  });
  return open;
}

/** Between ticks of one coin, and up to the end. */
async function largestGap(fromMs: number, toMs: number): Promise<number> {
  const { rows } = await pool.query<{ coin: string; published_ms: number }>(
    'select coin, published_ms from market_ticks where published_ms between $1 and $2 order by coin, sequence',
    [fromMs - 1_000, toMs],
  );
  assert.ok(rows.length > 0);
  const gaps = [...Map.groupBy(rows, ({ coin }) => coin).values()].map((ticks) => {
    const times = [...ticks.map(({ published_ms }) => published_ms), toMs];
    return Math.max(...times.slice(1).map((at, place) => at - times[place]!));
  });
  return Math.max(...gaps);
}

const sleepUntil = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - Date.now())));

/** The one process that the server has started. */
function webOf(parent: number): number {
  const [web, ...others] = childrenOf(parent);
  assert.ok(web !== undefined && others.length === 0);
  return web;
}

const isRunning = (pid: number): boolean => (statOf(pid)?.state ?? 'Z') !== 'Z';
