// An order that waits until a moment ends when the clock shows exactly that moment, since no tick up to it can come any more, and not a
// millisecond earlier. Pledges and loans at exactly their time are in owed-money-orders.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { contractOrders, type ContractOrder } from '../src/contracts/order.ts';
import { fillContract } from '../src/contracts/fill-order.ts';
import { exposureIdOf } from '../src/contracts/house-limit.ts';
import { placeContract } from '../src/contracts/place-order.ts';
import { waitsUntil } from '../src/contracts/rules.ts';
import type { NamedCommand } from '../src/kit/product.ts';
import type { AppendOnlyTable } from '../src/kit/table.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { optionOrders } from '../src/options/order.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { entered, exitDeadline } from '../src/options/rules.ts';
import { settleOptionsOrder } from '../src/options/settle-order.ts';
import { endOfTime } from '../src/purchases/change-purchase.ts';
import { orderPurchase } from '../src/purchases/order-purchase.ts';
import { purchases } from '../src/purchases/purchase.ts';
import { dueWork, type Due } from '../src/ledger/due-work.ts';
import { closePeriod } from '../src/shop/end-period.ts';
import { shopPeriods } from '../src/shop/period.ts';
import { swapOrders } from '../src/swap/order.ts';
import { placeSwap } from '../src/swap/place-swap.ts';
import { settleSwap } from '../src/swap/settle-swap.ts';
import { allProducts } from './support/book-model/all-products.ts';
import { modelContracts } from './support/book-model/contracts.ts';
import type { Asked, MemoryLedger } from './support/book-model/memory-ledger.ts';
import { runModel } from './support/book-model/run-model.ts';
import { actors, ask, houseIn, ModelStage } from './support/book-model/stage.ts';
import { randomIntOf } from './support/seed.ts';

const actor = actors[0]!;

interface Waiting<Row> {
  ledger: MemoryLedger;
  stage: ModelStage;
  row: Row;
}

/** The first order of this kind that a customer can place; each attempt has books of its own, so that none uses up the limits of the next. */
function placed<Row>(
  command: NamedCommand,
  table: AppendOnlyTable<Row>,
  isFit: (row: Row) => boolean = () => true,
): Waiting<Row> {
  const plays = allProducts.flatMap((each) => each.plays).filter((each) => each.command === command);
  for (let seed = 1; seed < 200; seed++) {
    const { ledger } = runModel(allProducts, []);
    const stage = new ModelStage(ledger);
    const asked = plays[seed % plays.length]!.play(stage, actor, randomIntOf(seed));
    if (asked) ledger.submit('place', asked);
    const row = ledger.rows(table).find(isFit);
    if (row) return { ledger, stage, row };
  }
  return assert.fail(`${command.name} placed none`);
}

/** `isOver` reads the row that the command writes. */
function expectEdge<Row>(
  { ledger }: Waiting<Row>,
  { at, asked, isOver }: { at: number; asked: () => Asked; isOver: () => boolean },
): void {
  ledger.now = at - 1;
  ledger.submit('early', asked());
  assert.equal(isOver(), false, 'a millisecond before its time');
  ledger.now = at;
  const outcome = ledger.submit('at its time', asked());
  assert.ok('reply' in outcome, inspect(outcome));
  assert.equal(isOver(), true, 'at its time');
}

for (const orderType of ['market', 'limit'] as const)
  test(`a contract by ${orderType} order`, () => {
    const waiting = placed(placeContract, contractOrders, (order) => order.orderType === orderType);
    const { ledger, stage, row } = waiting;
    const { orderId, coin, accountId, book } = row;
    const exposureId = exposureIdOf({ coin, book, slice: sliceOf(accountId) });
    const { stressRate } = modelContracts;
    const input = {
      orderId,
      accountId,
      coin,
      exposureId,
      config: modelContracts,
      stressRate,
      tick: undefined,
      price: stage.tick(coin).price,
    };
    const now = (): ContractOrder => ledger.rows(contractOrders).find((order) => order.orderId === orderId)!;
    expectEdge(waiting, {
      at: waitsUntil(row)!,
      asked: () => ask(fillContract, actor, input),
      isOver: () => now().state === 'ended',
    });
  });

test('an option that waits for its exit', () => {
  const waiting = placed(placeOptionsOrder, optionOrders);
  const { ledger, stage, row } = waiting;
  const { orderId, coin, receivedAt } = row;
  const entry = { ...stage.tick(coin), sequence: stage.tick(coin).sequence + 1, publishedAt: receivedAt + 1_000 };
  expectEdge(waiting, {
    at: exitDeadline(entered(row, entry)),
    asked: () => ask(settleOptionsOrder, actor, { orderId, entry, exit: undefined }),
    isOver: () => ledger.rows(optionOrders).every(({ ending }) => ending !== null),
  });
});

for (const kind of ['quote', 'limit'] as const)
  test(`a swap by ${kind}`, () => {
    const waiting = placed(placeSwap, swapOrders, (order) => order.kind === kind);
    const { ledger, row } = waiting;
    const ticks = { from: null, to: null };
    expectEdge(waiting, {
      at: row.expiresAt,
      asked: () => ask(settleSwap, actor, { order: row, ticks }),
      isOver: () => ledger.rows(swapOrders).some((order) => order.orderId === row.orderId && order.ending !== null),
    });
  });

test('a purchase that nobody pays', () => {
  const waiting = placed(orderPurchase, purchases);
  const { ledger, row } = waiting;
  const due = ledger.rows(dueWork).find(({ subjectId }) => subjectId === row.purchaseId) as Due;
  assert.equal(due.dueAt, row.expiresAt);
  // Due work is taken from its time on.
  ledger.now = due.dueAt;
  const outcome = ledger.submit('at its time', ask(endOfTime, actor, { due }));
  assert.ok('reply' in outcome, inspect(outcome));
  assert.equal(ledger.rows(purchases)[0]!.state, 'expired');
});

test('a period of the shop', () => {
  const { ledger } = runModel(allProducts, [{ afterMs: 1_000, thousandths: [0, 0] }]);
  const row = ledger.rows(shopPeriods).find(({ state }) => state === 'open')!;
  const { periodId, closesAt } = row;
  expectEdge(
    { ledger, stage: new ModelStage(ledger), row },
    {
      at: closesAt,
      asked: () => ask(closePeriod, houseIn(actor), { periodId }),
      isOver: () => ledger.rows(shopPeriods).find((each) => each.periodId === periodId)!.state !== 'open',
    },
  );
});
