// What one account can make the house set aside, and for how little: attacks with far, tiny, many, opposite and bonus orders, each
// looked at from the side of a newcomer who wants to trade.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifyContractReceipt } from '@candor/proof';
import { formatAmount, wad, type Uuid, type Wad } from '@candor/wire';
import { openConfigs } from '../src/contracts/configs.ts';
import type { ContractsConfig } from '../src/contracts/order.ts';
import { placeContract } from '../src/contracts/place-order.ts';
import { marginOf } from '../src/contracts/rules.ts';
import type { Book } from '../src/kit/feature.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { until } from '../src/kit/until.test-support.ts';
import type { Lanes } from '../src/ledger/lanes.ts';
import { refusalLimit } from '../src/ledger/refusal-limit.ts';
import { openConfigs as openOptionsConfigs } from '../src/options/configs.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { runAsOwner } from './support/database.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage, WantedContract } from './support/contracts-stage.ts';
import { newKey } from './support/money.ts';
import { refusedWith } from './support/options-stage.ts';
import { runs } from './support/seed.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
const dayMs = 86_400_000;
let stage: ContractsStage;
let account: Uuid;
let terms: ContractsConfig;
before(async () => {
  stage = await openContractsStage({ startMs, bankroll: '10000000' });
  stage.tick('60000');
  const configs = openConfigs(stage.ledger.pool, () => 50);
  await configs.load();
  terms = configs.newest();
});
beforeEach(async () => {
  account = await stage.ledger.pay('1000');
  stage.tick('60000');
});
after(() => stage.end());

const place = (wanted: Partial<WantedContract> = {}) => stage.place({ accountId: account, price: '60000', ...wanted });
const resting = (wanted: Partial<WantedContract> = {}) => place({ orderType: 'limit', price: '50000', ...wanted });

/** Past the doors of HTTP, under terms of one's choice: what the decision alone makes of it. */
function submit(
  wanted: { accountId: Uuid; price: string; sheets: number; side?: 'long' | 'short'; lever?: number; book?: Book; config?: ContractsConfig }, // oxfmt-ignore
  lanes: Lanes = stage.ledger.lanes,
): Promise<unknown> {
  const { accountId, sheets, side = 'long', lever = 50, book = 'real', config = terms } = wanted;
  const [tradePrice, sheetSize] = [wad(wanted.price), wad('0.001')];
  const newest = stage.market.lastTick('BTC')!;
  const receivedAt = stage.clock.now();
  return lanes.submit({
    command: placeContract,
    accountId,
    book,
    input: {
      accountId, isVerified: true, book, coin: 'BTC', side, orderType: 'limit', lever, sheets, sheetSize, tradePrice,
      claimedMargin: marginOf({ sheets, sheetSize, price: tradePrice, lever }),
      takeProfit: null, stopLoss: null, config, asked: { receivedAt, acceptedSequence: newest.sequence },
      newestPrice: newest.price, marketState: 'live',
    }, // oxfmt-ignore
    idempotency: newKey(),
    receivedAt,
  });
}

async function placeOption(accountId: Uuid, stake: string, book: Book): Promise<unknown> {
  const configs = openOptionsConfigs(stage.ledger.pool);
  await configs.load();
  const receivedAt = stage.clock.now();
  return stage.ledger.lanes.submit({
    command: placeOptionsOrder,
    accountId,
    book,
    input: {
      accountId, book, coin: 'BTC', side: 'up', stake: wad(stake), config: configs.offered()[0]!, receivedAt,
      acceptedSequence: 1, marketState: 'live',
    }, // oxfmt-ignore
    idempotency: newKey(),
    receivedAt,
  });
}

/** An option of 500 USDT and a contract of 100 sheets, by somebody who has just come. */
async function newcomerTrades(book: Book = 'real'): Promise<void> {
  const newcomer = await stage.ledger.pay('2000', { book });
  await placeOption(newcomer, '500', book);
  await place({ accountId: newcomer, book, sheets: 100 });
}

async function setAside(book: Book = 'real'): Promise<Wad> {
  const { rows } = await stage.ledger.pool.query<{ held: string | null }>(
    `select trim_scale(sum(balance))::text as held from ledger_house where bucket = 'contracts-reserve' and book = $1`,
    [book],
  );
  return wad(rows[0]!.held ?? '0');
}

const accepted = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => {
    if (result.status === 'rejected' && !(result.reason instanceof Refusal)) throw result.reason;
    return result.status === 'fulfilled';
  }).length;

