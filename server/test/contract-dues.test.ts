// Gains beyond what the house holds: the position ends at its own tick, what is missing is owed, seen by the customer, and paid in the
// order of settlement before anything new is promised.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { verifyContractReceipt } from '@candor/proof';
import { formatAmount, wad, type Uuid, type Wad } from '@candor/wire';
import type { ContractOrder } from '../src/contracts/order.ts';
import type { Refusal } from '../src/kit/refuse.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { openConfigs } from '../src/options/configs.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { settleOptionsOrder } from '../src/options/settle-order.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage, WantedContract } from './support/contracts-stage.ts';
import { newKey } from './support/money.ts';
import { payIntoHouse } from './support/pay-into-house.ts';
import { refusedWith } from './support/options-stage.ts';
import { longRun } from './support/long-run.ts';

const startMs = Date.UTC(2026, 2, 1, 12);

async function openPoor(context: TestContext, bankroll: string): Promise<ContractsStage> {
  const stage = await openContractsStage({ startMs, bankroll });
  context.after(() => stage.end());
  stage.tick('60000');
  return stage;
}

/** Its id, once it is open. */
async function open(stage: ContractsStage, wanted: Partial<WantedContract> & { accountId: Uuid }): Promise<string> {
  const order = await stage.place({ price: '60000', ...wanted });
  stage.tick('60000');
  assert.equal((await stage.opened(order)).state, 'open');
  return order.trade_id;
}

const ended = (stage: ContractsStage, tradeId: string): Promise<ContractOrder> =>
  stage.until(tradeId, ({ state }) => state === 'ended');

/** What the house has now is paid out. */
const payDues = (stage: ContractsStage): Promise<void> => stage.runJob('contract-dues');

const paidUp = (stage: ContractsStage, tradeId: string) =>
  stage.until(tradeId, ({ due, ending }) => ending !== null && due === 0n);

async function fund(stage: ContractsStage, amount: string): Promise<void> {
  await payIntoHouse(stage.ledger, { amount });
  await payDues(stage);
}

/** An option of this stake for a newcomer; its order. */
async function placeOption(stage: ContractsStage, stake: string): Promise<{ accountId: Uuid; orderId: Uuid }> {
  const accountId = await stage.ledger.pay('1000');
  const configs = openConfigs(stage.ledger.pool);
  await configs.load();
  const receivedAt = stage.clock.now();
  const { orderId } = await stage.ledger.lanes.submit({
    command: placeOptionsOrder,
    accountId,
    book: 'real',
    input: {
      accountId, book: 'real', coin: 'BTC', side: 'up', stake: wad(stake), config: configs.offered()[0]!, receivedAt,
      acceptedSequence: stage.market.lastTick('BTC')!.sequence, marketState: 'live',
    }, // oxfmt-ignore
    idempotency: newKey(),
    receivedAt,
  });
  return { accountId, orderId };
}

test(
  'a gain beyond what the house holds ends its position at its tick; what is missing is due, seen, and paid later',
  { timeout: 240_000 },
  async (context) => {
    const stage = await openPoor(context, '700');
    const told: unknown[] = [];
    stage.ledger.bus.on('contracts.due', (due) => told.push(due));
    const rich = await stage.ledger.pay('1000');
    const tradeId = await open(stage, { accountId: rich, takeProfit: '70000' });
    const sequence = stage.tick('70000');
    const { exit, paid, due } = await ended(stage, tradeId);
    // 120 of margin and (70,000 − 60,000) × 0.1 gained; the house has 700, the fee of 1.2 is not part of it.
    assert.deepEqual([exit!.sequence, formatAmount(paid), formatAmount(due)], [sequence, '1120', '300']);
    const [seen] = await stage.list(rich, 3);
    assert.deepEqual([seen!.paid, seen!.payment_due, seen!.pnl, seen!.result], ['820', '300', '1000', 'take-profit']);
    assert.equal(await stage.ledger.available(rich), '1698.8');
    assert.equal(told.length, 1);
    await stage.ledger.audit();

    stage.tick('70000');
    const early = await stage.receipt(rich, tradeId);
    assert.deepEqual([early.paid, early.late_payments], ['1120', [{ amount: '300', paid_at: null }]]);
    // A while, and a restart: it stays what it is, and nobody is told again.
    await stage.stop();
    await stage.start();
    for (const job of ['contract-dues', 'contract-sweep', 'contract-dues']) await stage.runJob(job);
    assert.deepEqual([(await stage.list(rich, 3))[0]!.payment_due, told.length], ['300', 1]);

    await fund(stage, '1000');
    await paidUp(stage, tradeId);
    assert.equal(await stage.ledger.available(rich), '1998.8');
    assert.deepEqual(
      (await stage.list(rich, 3)).map(({ paid, payment_due }) => [paid, payment_due]),
      [['1120', '0']],
    );
    const late = await stage.receipt(rich, tradeId);
    assert.equal(late.late_payments![0]!.paid_at, new Date(stage.clock.now()).toISOString());
    const archive = await stage.market.tickRun('BTC', late.order.accepted_sequence, 1_000_000);
    for (const receipt of [early, late]) {
      const { verdict, checks } = verifyContractReceipt(receipt, { trustedKey: stage.publicKey, archive });
      assert.equal(verdict, 'verified', JSON.stringify(checks.filter((each) => !each.ok)));
    }
    assert.equal(stage.pushes(rich).at(-1)!.payment_due, '0');
    await stage.ledger.audit();
  },
);

