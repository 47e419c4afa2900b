// Two engines on one database. The one that decides stands still in the midst of it, wakes up again and is killed: the other takes over
// within seconds, and whatever either of them settled is what the archive says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideOption, termsOfVersion2 } from '@candor/proof';
import { formatAmount, parseWireId, submitOptionsOrder, wad, type ArchivedTick } from '@candor/wire';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { cloneDatabase } from './support/database.ts';
import { enrol, got, untilLive, type Person } from './support/running-app.ts';
import { openDeployment, type Deployment, type ServerProcess } from './support/server-processes.ts';

const standsStillMs = 5_000;
const takeOverMaxMs = 4_000;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let deployment: Deployment;
let first: ServerProcess;
let second: ServerProcess;

before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url, 2);
  deployment = openDeployment({ DATABASE_URL: database.url });
  first = await deployment.start('web,engine');
  await untilLive(first.url);
  second = await deployment.start('web,engine');
});
after(async () => {
  await deployment.close();
  await pool.end();
  await database.drop();
});

interface StoredOption {
  order_id: string;
  coin: string;
  side: 'up' | 'down';
  stake: string;
  profit: string;
  duration_ms: number;
  received_at: number;
  accepted_sequence: number;
  entry_sequence: number | null;
  expires_at: number | null;
  exit_sequence: number | null;
  result: string | null;
  settled_at: number | null;
  paid: string | null;
}

const one = async <Value>(sql: string): Promise<Value> => (await pool.query<{ value: Value }>(sql)).rows[0]!.value;
const epoch = () => one<number>('select epoch as value from engine_lease');
const options = async () => (await pool.query<StoredOption>('select * from option_orders')).rows;
const openOptions = async () => (await options()).filter(({ result }) => result === null);

test(
  'an engine that stands still for five seconds settles nothing by what it knew, and its successor contradicts nothing',
  { timeout: 240_000 },
  async () => {
    const person = await enrol(first.url, { name: 'still', money: '1000' });
    const before = await epoch();
    // They end before, while and after the engine stands still.
    const placedAt = Date.now();
    for (let turn = 0; turn < 8; turn++) {
      await Promise.all(['btcusdt', 'ethusdt', 'solusdt'].map((symbol) => place(person, symbol)));
      await sleep(Math.max(0, placedAt + (turn + 1) * 1_000 - Date.now()));
    }
    await sleep(Math.max(0, placedAt + 32_000 - Date.now()));
    const stoppedAt = Date.now();
    first.child.kill('SIGSTOP');
    await until('the other takes over', async () => (await epoch()) > before, takeOverMaxMs);
    await until('it settles', async () => (await settledSince(stoppedAt + 500)) > 0, takeOverMaxMs);
    assert.ok(Date.now() - stoppedAt < takeOverMaxMs, `${Date.now() - stoppedAt} ms`);
    await sleep(Math.max(0, stoppedAt + standsStillMs - Date.now()));
    const ticksBefore = await tickCount();
    first.child.kill('SIGCONT');
    await until('all have ended', async () => (await openOptions()).length === 0);
    assert.ok((await tickCount()) > ticksBefore);
    assert.equal(await epoch(), before + 1, 'whoever woke up stands by');
    await assertAsTheArchiveSays(24);
  },
);

test(
  'an engine that is killed is replaced by the one that stood by; a clean end hands over at once',
  { timeout: 240_000 },
  async () => {
    // oxfmt-ignore
    const before = await epoch();
    await second.kill();
    const killedAt = Date.now();
    await until('the first one decides again', async () => (await epoch()) > before, takeOverMaxMs);
    await until('ticks go on', async () => (await newestTickMs()) > killedAt, takeOverMaxMs);
    await untilLive(first.url);
    second = await deployment.start('web,engine');
    const person = await enrol(first.url, { name: 'clean', money: '1000' });
    await place(person, 'btcusdt');
    const standing = await epoch();
    await first.stop();
    const endedAt = Date.now();
    await until('ticks go on', async () => (await newestTickMs()) > endedAt);
    assert.equal(await epoch(), standing + 1);
    await until('it has ended', async () => (await openOptions()).length === 0, 60_000);
    await assertAsTheArchiveSays(25);
  },
);

const place = async ({ client, user }: Person, symbol: string): Promise<string> => {
  const placed = got(
    await client.call(submitOptionsOrder, {
      pair_type: symbol,
      trade_user_id: user.account_id,
      trade_num: '10',
      option_config_id: '1',
      trade_transaction_type: 1,
    }),
  );
  return parseWireId('option', placed.option_order_id)!;
};

async function settledSince(ms: number): Promise<number> {
  return (await options()).filter(({ settled_at }) => settled_at !== null && settled_at > ms).length;
}

const tickCount = () => one<number>('select count(*) as value from market_ticks');
const newestTickMs = () => one<number>('select max(published_ms) as value from market_ticks');

/** Each order, decided again from the public ticks alone; and the books balance. */
async function assertAsTheArchiveSays(count: number): Promise<void> {
  const orders = await options();
  assert.equal(orders.length, count);
  for (const order of orders) {
    const ticks = await ticksAfter(order.coin, order.accepted_sequence);
    const decided = decideOption({
      order: {
        coin: order.coin,
        side: order.side,
        stake: formatAmount(wad(order.stake)),
        received_ms: order.received_at,
        accepted_sequence: order.accepted_sequence,
      } as Parameters<typeof decideOption>[0]['order'],
      terms: { ...termsOfVersion2, duration_ms: order.duration_ms, payout_rate: '0.8' } as Parameters<
        typeof decideOption
      >[0]['terms'],
      ticks,
    });
    const { entry_sequence: entry, exit_sequence: exit, result, expires_at: expiresAt } = order;
    assert.deepEqual(
      { entry, exit, result, expiresAt },
      {
        entry: decided.entry?.[0] ?? null,
        exit: decided.exit?.[0] ?? null,
        result: decided.result,
        expiresAt: decided.expiresMs ?? null,
      },
      order.order_id,
    );
  }
  const broken = (await checkInvariants(pool, invariants)).filter((report) => report.broken > 0);
  assert.deepEqual(broken, []);
}

interface StoredTick {
  sequence: number;
  price: string;
  source_ms: number;
  published_ms: number;
  inputs: string;
}

async function ticksAfter(coin: string, sequence: number): Promise<ArchivedTick[]> {
  const { rows } = await pool.query<StoredTick>(
    `select sequence, trim_scale(price)::text as price, source_ms, published_ms, inputs from market_ticks
     where coin = $1 and sequence > $2 order by sequence`,
    [coin, sequence],
  );
  return rows.map((row) => [row.sequence, row.price, row.source_ms, row.published_ms, row.inputs]);
}