test('an account with one USDT holds nothing of the house: far and tiny orders are refused by name', async () => {
  const attacker = await stage.ledger.pay('1');
  const before = await setAside();
  const attempts: [Partial<WantedContract>, string][] = [
    [{ price: '0.01', sheets: 10_000, lever: 20 }, 'limit-price-too-far'],
    [{ price: '30000', sheets: 1 }, 'margin-too-small'],
    [{ price: '30000', sheets: 2 }, 'insufficient-balance'],
    [{ price: '90000', sheets: 1, side: 'short', lever: 50 }, 'insufficient-balance'],
    [{ price: '60000', sheets: 1, orderType: 'market' }, 'insufficient-balance'],
    [{ price: '60000', sheets: 0, orderType: 'market', margin: '0.0001' }, 'sheets-out-of-range'],
  ];
  for (const [wanted, code] of attempts) {
    assert.equal(await refusedWith(resting({ accountId: attacker, ...wanted })), code, JSON.stringify(wanted));
  }
  assert.equal(await setAside(), before);
  await newcomerTrades();
});

test('a limit price may be so far from the market as its coin allows, and not a step farther', async () => {
  const refusal = async (wanted: Partial<WantedContract>) => {
    const refused = await resting(wanted).then(() => undefined, (error: unknown) => error); // oxfmt-ignore
    return refused instanceof Refusal ? { code: refused.code, ...refused.facts } : undefined;
  };
  const range = { code: 'limit-price-too-far', min: '30000', max: '90000' };
  assert.deepEqual(await refusal({ price: '29999.99' }), range);
  assert.deepEqual(await refusal({ price: '90000.01', side: 'short' }), range);
  assert.equal(await refusal({ price: '30000' }), undefined);
  assert.equal(await refusal({ price: '90000', side: 'short' }), undefined);
  // A coin that is one dollar has a range of its own; a market order names no price of its own.
  assert.equal(terms.limitDistances.DAI, wad('0.1'));
});

/** An account that was refused so often is heard again only a while later. */
function payOffRefusals(): void {
  stage.clock.advance(200_000);
  stage.tick('60000');
}

test(
  'orders of an account are counted exactly, also at once over the lanes of two processes',
  { timeout: 240_000 },
  async () => {
    const rich = await stage.ledger.pay('100000');
    const other = await stage.ledger.openAgain();
    const orders = Array.from({ length: 260 }, (_, turn) =>
      submit({ accountId: rich, price: '50000', sheets: 1 }, turn % 2 === 0 ? stage.ledger.lanes : other),
    );
    assert.equal(accepted(await Promise.allSettled(orders)), terms.restingMax);
    payOffRefusals();
    assert.equal(await refusedWith(resting({ accountId: rich, sheets: 1 })), 'open-orders-limit');
    const markets = Array.from({ length: 140 }, () => place({ accountId: rich, sheets: 1 }));
    assert.equal(accepted(await Promise.allSettled(markets)), terms.ordersMax - terms.restingMax);
    assert.equal(await refusedWith(place({ accountId: rich, sheets: 1 })), 'open-orders-limit');
    await other.close();
    // Positions count as well; whoever closes one may open another, and a limit that filled leaves its place.
    const [waiting] = await stage.list(rich, 1);
    stage.tick('60000');
    await stage.until(waiting!.trade_id, ({ state }) => state === 'waiting').catch(() => undefined);
    await until('positions are open', async () => (await stage.list(rich, 2)).length > 0);
    assert.equal(await refusedWith(place({ accountId: rich, sheets: 1 })), 'open-orders-limit');
    const [open] = await stage.list(rich, 2);
    await stage.close({ accountId: rich }, open!.trade_id);
    stage.tick('60000');
    await stage.ended(open!);
    await place({ accountId: rich, sheets: 1 });
    stage.tick('60000');
    await stage.ledger.audit();
  },
);

test(
  'the limit orders of one account hold no more than a share of what the house can still promise',
  { timeout: 240_000 },
  async (context) => {
    const small = await openContractsStage({ startMs, bankroll: '20000' });
    context.after(() => small.end());
    small.tick('60000');
    const whale = await small.ledger.pay('1000000');
    const order = (wanted: Partial<WantedContract> = {}) =>
      small.place({ accountId: whale, price: '50000', orderType: 'limit', ...wanted });
    // 5 % of 20,000 is what a move of 10 % of 10,000 would take.
    assert.equal(await refusedWith(order({ sheets: 201 })), 'order-limit-reached');
    await order({ sheets: 150 });
    assert.equal(await refusedWith(order({ sheets: 51 })), 'order-limit-reached');
    assert.equal(await refusedWith(order({ sheets: 170, side: 'short', price: '61000' })), 'order-limit-reached');
    // What it takes at the market is its own risk, and another account has a share of its own.
    await small.place({ accountId: whale, price: '60000', sheets: 100 });
    await small.place({ accountId: await small.ledger.pay('5000'), price: '50000', orderType: 'limit', sheets: 150 });
    await small.ledger.audit();
  },
);