test(
  'who was settled first is paid first, by and by, and nothing new is promised before',
  { timeout: 240_000 },
  async (context) => {
    const stage = await openPoor(context, '2000');
    const [one, two, three] = [
      await stage.ledger.pay('1000'),
      await stage.ledger.pay('1000'),
      await stage.ledger.pay('1000'),
    ];
    const firstId = await open(stage, { accountId: one, takeProfit: '75000' });
    const secondId = await open(stage, { accountId: two, takeProfit: '76000' });
    // At 76,000 it has lost 160 of its 600.
    const losingId = await open(stage, { accountId: three, side: 'short', lever: 1, sheets: 10 });
    stage.tick('75000');
    const first = await ended(stage, firstId);
    stage.tick('76000');
    const second = await ended(stage, secondId);
    await payDues(stage);
    const dueOf = async (accountId: Uuid): Promise<Wad> => wad((await stage.list(accountId, 3))[0]!.payment_due);
    const [waits, waitsToo] = [await dueOf(one), await dueOf(two)];
    // 1,500 and 1,600 gained, 2,000 there, of which nothing stays for what may still be gained.
    assert.ok(waits + waitsToo >= wad('1100') && waitsToo > 0n, `${first.due} ${second.due}`);

    // Whoever comes now is refused, for options and contracts alike, however small.
    const newcomer = await stage.ledger.pay('1000');
    assert.equal(await refusedWith(placeOption(stage, '10')), 'order-limit-reached');
    assert.equal(
      await refusedWith(stage.place({ accountId: newcomer, price: '76000', side: 'short', sheets: 1 })),
      'order-limit-reached',
    );

    // Somebody loses 160: that is for the one who waits first, and never for the next promise.
    const answers: Promise<string>[] = [];
    await stage.close({ accountId: three }, losingId);
    stage.tick('76000');
    let paying: Promise<void> | undefined;
    for (let tries = 0; tries < 40; tries++) {
      if (tries === 20) paying = ended(stage, losingId).then(() => payDues(stage));
      answers.push(
        placeOption(stage, '10').then(
          () => 'promised',
          (error: Refusal) => error.code,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await paying;
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['order-limit-reached']));
    const [left, leftToo] = [await dueOf(one), await dueOf(two)];
    // With what was set aside for the one who lost, where that was more than for the others of its slice; nothing of it is kept.
    assert.ok(waits + waitsToo - left - leftToo >= wad('160'));
    const { rows } = await stage.ledger.pool.query<{ kept: string }>(
      `select trim_scale(sum(balance))::text as kept from ledger_house where bucket in ('bankroll', 'contracts-reserve') and book = 'real'`,
    );
    assert.equal(rows[0]!.kept, '0');
    assert.ok(left === 0n || leftToo === waitsToo);
    await stage.ledger.audit();

    await fund(stage, '10000');
    await paidUp(stage, secondId);
    assert.equal(await dueOf(one), 0n);
    assert.equal(await stage.ledger.available(one), '2498.8');
    await placeOption(stage, '10');
    await stage.ledger.audit();
  },
);

test(
  'an option that wins is paid at once while the house owes: its win was set aside',
  { timeout: 240_000 },
  async (context) => {
    const stage = await openPoor(context, '700');
    const rich = await stage.ledger.pay('1000');
    const { accountId, orderId } = await placeOption(stage, '100');
    const tradeId = await open(stage, { accountId: rich, takeProfit: '70000' });
    stage.tick('70000');
    assert.ok((await ended(stage, tradeId)).due > 0n);
    const { ticks } = await stage.market.tickRun('BTC', 1, 2);
    const [sequence, price, , publishedAt] = ticks[0]!;
    const entry = { sequence, price: wad(price), publishedAt };
    const exit = { sequence: 1_000, price: wad('70000'), publishedAt: publishedAt + 30_000 };
    const by = { command: settleOptionsOrder, accountId, book: 'real' as const, receivedAt: stage.clock.now() };
    const { result } = await stage.ledger.lanes.submit({ ...by, input: { orderId, entry, exit } });
    assert.equal(result, 'win');
    assert.equal(await stage.ledger.available(accountId), '1085');
    assert.equal((await stage.list(rich, 3))[0]!.payment_due, '385');
    await stage.ledger.audit();
  },
);

test(
  'a part that the house can not pay leaves the rest open; part and end are due one after the other',
  { timeout: 240_000 },
  async (context) => {
    const stage = await openPoor(context, '700');
    const rich = await stage.ledger.pay('1000');
    const tradeId = await open(stage, { accountId: rich });
    stage.tick('80000');
    await stage.close({ accountId: rich }, tradeId, 40);
    stage.tick('80000');
    // 0.04 × 20,000 = 800 gained, 700 there.
    const part = await stage.until(tradeId, ({ openSheets }) => openSheets === 60);
    assert.deepEqual([part.state, formatAmount(part.due), formatAmount(part.paid)], ['open', '100', '848']);
    assert.equal((await stage.list(rich, 2))[0]!.payment_due, '100');
    await stage.close({ accountId: rich }, tradeId);
    stage.tick('80000');
    assert.equal(formatAmount((await ended(stage, tradeId)).due), '1300');
    await stage.ledger.audit();
    await fund(stage, '5000');
    await paidUp(stage, tradeId);
    const { late_payments, ...receipt } = await stage.receipt(rich, tradeId);
    assert.deepEqual(
      late_payments!.map(({ amount, paid_at }) => [amount, paid_at !== null]),
      [
        ['100', true],
        ['1200', true],
      ],
    );
    const { verdict } = verifyContractReceipt({ ...receipt, late_payments }, { trustedKey: stage.publicKey });
    assert.equal(verdict, 'incomplete');
    // 1,000 − 1.2 of fee + 2,000 gained.
    assert.equal(await stage.ledger.available(rich), '2998.8');
    await stage.ledger.audit();
  },
);

test(
  'forty gains at once over all slices of the house: what there is is paid, the rest stands in one queue',
  { timeout: 240_000, ...longRun('forty at once') },
  async (context) => {
    const stage = await openPoor(context, '3000');
    const accounts = await Promise.all(Array.from({ length: 40 }, () => stage.ledger.pay('1000')));
    assert.ok(new Set(accounts.map(sliceOf)).size > 1);
    const orders = await Promise.all(
      accounts.map((accountId) => stage.place({ accountId, price: '60000', sheets: 10, takeProfit: '72000' })),
    );
    stage.tick('60000');
    for (const order of orders) await stage.opened(order);
    const ends = stage.tick('72000');
    for (const { exit, ending, paid } of await Promise.all(orders.map((order) => stage.ended(order)))) {
      assert.deepEqual([exit!.sequence, ending!.result, formatAmount(paid)], [ends, 'take-profit', '132']);
    }
    // 40 × 120 gained, 3,000 there.
    const due = async (): Promise<string> =>
      (await stage.ledger.pool.query<{ due: string }>('select trim_scale(sum(unpaid))::text as due from house_dues'))
        .rows[0]!.due;
    await payDues(stage);
    assert.equal(await due(), '1800');
    await stage.ledger.audit();
    const paid = (
      await stage.ledger.pool.query<{ object_id: Uuid }>(
        'select object_id from house_dues where unpaid = 0 order by sequence',
      )
    ).rows.map((row) => row.object_id);
    stage.ledger.bus.on('contracts.changed', (order) => {
      if (order.due === 0n && !paid.includes(order.orderId)) paid.push(order.orderId);
    });
    for (const amount of ['500', '300', '1000']) {
      await fund(stage, amount);
      await stage.ledger.audit();
    }
    assert.equal(await due(), '0');
    const { rows } = await stage.ledger.pool.query<{ object_id: Uuid }>(
      'select object_id from house_dues order by sequence',
    );
    assert.deepEqual(
      paid,
      rows.map((row) => row.object_id),
    );
    for (const accountId of accounts) assert.equal(await stage.ledger.available(accountId), '1119.88');
    // The money is there again for whoever comes next.
    await fund(stage, '1000');
    await stage.place({ accountId: accounts[0]!, price: '72000', sheets: 1 });
    await stage.ledger.audit();
  },
);

test('what is due can be changed by nobody but its payment', async (context) => {
  const stage = await openPoor(context, '700');
  const rich = await stage.ledger.pay('1000');
  const tradeId = await open(stage, { accountId: rich, takeProfit: '70000' });
  stage.tick('70000');
  await ended(stage, tradeId);
  const { pool } = stage.ledger;
  for (const statement of [
    'update house_dues set amount = 1',
    'update house_dues set unpaid = unpaid + 0',
    'update house_dues set account_id = gen_random_uuid(), unpaid = 1',
    'delete from house_dues',
    'update contract_orders set due = due + 1',
    'update contract_orders set due = 0, paid = paid + 1',
  ]) {
    await assert.rejects(pool.query(statement), /due|append-only|final/, statement);
  }
  await stage.ledger.audit();
});
