// How contracts open, change and end, tick by tick: fills, refusals, stops, parts, restarts, and receipts that show it all.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { verifyContractReceipt } from '@candor/proof';
import { formatAmount, wad } from '@candor/wire';
import type { ContractOrderMessage, ContractReceipt, Uuid } from '@candor/wire';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage, WantedContract } from './support/contracts-stage.ts';
import { refusedWith } from './support/options-stage.ts';

let stage: ContractsStage;
let account: Uuid;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12), isAudited: true });
  stage.tick('60000');
});
beforeEach(async () => {
  account = await stage.ledger.pay('1000');
  stage.tick('60000');
});
after(() => stage.end());

const place = (wanted: Partial<WantedContract> = {}): Promise<ContractOrderMessage> =>
  stage.place({ accountId: account, price: '60000', ...wanted });

async function open(wanted: Partial<WantedContract> = {}): Promise<ContractOrderMessage> {
  const order = await place(wanted);
  stage.tick('60000');
  assert.equal((await stage.opened(order)).state, 'open');
  return order;
}

const available = (): Promise<string> => stage.ledger.available(account);

/** The receipt verifies by itself and with the archive; the ledger is whole. */
async function check({ trade_id }: ContractOrderMessage): Promise<ContractReceipt> {
  // A tick after the end, so that the receipt reaches past it.
  stage.tick('60000');
  const receipt = await stage.receipt(account, trade_id);
  const archive = await stage.market.tickRun('BTC', receipt.order.accepted_sequence, 1_000_000);
  for (const [options, expected] of [
    [{}, 'incomplete'],
    [{ trustedKey: stage.publicKey, archive }, 'verified'],
  ] as const) {
    const { verdict, checks } = verifyContractReceipt(receipt, options);
    assert.equal(verdict, expected, JSON.stringify(checks.filter((each) => !each.ok || each.isNote)));
  }
  await stage.ledger.audit();
  return receipt;
}

test('a market order takes margin and fee, opens at the first tick that counts, and closes at one', async () => {
  const order = await place();
  // 100 × 0.001 × 60,000 / 50 = 120, and 1 % of it.
  assert.deepEqual([order.usd_num, order.fee, order.trade_type, order.state], ['120', '1.2', 1, 'waiting']);
  assert.equal(await available(), '878.8');
  stage.tick('61000', 249);
  stage.tick('60100', 1);
  const opened = await stage.opened(order);
  assert.equal(formatAmount(opened.entry!.price), '60100');
  assert.equal(formatAmount(opened.liquidationPrice!), '59198.5');
  assert.deepEqual(
    (await stage.list(account, 2)).map(({ margin, open_sheets }) => [margin, open_sheets]),
    [['120', 100]],
  );
  const closing = await stage.close({ accountId: account }, order.trade_id);
  assert.equal(closing.closing?.sheets_num, 100);
  stage.tick('62000', 249);
  stage.tick('60200', 1);
  const ended = await stage.ended(order);
  // (60,200 − 60,100) × 0.1 = 10.
  assert.deepEqual([ended.ending!.result, formatAmount(ended.paid)], ['closed', '130']);
  assert.equal(await available(), '1008.8');
  const [message] = await stage.list(account, 3);
  assert.deepEqual([message!.pnl, message!.paid, message!.margin], ['10', '130', '0']);
  await check(order);
});

test('what moved too far before the fill is cancelled and refunded, what moved in favour is filled', async () => {
  const worse = await place();
  stage.tick('60300.01');
  assert.deepEqual((await stage.ended(worse)).ending!.cancelReason, 'price-moved');
  assert.equal(await available(), '1000');
  await check(worse);
  stage.tick('60000');
  const better = await place();
  stage.tick('58000');
  assert.equal((await stage.opened(better)).state, 'open');
  const short = await place({ side: 'short', price: '58000' });
  stage.tick('57709.99');
  assert.equal((await stage.ended(short)).ending!.cancelReason, 'price-moved');
  await check(short);
});

test('a market order without a tick in time is refunded, whether a tick comes late or none', async () => {
  const late = await place();
  stage.tick('60000', 5_001);
  assert.equal((await stage.ended(late)).ending!.cancelReason, 'no-entry-tick');
  await check(late);
  const none = await place();
  stage.clock.advance(6_000);
  stage.market.finish(stage.clock.now());
  assert.equal((await stage.ended(none)).ending!.cancelReason, 'no-entry-tick');
  assert.equal(await available(), '1000');
  await check(none);
});