test('who holds both sides, alone or with a friend, leaves the house with no more at stake by closing one', async (context) => {
  const poor = await openContractsStage({ startMs, bankroll: '6000' });
  context.after(() => poor.end());
  poor.tick('60000');
  const held = async (): Promise<Wad> => {
    const { rows } = await poor.ledger.pool.query<{ held: string }>(
      'select trim_scale(sum(reserved))::text as held from contract_exposures',
    );
    return wad(rows[0]!.held);
  };
  const one = await poor.ledger.pay('100000');
  let friend = poor.ledger.newId();
  // The same slice of the house, where the two sides meet.
  while (friend.slice(-1) !== one.slice(-1)) friend = poor.ledger.newId();
  await poor.ledger.pay('100000', { accountId: friend });
  for (const other of [one, friend]) {
    const long = await poor.place({ accountId: one, price: '60000', sheets: 900 });
    poor.tick('60000');
    await poor.opened(long);
    const short = await poor.place({ accountId: other, price: '60000', side: 'short', sheets: 900 });
    poor.tick('60000');
    await poor.opened(short);
    // 0.9 BTC at 60,000, moved by 10 %; more of either side would need more than the 600 that are left.
    assert.equal(await held(), wad('5400'));
    for (const side of ['long', 'short'] as const) {
      assert.equal(
        await refusedWith(poor.place({ accountId: one, price: '60000', side, sheets: 101 })),
        'order-limit-reached',
      );
    }
    await poor.close({ accountId: other }, short.trade_id);
    poor.tick('60000');
    await poor.ended(short);
    assert.equal(await held(), wad('5400'));
    await poor.ledger.audit();
    await poor.close({ accountId: one }, long.trade_id);
    poor.tick('60000');
    await poor.ended(long);
    assert.equal(await held(), 0n);
  }
});

test('placing and cancelling again and again leaves nothing behind, at whatever price the market stands', async () => {
  const before = await setAside();
  for (let turn = 0; turn < runs(160); turn++) {
    const side = turn % 2 === 0 ? ('long' as const) : ('short' as const);
    const order = await resting({ side, price: side === 'long' ? '50000' : '70000' });
    // A second later, or it would be too often.
    stage.tick(`${60_000 + ((turn * 7_919) % 2_000)}`, 1_000);
    await stage.cancel({ accountId: account }, order.trade_id);
  }
  stage.tick('60000');
  const { rows } = await stage.ledger.pool.query<{
    live_orders: number;
    resting_orders: number;
    resting_value: string;
  }>('select * from contract_accounts where account_id = $1', [account]);
  assert.deepEqual([rows[0]!.live_orders, rows[0]!.resting_orders, Number(rows[0]!.resting_value)], [0, 0, 0]);
  assert.equal(await stage.ledger.available(account), '1000');
  const order = await resting();
  await stage.cancel({ accountId: account }, order.trade_id);
  assert.ok((await setAside()) <= before);
  await stage.ledger.audit();
});

test('whoever places and cancels at once places nothing more for a moment, and can cancel what stands', async () => {
  const spare = await resting();
  for (let turn = 0; turn < refusalLimit.burst; turn++)
    await stage.cancel({ accountId: account }, (await resting()).trade_id);
  assert.equal(await refusedWith(resting()), 'too-many-refused');
  await stage.cancel({ accountId: account }, spare.trade_id);
  stage.tick('60000', 2_000);
  await resting();
});

test('an option holds less of the house than its own stake, so nobody holds more with options than he has put in', async () => {
  const owner = await stage.ledger.pay('200');
  const held = async (): Promise<Wad> => {
    const { rows } = await stage.ledger.pool.query<{ held: string | null }>(
      `select trim_scale(sum(balance))::text as held from ledger_house where bucket = 'options-reserve' and book = 'real'`,
    );
    return wad(rows[0]!.held ?? '0');
  };
  const before = await held();
  const configs = openOptionsConfigs(stage.ledger.pool);
  await configs.load();
  for (const config of configs.offered())
    assert.ok(config.payoutRate < wad('1') && config.minStake >= wad('10'), config.configId);
  const orders = Array.from({ length: 40 }, () => placeOption(owner, '10', 'real'));
  assert.equal(accepted(await Promise.allSettled(orders)), 20);
  assert.equal((await held()) - before, wad('170'));
});

test('bonus money can hold all of the bonus bankroll, and nothing of the real one', async () => {
  const [before, guest] = [await setAside(), await stage.ledger.pay('2000000', { book: 'bonus' })];
  const orders = Array.from({ length: 30 }, () => place({ accountId: guest, book: 'bonus', sheets: 10_000 }));
  await Promise.allSettled(orders);
  assert.ok((await setAside('bonus')) > wad('1000000'));
  assert.equal(await setAside(), before);
  await newcomerTrades();
  stage.tick('60000');
  await stage.ledger.audit();
});

