// One's own ended options by coin and time: as a list, summed up, and as a file; all three are of the same orders.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getOptionsHistory, queryOptionsOrderList, queryOptionsSummary, toInstant, wireId } from '@candor/wire';
import type { OptionOrderMessage, Uuid } from '@candor/wire';
import type { Download } from '../src/kit/download.ts';
import type { SelfContext } from '../src/kit/feature.ts';
import { historyCalls } from '../src/options/order-history.ts';
import { codeOf } from './support/accounts.ts';
import { openOptionsStage } from './support/options-stage.ts';
import type { OptionsStage } from './support/options-stage.ts';

const startMs = Date.UTC(2026, 1, 28, 23, 58);
const nextMonth = Date.UTC(2026, 2, 1);
let stage: OptionsStage;
let accountId: Uuid;
const placed: OptionOrderMessage[] = [];

before(async () => {
  stage = await openOptionsStage({ startMs });
  accountId = await stage.ledger.pay('1000');
  const other = await stage.ledger.pay('1000');
  tick('60000');
  // Won and lost in February, even in March.
  await play({ accountId, exit: '60001' });
  await play({ accountId, exit: '59999', stake: '20' });
  stage.clock.advance(120_000);
  await play({ accountId, exit: '60000' });
  await play({ accountId: other, exit: '60001' });
});
after(() => stage.close());

const tick = (price: string): unknown => stage.market.publish('BTC', [{ price, publishedAt: stage.clock.now() }]);

async function play({ exit, ...wanted }: { accountId: Uuid; exit: string; stake?: string }): Promise<void> {
  const order = await stage.place(wanted);
  if (wanted.accountId === accountId) placed.push(order);
  stage.clock.advance(300);
  tick('60000');
  stage.clock.advance(29_000);
  tick(exit);
  stage.clock.advance(1_200);
  tick('60000');
  await stage.ended(order);
}

const context = (): SelfContext => ({ session: { accountId } }) as SelfContext;
const [summary, file] = [queryOptionsSummary, getOptionsHistory].map(
  (call) => (payload: object) =>
    historyCalls(stage.ledger.pool)
      .find((each) => each.call === call)!
      .handle(call.payload.parse({ trade_user_id: wireId('account', accountId), ...payload }), context()),
) as [(payload: object) => Promise<object>, (payload: object) => Promise<Download>];

async function linesOf(payload: object): Promise<string[]> {
  let text = '';
  for await (const part of (await file(payload)).open()) text += part as string;
  return text.split('\r\n').slice(0, -1);
}

const february = { to: toInstant(nextMonth) };
const march = { from: toInstant(nextMonth) };

test('sums are those of the whole list, of a coin and of a month', async () => {
  const all = { orders: 3, wins: 1, losses: 1, staked: '40', paid: '28.5' };
  assert.deepEqual(await summary({}), all);
  assert.deepEqual(await summary({ pair_type: 'btcusdt' }), all);
  assert.deepEqual(await summary({ pair_type: 'ethusdt' }), { orders: 0, wins: 0, losses: 0, staked: '0', paid: '0' });
  assert.deepEqual(await summary(february), { orders: 2, wins: 1, losses: 1, staked: '30', paid: '18.5' });
  assert.deepEqual(await summary(march), { orders: 1, wins: 0, losses: 0, staked: '10', paid: '10' });
});

test('the file has a line for each order, newest first, with entry, exit and what it brought', async () => {
  const [head, ...lines] = await linesOf({});
  assert.equal(head, 'order,pair,side,stake,seconds,received_at,entry_at,entry_price,exit_at,exit_price,result,paid,net'); // oxfmt-ignore
  const ids = lines.map((line) => line.split(',')[0]);
  assert.deepEqual(ids, placed.map(({ option_order_id: id }) => id).toReversed());
  const cells = lines.at(-1)!.split(',');
  assert.deepEqual(cells.slice(1, 5), ['btcusdt', 'up', '10', '30']);
  assert.equal(cells[5], toInstant(startMs));
  assert.deepEqual(cells.slice(7, 8).concat(cells.slice(9)), ['60000', '60001', 'win', '18.5', '8.5']);
  assert.ok(lines[1]!.endsWith(',lose,0,-20'));
  assert.deepEqual((await linesOf(march)).length, 2);
  assert.deepEqual((await linesOf({ pair_type: 'ethusdt' })).length, 1);
});

test('nothing on the way keeps the file, and a time that is none is refused', async () => {
  assert.equal((await file({})).isPrivate, true);
  assert.equal(await codeOf(summary({ from: '2026-13-01T00:00:00.000Z' })), 'malformed');
  assert.equal(queryOptionsOrderList.payload.safeParse({ trade_user_id: 'x', trade_type: 0, from: 'soon' }).success, false); // oxfmt-ignore
});
