// What an account was worth when the day began: whatever happened since, journal, orders and ticks still tell it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  queryEquityHistory,
  queryOpeningEquity,
  toInstant,
  wad,
  wireId,
  type MovementKind,
  type Uuid,
} from '@candor/wire';
import { openGainsOf } from '../src/contracts/open-gains.ts';
import { equityWeb } from '../src/equity/equity-web.ts';
import type { SelfContext } from '../src/kit/feature.ts';
import type { Bucket, HouseBucket } from '../src/ledger/buckets.ts';
import type { Command, Move } from '../src/ledger/command.ts';
import { runAsOwner } from './support/database.ts';
import { codeOf } from './support/accounts.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
let stage: ContractsStage;
before(async () => {
  stage = await openContractsStage({ startMs });
});
after(() => stage.end());

async function openingAt(accountId: Uuid, at: number) {
  const { clock, market, ledger } = stage;
  const parts = { pool: ledger.pool, market, clock };
  const { calls } = equityWeb({ ...parts, openGains: () => [openGainsOf(parts)] });
  const payload = queryOpeningEquity.payload.parse({ user_id: wireId('account', accountId), at: toInstant(at) });
  const context = { session: { accountId } } as SelfContext;
  const { now, ...opening } = queryOpeningEquity.reply.parse(await calls[0]!.handle(payload, context));
  assert.equal(now, toInstant(clock.now()));
  return opening;
}

async function historyOf(accountId: Uuid, days: number) {
  const { clock, market, ledger } = stage;
  const parts = { pool: ledger.pool, market, clock };
  const { calls } = equityWeb({ ...parts, openGains: () => [openGainsOf(parts)] });
  const until = toInstant(clock.now());
  const payload = queryEquityHistory.payload.parse({ user_id: wireId('account', accountId), until, days });
  const context = { session: { accountId } } as SelfContext;
  const reply = queryEquityHistory.reply.parse(await calls[1]!.handle(payload, context));
  assert.equal(reply.days.at(-1)!.at, until);
  return reply.days.map(({ equity }) => equity);
}

const nextDay = (): number => {
  stage.clock.advance(60_000);
  return stage.clock.now();
};

test('of an account that holds USDT and has no orders it is the balance, and what came in since is not a gain', async () => {
  stage.tick('60000');
  const accountId = await stage.ledger.pay('1000');
  const at = nextDay();
  stage.clock.advance(1_000);
  await stage.ledger.pay('250.5', { accountId });
  assert.deepEqual(await openingAt(accountId, at), { at: toInstant(at), equity: '1000', transferred: '250.5' });
  assert.deepEqual(await openingAt(accountId, startMs), { at: toInstant(startMs), equity: '0', transferred: '1250.5' });
});

test('other coins count at the price of that time, and what was paid in at the price when it was', async () => {
  stage.tick('60000');
  const accountId = await stage.ledger.pay('0.5', { coin: 'BTC' });
  const at = nextDay();
  stage.tick('66000', 1_000);
  await stage.ledger.pay('0.1', { accountId, coin: 'BTC' });
  stage.tick('70000', 1_000);
  assert.deepEqual(await openingAt(accountId, at), { at: toInstant(at), equity: '30000', transferred: '6600' });
});

