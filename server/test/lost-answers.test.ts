// What was committed though its answer got lost is answered under its key, and what watches the orders hears of it all the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ContractOrderMessage, OptionOrderMessage, Uuid } from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { openContractsStage, type ContractsStage } from './support/contracts-stage.ts';
import { openLosingWay } from './support/losing-way.ts';
import { openOptionsStage } from './support/options-stage.ts';

const way = openLosingWay();
let stage: ContractsStage;
let account: Uuid;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12), way: way.to });
  account = await stage.ledger.pay('10000');
  stage.tick('60000');
  // The house has brought its money to where this account's orders take it from, and the coin has something to watch.
  await open();
});
after(async () => {
  await stage.ledger.audit();
  await stage.end();
  way.close();
});

/** Answered as if nothing had happened. */
async function losing<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  const [reply] = await Promise.all([ask(), way.loseNextCommit()]);
  return reply;
}
const place = (): Promise<ContractOrderMessage> => stage.place({ accountId: account, price: '60000' });
async function open(): Promise<ContractOrderMessage> {
  const order = await place();
  stage.tick('60000');
  await stage.opened(order);
  return order;
}
/** So high and back again that only who looked at that very tick can know. */
const flash = (price: string): number => {
  const sequence = stage.tick(price);
  stage.tick('60000');
  return sequence;
};

test('an order whose answer got lost is filled by its first tick', async () => {
  const order = await losing(place);
  const sequence = flash('60010');
  const { entry, state } = await stage.opened(order);
  assert.deepEqual([state, entry!.sequence], ['open', sequence]);
});

test('a stop whose answer got lost ends the position at the tick that reaches it', async () => {
  const order = await open();
  await losing(() => stage.triggers({ accountId: account }, order.trade_id, { takeProfit: '60500' }));
  const sequence = flash('60600');
  const { ending, exit } = await stage.ended(order);
  assert.deepEqual([ending!.result, exit!.sequence], ['take-profit', sequence]);
});

test('what is asked next waits until what got lost is known, and a restart counts no tick as done before that', async () => {
  const order = await open();
  await losing(() => stage.triggers({ accountId: account }, order.trade_id, { takeProfit: '60500' }));
  const sequence = flash('60600');
  await assert.rejects(stage.close({ accountId: account }, order.trade_id), /order-changed/);
  const ended = await stage.ended(order);
  assert.equal(ended.exit!.sequence, sequence);

  const late = await losing(place);
  const first = flash('60010');
  await stage.stop();
  await stage.start();
  assert.equal((await stage.opened(late)).entry!.sequence, first);
});

test('an option whose answer got lost gets its entry from its first tick, and ends in time', async (context) => {
  const startMs = Date.UTC(2026, 2, 1, 12);
  const options = await openOptionsStage({ startMs, way: way.to });
  // What is due is done at once, without a timer, as the clock is later.
  options.clock.set(startMs + 10_000);
  context.after(() => options.close());
  const accountId = await options.ledger.pay('100');
  const publish = (afterMs: number, price: string) =>
    options.market.publish('BTC', [{ price, publishedAt: startMs + afterMs }]);
  publish(0, '60000');
  await options.place({ accountId, receivedAt: startMs });
  const order = await losing(() => options.place({ accountId, receivedAt: startMs }));
  options.clock.set(startMs + 35_000);
  publish(300, '60001');
  publish(30_300, '60002');
  publish(30_400, '60000');
  // No sweep has run by then.
  const isTold = () => options.pushes(accountId).some(({ notify }) => isEnd(notify as OptionOrderMessage, order));
  await until('its end is told', isTold);
  assert.equal((await options.ended(order)).ending!.result, 'win');
  await options.ledger.audit();
});

const isEnd = (told: OptionOrderMessage, order: OptionOrderMessage): boolean =>
  told.option_order_id === order.option_order_id && told.result !== null;
