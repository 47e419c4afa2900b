// Three exchanges make the price of real money: orders live on what they agree on, and a liar changes nothing; once too few
// agree new orders are refused, and open ones end by the rule.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findInputsFault, verifyOptionReceipt } from '@candor/proof';
import {
  getIndexSources,
  getMarketStatus,
  getProofKey,
  getTickInputs,
  getTicks,
  queryOptionsOrderList,
  submitOptionsOrder,
} from '@candor/wire';
import type { OptionOrderMessage, Outcome } from '@candor/wire';
import { systemClock } from '../src/kit/clock.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openHtxDouble } from './support/neighbours/htx-double.ts';
import type { HtxDouble } from './support/neighbours/htx-double.ts';
import { startFakeVenue } from '../src/market/sources/fake-venue.test-support.ts';
import type { FakeVenue } from '../src/market/sources/fake-venue.test-support.ts';
import { issuedReceipt } from './support/issued-receipt.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';

const venues = ['binance', 'okx', 'bybit', 'kraken'] as const;
type Name = (typeof venues)[number];

/** What each of them says of Bitcoin, until told otherwise. */
const agreed: Record<Name, number> = { binance: 90_000, okx: 90_020, bybit: 89_990, kraken: 90_010 };
let prices = { ...agreed };
let app: RunningApp;
let htx: HtxDouble;
const running = new Map<Name, FakeVenue>();
let timer: NodeJS.Timeout;

before(async () => {
  htx = await openHtxDouble();
  const settings: Record<string, string> = { HTX_WS: htx.websocketUrl, HTX_REST: htx.restUrl };
  for (const name of venues) {
    const venue = await startFakeVenue(confirmedBy[name]);
    running.set(name, venue);
    settings[`${name.toUpperCase()}_WS`] = venue.url;
  }
  let step = 0;
  timer = setInterval(() => {
    // A little up and down, so that nobody is taken for frozen.
    step = (step + 1) % 7;
    for (const name of venues) running.get(name)!.say(quoteOf[name](prices[name] + step / 100));
    running.get('kraken')!.say(quoteOf.kraken(1, 'USDT'));
  }, 100);
  app = await openRunningApp({
    settings: { ...settings, MARKET_SOURCE: 'htx', MARKET_VENUES: venues.join() },
    liveCoins: ['BTC'],
  });
});
after(async () => {
  clearInterval(timer);
  await app.close();
  await Promise.all([htx, ...running.values()].map((each) => each.close()));
});

test('orders end by what honest exchanges agree on, or void when too few do', { timeout: 240_000 }, async () => {
  const person = await app.person('1000');
  const settles = got(await place(person));
  // Each says what its tick was made of; the liar is named and left out.
  prices.okx = 99_000;
  await pause(12_000);
  const losesItsPrice = got(await place(person));
  const settled = await untilEnded(person, settles);
  assert.ok(settled.result === 'win' || settled.result === 'lose' || settled.result === 'tie', settled.result!);
  await checkReceipt(person, settled);

  prices = { binance: 80_000, okx: 90_000, bybit: 100_000, kraken: 110_000 };
  await until('the index is gone', async () => (await indexOf(person)) === null);
  const getsNone = got(await place(person));
  const unentered = await untilEnded(person, getsNone);
  assert.deepEqual([unentered.result, unentered.void_reason], ['void', 'no-entry-tick']);
  assert.equal(await stateOf(person), 'degraded');
  assert.equal(refusalOf(await place(person)), 'market-degraded');
  const unsettled = await untilEnded(person, losesItsPrice);
  assert.deepEqual([unsettled.result, unsettled.void_reason], ['void', 'no-exit-tick']);
  for (const order of [unentered, unsettled]) assert.equal(order.paid, order.trade_num, 'refunded in full');

  prices = { ...agreed };
  await until('live again', async () => (await stateOf(person)) === 'live');
  await checkReceipt(person, unsettled);
  const again = got(await place(person));
  await until('the entry', async () =>
    (await listOrders(person, 1)).some(
      ({ option_order_id: id, entry }) => id === again.option_order_id && entry !== null,
    ),
  );
  await app.audit();
});

