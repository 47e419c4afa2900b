// Orders that someone with the password of the server's role closes by hand, with matching movements: the books balance, but the archive of
// ticks and the times of the journal reveal the forgery.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  formatAmount,
  one,
  parseWireId,
  swapReceived,
  wad,
  type ContractOrderMessage,
  type SwapOrderMessage,
  type Uuid,
  type Wad,
} from '@candor/wire';
import type { Pool } from '../src/kit/postgres.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { journalTimes, timedRule, timeInvariants } from '../src/ledger/time-invariants.ts';
import { pruneSealed, sealMinutes } from '../src/market/archive/seal-minutes.ts';
import { products } from '../src/products.ts';
import { openContractsStage, type ContractsStage } from './support/contracts-stage.ts';
import type { TestLedger } from './support/money.ts';
import { openOptionsStage, type OptionsStage } from './support/options-stage.ts';
import { countBroken, postAsServer } from './support/planted-moves.ts';
import { checkArchiveRules, storeTicks } from './support/stored-ticks.ts';
import { openSwapStage, type SwapStage } from './support/swap-stage.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
let options: OptionsStage;
let contracts: ContractsStage;
let swaps: SwapStage;
before(async () => {
  options = await openOptionsStage({ startMs });
  contracts = await openContractsStage({ startMs });
  swaps = await openSwapStage({ startMs }, { BTC: '2' });
});
after(() => Promise.all([options.close(), contracts.end(), swaps.close()]));

const payThief = (ledger: TestLedger): Promise<Uuid> => ledger.pay('1000');

/** Returns the orders whose result does not follow from the archive. */
async function namedByArchive(pool: Pool): Promise<string[]> {
  return (await checkArchiveRules(pool)).flatMap(({ examples = [] }) => examples).toSorted();
}

const timesBroken = async (pool: Pool): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await checkInvariants(pool, [journalTimes, ...timeInvariants(products)])).flatMap(({ name, broken }) =>
      broken > 0 ? [[name, broken]] : [],
    ),
  );