test('coins that a bank paid for, and what was borrowed and paid back, are no gain, and income is', async () => {
  const accountId = await stage.ledger.pay('1000');
  const at = nextDay();
  const moves: [MovementKind, Bucket, Bucket, string][] = [
    ['purchase-received', 'purchases-reserve', 'available', '100'],
    ['loan-paid-out', 'lending-reserve', 'available', '70'],
    ['loan-repaid', 'available', 'lending', '30'],
    ['pledge-income', 'staking-reserve', 'available', '2'],
  ];
  await runAsOwner(
    stage.ledger,
    `insert into ledger_movements select distinct kind, from_bucket, to_bucket, 'capital'::ledger_bucket, from_bucket from ledger_movements
     where kind in ('purchase-received', 'loan-paid-out', 'pledge-income')`,
  );
  const { lanes, clock } = stage.ledger;
  const post: Command<null, null> = {
    name: 'test-post',
    refusals: [],
    coins: () => ['USDT'],
    house: ['capital', 'purchases-reserve', 'lending', 'lending-reserve', 'staking-reserve'],
    decide: (_, { newId }) => ({
      objectId: newId(),
      moves: moves.map(([kind, from, to, text]): Move => {
        const amount = wad(text);
        const isPaid = from !== 'available';
        return { kind, coin: 'USDT', from, to, amount, ...(isPaid && { cover: { from: 'capital', to: from as HouseBucket, amount } }) }; // oxfmt-ignore
      }),
      reply: null,
    }),
  };
  stage.clock.advance(1_000);
  await lanes.submit({ command: post, accountId, book: 'real', input: null, receivedAt: clock.now() });
  assert.deepEqual(await openingAt(accountId, at), { at: toInstant(at), equity: '1000', transferred: '140' });
});

test('a position counts with its gain of then, also when parts or all of it were closed and margin was added since', async () => {
  stage.tick('60000');
  const accountId = await stage.ledger.pay('10000');
  const order = await stage.place({ accountId, price: '60000' });
  stage.tick('60000');
  await stage.opened(order);
  stage.tick('60500');
  const at = nextDay();
  // 0.1 BTC and 500 up, less a fee of 1.2.
  const expected = { at: toInstant(at), equity: '10048.8', transferred: '0' };
  assert.deepEqual(await openingAt(accountId, at), expected);
  stage.clock.advance(1_000);
  await stage.addMargin({ accountId }, order.trade_id, '40');
  await stage.close({ accountId }, order.trade_id, 40);
  stage.tick('61000');
  await stage.until(order.trade_id, ({ openSheets }) => openSheets === 60);
  assert.deepEqual(await openingAt(accountId, at), expected);
  await stage.close({ accountId }, order.trade_id);
  stage.tick('59900');
  await stage.ended(order);
  assert.deepEqual(await openingAt(accountId, at), expected);
});

test('a loss counts up to the margin of then', async () => {
  stage.tick('60000');
  const accountId = await stage.ledger.pay('10000');
  const order = await stage.place({ accountId, price: '60000' });
  stage.tick('60000');
  await stage.opened(order);
  // Nobody has ended it yet.
  await stage.stop();
  stage.tick('50000');
  const at = nextDay();
  assert.equal((await openingAt(accountId, at)).equity, '9878.8');
  await stage.start();
  await stage.ended(order);
  assert.equal((await openingAt(accountId, at)).equity, '9878.8');
});

test('without a price of that time it is not known, and other times are refused', async () => {
  const accountId = await stage.ledger.pay('1', { coin: 'ETH' });
  const at = nextDay();
  assert.deepEqual(await openingAt(accountId, at), { at: toInstant(at), equity: null, transferred: '0' });
  for (const wrong of [stage.clock.now() + 1, stage.clock.now() - 48 * 3_600_000 - 1]) {
    assert.equal(await codeOf(openingAt(accountId, wrong)), 'malformed');
  }
});

test('day by day it is what it was at that time, with the coins and the prices of then', async () => {
  const day = 24 * 3_600_000;
  stage.tick('60000');
  const accountId = await stage.ledger.pay('1000');
  stage.clock.advance(day);
  stage.tick('61000');
  await stage.ledger.pay('0.5', { accountId, coin: 'BTC' });
  stage.clock.advance(day);
  stage.tick('62000');
  assert.deepEqual(await historyOf(accountId, 4), ['0', '1000', '31500', '32000']);
  for (const [back, equity] of ['32000', '31500', '1000'].entries()) {
    assert.equal((await openingAt(accountId, stage.clock.now() - back * day)).equity, equity);
  }
});