test('a limit order rests until its price is reached or passed, and can be cancelled before', async () => {
  const wanted = { orderType: 'limit', price: '59000' } as const;
  assert.equal(await refusedWith(place({ ...wanted, price: '60000' })), 'limit-price-crossed');
  assert.equal(await refusedWith(place({ ...wanted, side: 'short' })), 'limit-price-crossed');
  const [filled, cancelled] = [await place(wanted), await place(wanted)];
  stage.tick('59000.01', 60_000);
  assert.equal((await stage.list(account, 1)).length, 2);
  await stage.cancel({ accountId: account }, cancelled.trade_id);
  assert.equal(await refusedWith(stage.cancel({ accountId: account }, cancelled.trade_id)), 'order-changed');
  stage.tick('58990');
  const opened = await stage.opened(filled);
  assert.equal(formatAmount(opened.entry!.price), '58990');
  // The margin is the one agreed at 59,000: 118, and a fee of 1.18.
  assert.equal(await available(), '880.82');
  assert.equal((await check(cancelled)).cancel_reason, 'by-customer');
  await stage.close({ accountId: account }, filled.trade_id);
  stage.tick('59000');
  await stage.ended(filled);
  await check(filled);
});

test('a part is closed, then the rest; what was added goes back with its part', async () => {
  const order = await open();
  await stage.addMargin({ accountId: account }, order.trade_id, '60');
  assert.equal(await refusedWith(stage.close({ accountId: account }, order.trade_id, 101)), 'sheets-out-of-range');
  await stage.close({ accountId: account }, order.trade_id, 40);
  assert.equal(await refusedWith(stage.close({ accountId: account }, order.trade_id)), 'close-under-way');
  stage.tick('60500');
  const part = await stage.until(order.trade_id, ({ openSheets }) => openSheets === 60);
  // 48 of the margin, 24 of what was added, 20 gained.
  assert.deepEqual([formatAmount(part.paid), formatAmount(part.liquidationPrice!)], ['92', '58500']);
  assert.equal(await available(), '910.8');
  stage.tick('58500');
  const ended = await stage.ended(order);
  // 72 + 36 − 1,500 × 0.06 = 18.
  assert.deepEqual([ended.ending!.result, formatAmount(ended.paid)], ['liquidated', '110']);
  assert.deepEqual(
    (await stage.changes(account, order.trade_id)).map(({ kind }) => kind),
    ['margin', 'close', 'part'],
  );
  assert.equal((await stage.list(account, 4))[0]!.trade_id, order.trade_id);
  const receipt = await check(order);
  assert.deepEqual([receipt.margin, receipt.pnl, receipt.paid], ['108', '-90', '18']);
});

test('stops are set, moved and removed; the history keeps each, and the one in force fires', async () => {
  const order = await open({ takeProfit: '61000', stopLoss: '59500' });
  const caller = { accountId: account };
  assert.equal(await refusedWith(stage.triggers(caller, order.trade_id, { stopLoss: '60000' })), 'trigger-wrong-side');
  await stage.triggers(caller, order.trade_id, { takeProfit: '60800' });
  stage.tick('59400');
  await stage.triggers(caller, order.trade_id, { takeProfit: '60800', stopLoss: '59350' });
  stage.tick('60799.99');
  assert.equal((await stage.list(account, 2)).length, 1);
  stage.tick('60900');
  const ended = await stage.ended(order);
  assert.deepEqual([ended.ending!.result, formatAmount(ended.exit!.price)], ['take-profit', '60900']);
  assert.deepEqual(
    (await stage.changes(account, order.trade_id)).map(({ stop_loss }) => stop_loss),
    ['59500', null, '59350'],
  );
  await check(order);
});

test('a jump of 30 % takes the margin and no more, and pays the other side in full', async () => {
  const [long, short] = [await open(), await open({ side: 'short' })];
  stage.tick('42000');
  assert.deepEqual(
    [(await stage.ended(long)).ending!.result, formatAmount((await stage.ended(long)).paid)],
    ['liquidated', '0'],
  );
  await stage.close({ accountId: account }, short.trade_id);
  stage.tick('42000');
  // (60,000 − 42,000) × 0.1 = 1,800; 120 + 1,800.
  assert.equal(formatAmount((await stage.ended(short)).paid), '1920');
  assert.equal(await available(), '2677.6');
  await check(long);
  await check(short);
});