test('an option that was ended by a price, an exit or an entry that the archive does not give is named, also from packed minutes', async () => {
  const { ledger, clock, market } = options;
  market.publish('BTC', [{ price: '60000', publishedAt: startMs }]);
  const honest = await payThief(ledger);
  const receivedAt = startMs + 60_000;
  clock.set(receivedAt + 120_000);
  market.publish('BTC', [{ price: '60000', publishedAt: receivedAt }]);
  const lost = await options.place({ accountId: honest, receivedAt });
  const forged: Uuid[] = [];
  for (let count = 0; count < 3; count++) {
    const { option_order_id } = await options.place({ accountId: await payThief(ledger), receivedAt });
    forged.push(parseWireId('option', option_order_id)!);
  }
  const entryAt = receivedAt + 250;
  const exitAt = entryAt + 30_000;
  // The engine closes the honest order. It is not notified of the others.
  const ticks = [
    { price: '60000', publishedAt: entryAt },
    { price: '60100', publishedAt: entryAt + 100 },
    { price: '59990', publishedAt: exitAt - 1_000 },
    { price: '59900', publishedAt: exitAt },
    { price: '60200', publishedAt: exitAt + 100 },
    { price: '1', publishedAt: receivedAt + 120_000 },
  ];
  const winning = async (orderId: Uuid, entry: number, exit: number, exitPrice = ticks[exit]!.price): Promise<void> => {
    await ledger.serverPool.query(
      `update option_orders set entry_sequence = $2::int + 3, entry_price = $3, entry_at = to_timestamp($4 / 1000.0),
         expires_at = to_timestamp($4 / 1000.0) + interval '30 s', exit_sequence = $5::int + 3, exit_price = $6,
         exit_at = to_timestamp($7 / 1000.0), result = 'win', paid = stake + profit, settled_at = to_timestamp($7 / 1000.0),
         version = version + 1 where order_id = $1`,
      [orderId, entry, ticks[entry]!.price, ticks[entry]!.publishedAt, exit, exitPrice, ticks[exit]!.publishedAt],
    );
    const { rows } = await ledger.serverPool.query<{ account: Uuid; stake: string; profit: string }>(
      `select account_id as account, stake, profit from option_orders where order_id = $1`,
      [orderId],
    );
    const { account: accountId, stake, profit } = rows[0]!;
    const post = { accountId, objectId: orderId, coin: 'USDT', to: 'available', slice: sliceOf(accountId) };
    await postAsServer(ledger.serverPool, { ...post, kind: 'option-returned', from: 'reserved', amount: stake });
    await postAsServer(ledger.serverPool, { ...post, kind: 'option-won', from: 'options-reserve', amount: profit });
  };
  await options.stop();
  market.publish('BTC', ticks);
  const [price, exit, entry] = forged as [Uuid, Uuid, Uuid];
  await winning(price, 0, 3, '60300');
  await winning(exit, 0, 4);
  await winning(entry, 1, 4);
  await options.start();
  assert.equal((await options.ended(lost)).ending?.result, 'lose');
  assert.deepEqual([...(await countBroken(ledger.pool))], [], 'the books alone tell nothing');

  await storeTicks(ledger.adminUrl!, market);
  const report = async () => (await checkArchiveRules(ledger.serverPool)).find(({ broken }) => broken > 0);
  const found = await report();
  assert.deepEqual([found?.checked, found?.broken], [4, 3]);
  assert.ok(found?.examples?.every((id) => forged.includes(id as Uuid)));
  const finality = { isFinalUpTo: () => true, finalUpTo: () => Promise.resolve() };
  clock.advance(3_600_000);
  assert.ok((await sealMinutes({ pool: ledger.serverPool, clock, finality })) > 1);
  await pruneSealed(ledger.serverPool, clock);
  const { rows } = await ledger.pool.query<{ count: number }>('select count(*)::int as count from market_ticks');
  assert.equal(rows[0]!.count, 1, 'the newest tick alone is not packed alone');
  assert.deepEqual(await report(), found);
  // The orders are dated March, but their movements were posted when this test ran.
  assert.equal((await timesBroken(ledger.pool))[timedRule({ name: 'options' })], 6);
  await ledger.pay('1');
  assert.equal((await timesBroken(ledger.pool))[journalTimes.name], 2, 'those behind them say an earlier time');
});

test('a swap that was filled by a price that is not the archive’s, or by another tick, is named', async () => {
  const { ledger, clock, market } = swaps;
  market.setState('BTC', 'live');
  market.publish('BTC', [{ price: '50000', publishedAt: startMs }]);
  const placed: { accountId: Uuid; order: SwapOrderMessage }[] = [];
  for (let count = 0; count < 3; count++) {
    const accountId = await payThief(ledger);
    placed.push({
      accountId,
      order: await swaps.accept({ accountId }, await swaps.quote({ accountId }, 'USDT', 'BTC', '500')),
    });
  }
  await swaps.stop();
  clock.set(startMs + 10_000);
  const ticks = [
    { price: '50020', publishedAt: startMs + 800 },
    { price: '49980', publishedAt: startMs + 900 },
    { price: '50000', publishedAt: startMs + 10_000 },
  ];
  market.publish('BTC', ticks);
  const fill = async (place: number, tick: number, price: string): Promise<Uuid> => {
    const { accountId, order } = placed[place]!;
    const objectId = parseWireId('swap', order.exchange_id)!;
    const received = swapReceived(wad('500'), { from: one, to: wad(price) }, 'BTC');
    const { rows } = await ledger.serverPool.query<{ promised: string }>(
      `update swap_orders set to_tick_sequence = $2::int + 2, to_tick_price = $3, to_tick_at = to_timestamp($4 / 1000.0), result = 'filled',
         given = from_amount, received = $5, settled_at = to_timestamp($4 / 1000.0), version = version + 1
       where order_id = $1 returning promised`,
      [objectId, tick, price, ticks[tick]!.publishedAt, formatAmount(received)],
    );
    const released = formatAmount((wad(rows[0]!.promised) - received) as Wad);
    const entryId = randomUUID();
    for (const move of [
      { kind: 'swap-given', coin: 'USDT', from: 'reserved', to: 'bankroll', amount: '500' },
      { kind: 'swap-received', coin: 'BTC', from: 'swaps-reserve', to: 'available', amount: formatAmount(received) },
      { kind: 'swap-released', coin: 'BTC', from: 'swaps-reserve', to: 'bankroll', amount: released },
    ])
      await postAsServer(ledger.serverPool, { accountId, objectId, slice: sliceOf(accountId), entryId, ...move });
    return objectId;
  };
  const forged = [await fill(0, 0, '49990'), await fill(1, 1, '49980')];
  await swaps.start();
  assert.equal((await swaps.ended(placed[2]!.accountId, placed[2]!.order)).status, 'filled');
  assert.deepEqual([...(await countBroken(ledger.pool))], [], 'the books alone tell nothing');
  await storeTicks(ledger.adminUrl!, market);
  assert.deepEqual(await namedByArchive(ledger.serverPool), forged.toSorted());
  assert.equal((await timesBroken(ledger.pool))[timedRule({ name: 'swap' })], 6);
});