const quoteOf: Record<Name, (price: number, coin?: string) => string> = {
  binance: (price) =>
    `{"stream":"btcusdt@bookTicker","data":{"s":"BTCUSDT","b":"${price - 1}","B":"1","a":"${price + 1}","A":"1"}}`,
  okx: (price) =>
    `{"arg":{"channel":"bbo-tbt","instId":"BTC-USDT"},"data":[{"bids":[["${price - 1}","1"]],` +
    `"asks":[["${price + 1}","1"]],"ts":"${systemClock.now()}"}]}`,
  bybit: (price) =>
    `{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":${systemClock.now()},` +
    `"data":{"s":"BTCUSDT","b":[["${price - 1}","1"]],"a":[["${price + 1}","1"]]}}`,
  kraken: (price, coin = 'BTC') =>
    `{"channel":"ticker","type":"update","data":[{"symbol":"${coin}/USD","bid":${price * 0.9999},"bid_qty":1,` +
    `"ask":${price * 1.0001},"ask_qty":1}]}`,
};

interface Asked {
  args: readonly unknown[];
  params: { channel: string; symbol: readonly string[] };
}
const isSubscription = (text: string): boolean => /"subscribe"/i.test(text);
const readAsked = (text: string): Asked => JSON.parse(text) as Asked;

/** What is subscribed to is confirmed: a connection that confirms nothing is given up every ten seconds, and its last price stays. */
const confirmedBy: Record<Name, (text: string) => string[]> = {
  binance: (text) => (isSubscription(text) ? ['{"result":null,"id":1}'] : []),
  okx: (text) =>
    isSubscription(text) ? readAsked(text).args.map((arg) => JSON.stringify({ event: 'subscribe', arg })) : [],
  bybit: (text) => (isSubscription(text) ? ['{"op":"subscribe","success":true}'] : []),
  kraken(text) {
    if (!isSubscription(text)) return [];
    const { channel, symbol: symbols } = readAsked(text).params;
    return symbols.map((symbol) => JSON.stringify({ method: 'subscribe', success: true, result: { channel, symbol } }));
  },
};

const place = ({ client, user }: Person): Promise<Outcome<OptionOrderMessage>> =>
  client.call(submitOptionsOrder, {
    pair_type: 'btcusdt',
    trade_user_id: user.account_id,
    trade_num: '10',
    option_config_id: '1',
    trade_transaction_type: 1,
  });

async function listOrders({ client, user }: Person, tradeType: number): Promise<OptionOrderMessage[]> {
  const list = { trade_user_id: user.account_id, trade_type: tradeType, pagesize: 100 };
  return got(await client.call(queryOptionsOrderList, list)).RESULT_LIST;
}

async function untilEnded(person: Person, { option_order_id: id }: OptionOrderMessage): Promise<OptionOrderMessage> {
  for (const end = performance.now() + 45_000; performance.now() < end; await pause(200)) {
    const order = (await listOrders(person, 0)).find((ended) => ended.option_order_id === id);
    if (order) return order;
  }
  return assert.fail('the order did not end');
}

/** What the sources give now; the market is live for 3 s more when it is nothing. */
const indexOf = async ({ client }: Person): Promise<string | null> =>
  got(await client.call(getIndexSources, { coin: 'BTC' })).price;

async function stateOf({ client }: Person): Promise<string | undefined> {
  return got(await client.call(getMarketStatus, {})).coins.find(({ coin }) => coin === 'BTC')?.state;
}

/** The receipt verifies against the archive, and every tick in it follows from the list of its sources. */
async function checkReceipt({ client }: Person, order: OptionOrderMessage): Promise<void> {
  const receipt = await issuedReceipt(client, order.option_order_id);
  const [coin, after, last] = ['BTC', order.accepted_sequence, order.accepted_sequence + receipt.archive.ticks.length];
  const { start_hash, end_hash, ticks } = got(await client.call(getTicks, { coin, after, last }));
  const trustedKey = got(await client.call(getProofKey, {})).public_key;
  const { verdict, checks } = verifyOptionReceipt(receipt, {
    trustedKey,
    archive: { coin, start_hash, ticks, end_hash },
  });
  assert.equal(verdict, 'verified', JSON.stringify(checks.filter((check) => !check.ok || check.isNote)));

  const { inputs } = got(await client.call(getTickInputs, { coin, after, last }));
  const lists = new Map(inputs);
  assert.equal(lists.size, ticks.length);
  for (const [sequence, price, , , named] of ticks) {
    assert.equal(findInputsFault({ inputs: named, price, list: lists.get(sequence)!, decimals: 2 }), undefined);
    const is = parseInt(price, 10);
    assert.ok(is >= agreed.bybit - 1 && is <= agreed.okx + 1, `${price} is beyond what honest exchanges said`);
  }
  assert.ok([...lists.values()].some((list) => list.includes('okx:outlier:99000')));
}