test('orders need a verified customer and numbers that fit; nothing is taken when they don’t', async () => {
  const cases: [Partial<WantedContract>, string][] = [
    [{ isVerified: false }, 'verification-required'],
    [{ lever: 51 }, 'lever-too-high'],
    [{ sheets: 0, margin: '1' }, 'sheets-out-of-range'],
    [{ sheets: 10_001 }, 'sheets-out-of-range'],
    [{ price: '60302' }, 'price-moved'],
    [{ price: '59698' }, 'price-moved'],
    [{ takeProfit: '59000' }, 'trigger-wrong-side'],
    [{ stopLoss: '60000' }, 'trigger-wrong-side'],
    [{ margin: '119.9999' }, 'margin-differs'],
    [{ margin: '119.99999' }, 'too-many-decimals'],
    [{ price: '60000.001' }, 'too-many-decimals'],
    [{ takeProfit: '1e5' }, 'amount-malformed'],
    [{ sheets: 900 }, 'insufficient-balance'],
    [{ sheets: 800 }, 'margin-share-exceeded'],
  ];
  for (const [wanted, code] of cases) assert.equal(await refusedWith(place(wanted)), code, JSON.stringify(wanted));
  const [key, other] = [randomUUID() as Uuid, randomUUID() as Uuid];
  const placed = await place({ key, orderType: 'limit', price: '50000' });
  for (const [state, code] of [
    ['degraded', 'market-degraded'],
    ['halted', 'market-halted'],
  ] as const) {
    stage.market.setState('BTC', state);
    assert.equal(await refusedWith(place({ key: other })), code);
    assert.deepEqual(await place({ key, orderType: 'limit', price: '50000' }), placed);
  }
  stage.market.setState('BTC', 'live');
  await stage.cancel({ accountId: account }, placed.trade_id);
  assert.equal(await available(), '1000');
  await stage.ledger.audit();
});

test('the house takes no position whose coin, moved by 10 %, would cost more than it has; offsetting ones it takes', async (context) => {
  const poor = await openContractsStage({ startMs: stage.clock.now(), bankroll: '600' });
  context.after(() => poor.end());
  poor.tick('60000');
  const rich = await poor.ledger.pay('100000');
  const order = (wanted: Partial<WantedContract>) => poor.place({ accountId: rich, price: '60000', ...wanted });
  // 0.1 BTC at 60,000, moved by 10 %: 600.
  assert.equal(await refusedWith(order({ sheets: 101 })), 'order-limit-reached');
  const long = await order({});
  assert.equal(await refusedWith(order({ sheets: 1 })), 'order-limit-reached');
  const short = await order({ side: 'short' });
  poor.tick('60000');
  await poor.opened(long);
  await poor.opened(short);
  await poor.ledger.audit();
  // The larger side counts: the other may become as large, and neither larger, so that closing one never leaves more than was taken.
  assert.equal(await refusedWith(order({ side: 'short', sheets: 1 })), 'order-limit-reached');
  assert.equal(await refusedWith(order({ sheets: 1 })), 'order-limit-reached');
  await poor.close({ accountId: rich }, short.trade_id);
  poor.tick('60000');
  await poor.ended(short);
  await order({ side: 'short' });
  await poor.ledger.audit();
});

test(
  'after a restart everything meets the ticks that it missed, at the tick that counts',
  { timeout: 240_000 },
  async () => {
    const stopped = await open({ stopLoss: '59500' });
    const liquidated = await open();
    const [waiting, resting] = [await place(), await place({ orderType: 'limit', price: '59300' })];
    await stage.close({ accountId: account }, (await open()).trade_id, 30).catch(() => undefined);
    await stage.stop();
    const at = [
      stage.tick('59800'),
      stage.tick('59450'),
      stage.tick('59250'),
      stage.tick('59100'),
      stage.tick('60000'),
    ];
    await stage.start();
    const [first, second, third] = [
      await stage.ended(stopped),
      await stage.ended(liquidated),
      await stage.opened(resting),
    ];
    assert.deepEqual([first.exit!.sequence, second.exit!.sequence, third.entry!.sequence], [at[1], at[3], at[2]]);
    assert.ok((await stage.opened(waiting)).state !== 'waiting');
    for (const order of [stopped, liquidated]) await check(order);
  },
);

test('every step is pushed to the customer, and each end once', async () => {
  const order = await open({ stopLoss: '59500' });
  stage.tick('59400');
  await stage.ended(order);
  stage.tick('50000');
  stage.tick('60000');
  // Whatever these ticks did to the first one was told before the end of another one.
  const later = await open({ stopLoss: '59500' });
  stage.tick('59400');
  await stage.ended(later);
  const told = stage.pushes(account).filter(({ trade_id }) => trade_id === order.trade_id);
  assert.deepEqual(told.map(({ state }) => state), ['waiting', 'open', 'ended']); // oxfmt-ignore
  assert.equal(told.at(-1)!.pnl, formatAmount(wad('-60')));
  await stage.ledger.audit();
});

test('bonus money opens positions against the bonus bankroll alone', async () => {
  const guest = await stage.ledger.pay('1000', { book: 'bonus' });
  const caller = { accountId: guest, book: 'bonus' } as const;
  const order = await stage.place({ ...caller, price: '60000' });
  stage.tick('60000');
  await stage.opened(order);
  await stage.close(caller, order.trade_id);
  stage.tick('60500');
  assert.equal((await stage.ended(order)).book, 'bonus');
  assert.equal(await stage.ledger.available(guest), '1048.8');
  await stage.ledger.audit();
});