test('a market order can’t be cancelled: within the moment before its tick that would be a free look', async () => {
  const order = await place();
  assert.equal(await refusedWith(stage.cancel({ accountId: account }, order.trade_id)), 'order-not-cancellable');
  stage.tick('60000');
  assert.equal((await stage.opened(order)).state, 'open');
});

test(
  'a limit order whose price does not come within its time is cancelled, refunded and told, and its receipt shows it',
  { timeout: 240_000 },
  async () => {
    const [quiet, late] = [await resting(), await resting()];
    assert.equal(quiet.expires_at, new Date(Date.parse(quiet.received_at) + 30 * dayMs).toISOString());
    stage.tick('60000', 29 * dayMs);
    assert.equal((await stage.list(account, 1)).length, 2);
    stage.tick('60000', dayMs);
    // The price comes when the time is over.
    stage.tick('49000', 1);
    for (const order of [quiet, late]) {
      const ended = await stage.ended(order);
      assert.deepEqual([ended.ending!.result, ended.ending!.cancelReason, ended.exit], ['cancelled', 'expired', null]);
    }
    stage.tick('60000');
    assert.equal(await stage.ledger.available(account), '1000');
    assert.equal(stage.pushes(account).at(-1)!.cancel_reason, 'expired');
    const receipt = await stage.receipt(account, quiet.trade_id);
    const archive = await stage.market.tickRun('BTC', receipt.order.accepted_sequence, 1_000_000);
    const { verdict, checks } = verifyContractReceipt(receipt, { trustedKey: stage.publicKey, archive });
    assert.equal(verdict, 'verified', JSON.stringify(checks.filter((each) => !each.ok)));
    assert.deepEqual([receipt.terms.limit_expiry_ms, receipt.paid], [30 * dayMs, '101']);
    await stage.ledger.audit();
  },
);

test(
  'also where no tick comes at all, and where the server was down meanwhile, its time is over',
  { timeout: 240_000 },
  async () => {
    const order = await resting();
    await stage.stop();
    stage.clock.advance(31 * dayMs);
    stage.market.finish(stage.clock.now());
    await stage.start();
    assert.equal((await stage.ended(order)).ending!.cancelReason, 'expired');
    assert.equal(await stage.ledger.available(account), '1000');
    await stage.ledger.audit();
  },
);

test(
  'orders that were placed under older terms keep theirs: they wait for ever, however far and small',
  { timeout: 240_000 },
  async () => {
    const old = { ...terms, version: 1, marginMin: wad('0'), limitDistanceMax: wad('1000000'), limitExpiryMs: null };
    const stored = openConfigs(stage.ledger.pool, () => 50);
    const first = await stored.agreed(1);
    assert.deepEqual([first.limitExpiryMs, first.marginMin, first.limitDistances], [null, 0n, {}]);
    await submit({ accountId: account, price: '5000', sheets: 1, config: old });
    const [order] = await stage.list(account, 1);
    assert.equal(order!.expires_at, null);
    stage.tick('60000', 400 * dayMs);
    await stage.runJob('contract-sweep');
    assert.equal((await stage.list(account, 1)).length, 1);
    const sequence = stage.tick('4999');
    assert.equal((await stage.until(order!.trade_id, ({ state }) => state === 'open')).entry!.sequence, sequence);
    // What the house sets aside for it moves with the price; the next test counts what is set aside.
    await stage.close({ accountId: account }, order!.trade_id);
    stage.tick('4999');
    await stage.ended(order!);
    await stage.ledger.audit();
  },
);

// Last, since its terms are the newest from then on.
test('far limit orders of half a cent margin hold no more than twice their margins at lever 20, under terms that allow them', async () => {
  const attacker = await stage.ledger.pay('1');
  const loose = { marginMin: wad('0'), limitDistanceMax: wad('1'), ordersMax: 1_000, restingMax: 1_000 };
  const config = { ...terms, ...loose, version: 3 };
  await runAsOwner(
    stage.ledger,
    `insert into contracts_configs select (jsonb_populate_record(c, '{"version": 3, "margin_min": 0, "limit_distance_max": 1,
       "orders_max": 1000, "resting_max": 1000}')).* from contracts_configs c where version = 2`,
  );
  const before = await setAside();
  for (const [count, sheets] of [
    [116, 10_000],
    [77, 60],
  ] as const) {
    const orders = Array.from({ length: count }, () => submit({ accountId: attacker, price: '0.01', sheets, lever: 20, config })); // oxfmt-ignore
    assert.equal(accepted(await Promise.allSettled(orders)), count);
  }
  // (116 × 10 + 77 × 0.06) coins at 0.01, moved by 10 %: 1.16462.
  assert.equal(formatAmount(((await setAside()) - before) as Wad), '1.16462');
  await newcomerTrades();
  await stage.ledger.audit();
});