test('a position that goes on past the tick that took it, or is closed at a price that the archive does not have, is named', async () => {
  const { ledger } = contracts;
  contracts.tick('60000');
  const placed: { accountId: Uuid; order: ContractOrderMessage }[] = [];
  for (let count = 0; count < 3; count++) {
    const accountId = await payThief(ledger);
    placed.push({ accountId, order: await contracts.place({ accountId, price: '60000' }) });
  }
  contracts.tick('60000');
  for (const { order } of placed) assert.equal((await contracts.opened(order)).state, 'open');
  await contracts.stop();
  const asked = contracts.tick('60100');
  const requestedAt = contracts.clock.now();
  contracts.tick('60000');
  contracts.tick('58000');
  const sequence = contracts.tick('61000');
  const close = async (place: number, exit: number, price: string): Promise<Uuid> => {
    const { accountId, order } = placed[place]!;
    const objectId = parseWireId('contract', order.trade_id)!;
    const values = [objectId, requestedAt, asked, exit, price, requestedAt + 300 * (exit - asked)];
    await ledger.serverPool.query(
      `with closed as (
         update contract_orders set state = 'ended', close_sheets = 100, close_received_at = to_timestamp($2 / 1000.0), close_accepted_sequence = $3,
           change_count = 1, exit_sequence = $4, exit_price = $5, exit_at = to_timestamp($6 / 1000.0), result = 'closed',
           paid = margin + ($5::numeric - entry_price) * 0.1, settled_at = to_timestamp($6 / 1000.0), version = version + 1
         where order_id = $1 returning account_id, order_id)
       insert into contract_changes (account_id, order_id, number, kind, at, received_at, accepted_sequence, sheets)
         select account_id, order_id, 1, 'close', to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0), $3, 100 from closed`,
      values,
    );
    await ledger.serverPool.query(
      `update contract_exposures set open_long = open_long - 0.1 where coin = 'BTC' and book = 'real' and slice = $1`,
      [sliceOf(accountId)],
    );
    await ledger.serverPool.query('update contract_accounts set live_orders = live_orders - 1 where account_id = $1', [
      accountId,
    ]);
    const post = { accountId, objectId, coin: 'USDT', to: 'available', slice: sliceOf(accountId) };
    await postAsServer(ledger.serverPool, { ...post, kind: 'contract-returned', from: 'margin', amount: '120' });
    const gain = formatAmount(((wad(price) - wad('60000')) / 10n) as Wad);
    await postAsServer(ledger.serverPool, {
      ...post,
      kind: 'contract-profit',
      from: 'bankroll',
      amount: gain,
      slice: 0,
    });
    return objectId;
  };
  const forged = [await close(0, sequence, '61000'), await close(1, asked + 1, '60500')];
  await contracts.start();
  assert.equal((await contracts.ended(placed[2]!.order)).ending?.result, 'liquidated');
  assert.deepEqual([...(await countBroken(ledger.pool))], [], 'the books alone tell nothing');
  await storeTicks(ledger.adminUrl!, contracts.market);
  assert.deepEqual(await namedByArchive(ledger.serverPool), forged.toSorted());
  assert.equal((await timesBroken(ledger.pool))[timedRule({ name: 'contracts' })], 2);
});
