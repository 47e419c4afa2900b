// The net under the engine: orders and closes that nobody told it of are found in the database, and end at the ticks that count.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatAmount, wad, wireId, zero, type Uuid } from '@candor/wire';
import { requestClose } from '../src/contracts/change-position.ts';
import { openConfigs } from '../src/contracts/configs.ts';
import { exposureIdOf } from '../src/contracts/house-limit.ts';
import { placeContract } from '../src/contracts/place-order.ts';
import { readCrossedOrders } from '../src/contracts/read-store.ts';
import { marginOf } from '../src/contracts/rules.ts';
import { createBus } from '../src/kit/bus.ts';
import { openLanes, type Lanes } from '../src/ledger/lanes.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { runAsOwner } from './support/database.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';
import { commands } from '../src/products.ts';
import { longRun } from './support/long-run.ts';

let stage: ContractsStage;
/** Those of another process, whose events the engine does not hear. */
let silent: Lanes;
let account: Uuid;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
  const { url, newId } = stage.ledger;
  silent = await openLanes({ databaseUrl: url, clock: stage.clock, bus: createBus(), newId, commands });
  account = await stage.ledger.pay('10000');
  stage.tick('60000');
});
after(async () => {
  await silent.close();
  await stage.end();
});

async function placeSilently(wanted: {
  orderType: 'market' | 'limit';
  price: string;
  newest: string;
}): Promise<string> {
  const configs = openConfigs(stage.ledger.pool, () => 50);
  await configs.load();
  const [tradePrice, sheetSize, sheets, lever] = [wad(wanted.price), wad('0.001'), 100, 50];
  const { sequence } = stage.market.lastTick('BTC')!;
  const receivedAt = stage.clock.now();
  const { orderId } = await silent.submit({
    command: placeContract,
    accountId: account,
    book: 'real',
    input: {
      accountId: account,
      isVerified: true,
      book: 'real',
      coin: 'BTC',
      side: 'long',
      orderType: wanted.orderType,
      lever,
      sheets,
      sheetSize,
      tradePrice,
      claimedMargin: marginOf({ sheets, sheetSize, price: tradePrice, lever }),
      takeProfit: null,
      stopLoss: null,
      config: configs.newest(),
      asked: { receivedAt, acceptedSequence: sequence },
      newestPrice: wad(wanted.newest),
      marketState: 'live',
    },
    receivedAt,
  });
  return wireId('contract', orderId);
}

test('a market order that nobody told of is filled at the tick that counted', { timeout: 240_000 }, async () => {
  const tradeId = await placeSilently({ orderType: 'market', price: '60000', newest: '60000' });
  const counted = stage.tick('60010');
  for (let ticks = 0; ticks < 30; ticks++) stage.tick('60020');
  await stage.runJob('contract-sweep');
  const opened = await stage.until(tradeId, ({ state }) => state === 'open');
  assert.deepEqual([opened.entry!.sequence, formatAmount(opened.entry!.price)], [counted, '60010']);
});

test(
  'a limit order that nobody told of is filled when its price is there, and never given up',
  { timeout: 240_000 },
  async () => {
    const tradeId = await placeSilently({ orderType: 'limit', price: '59500', newest: '60020' });
    for (let ticks = 0; ticks < 30; ticks++) stage.tick('60020');
    await stage.runJob('contract-sweep');
    const { rows } = await stage.ledger.pool.query<{ waiting: number }>(
      `select count(*) as waiting from contract_orders where state = 'waiting'`,
    );
    assert.equal(rows[0]!.waiting, 1);
    const counted = stage.tick('59490');
    await stage.runJob('contract-sweep');
    const opened = await stage.until(tradeId, ({ state }) => state === 'open');
    assert.equal(opened.entry!.sequence, counted);
  },
);

test('a close that nobody told of is carried out at the tick that counted', { timeout: 240_000 }, async () => {
  const order = await stage.place({ accountId: account, price: '59490' });
  stage.tick('59490');
  const { orderId } = await stage.opened(order);
  const configs = openConfigs(stage.ledger.pool, () => 50);
  await configs.load();
  const config = configs.newest();
  const receivedAt = stage.clock.now();
  await silent.submit({
    command: requestClose,
    accountId: account,
    book: 'real',
    input: {
      orderId,
      accountId: account,
      coin: 'BTC',
      exposureId: exposureIdOf({ coin: 'BTC', book: 'real', slice: sliceOf(account) }),
      asked: { receivedAt, acceptedSequence: stage.market.lastTick('BTC')!.sequence },
      price: zero,
      config,
      stressRate: config.stressRate,
      sheets: undefined,
    },
    receivedAt,
  });
  const counted = stage.tick('59500');
  for (let ticks = 0; ticks < 30; ticks++) stage.tick('59510');
  await stage.runJob('contract-sweep');
  const ended = await stage.ended(order);
  assert.deepEqual([ended.ending!.result, ended.exit!.sequence], ['closed', counted]);
  await stage.ledger.audit();
});

test(
  'looking for what a price ends does not read all orders, also when there were none at first',
  longRun('plans of a table of many rows'),
  async (context) => {
    const fresh = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
    context.after(() => fresh.end());
    const { pool } = fresh.ledger;
    const prices = new Map([['BTC', wad('60000')]] as const);
    // As the database does by itself sooner or later; then it knows that the table is empty.
    await runAsOwner(fresh.ledger, 'vacuum analyze contract_orders');
    // From the sixth time on a statement with a name keeps its plan.
    for (let times = 0; times < 10; times++) await readCrossedOrders(pool, prices, 100);
    fresh.tick('60000');
    await fresh.place({ accountId: await fresh.ledger.pay('1000'), price: '60000' });
    await pool.query(
      `insert into contract_orders
     select (jsonb_populate_record(o, jsonb_build_object('order_id', gen_random_uuid()))).*
     from contract_orders o, generate_series(1, 5000)`,
    );
    const read = async (): Promise<number> => {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query<{ rows: number }>(
        "select seq_tup_read + idx_tup_fetch as rows from pg_stat_user_tables where relname = 'contract_orders'",
      );
      return rows[0]!.rows;
    };
    const before = await read();
    await readCrossedOrders(pool, prices, 100);
    const rows = (await read()) - before;
    assert.ok(rows < 100, `${rows} rows were read`);
  },
);

test(
  'a limit order of a process that ended is filled at the tick that crossed it, though the price has gone back',
  { timeout: 240_000 },
  async () => {
    const tradeId = await placeSilently({ orderType: 'limit', price: '59500', newest: '60000' });
    const crossed = stage.tick('59490');
    for (let ticks = 0; ticks < 10; ticks++) stage.tick('60000');
    stage.ledger.bus.emit('ledger.unheard', { accountId: account });
    const opened = await stage.until(tradeId, ({ state }) => state === 'open');
    assert.deepEqual([opened.entry!.sequence, formatAmount(opened.entry!.price)], [crossed, '59490']);
  },
);
