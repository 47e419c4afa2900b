// The machine's clock jumps back or ahead while a server runs, with exchanges and in a demo: prices and orders continue by elapsed time, and
// operators are notified. A server that starts with a wrong clock accepts no orders until the clock is right.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  getMarketStatus,
  queryOptionsOrderList,
  submitOptionsOrder,
  type OptionOrderMessage,
  type Outcome,
} from '@candor/wire';
import { systemClock, type Clock } from '../src/kit/clock.ts';
import { guardClock } from '../src/kit/guarded-clock.ts';
import { readUntil, until } from '../src/kit/until.test-support.ts';
import { openHtxDouble } from './support/neighbours/htx-double.ts';
import { startFakeVenue } from '../src/market/sources/fake-venue.test-support.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

/** Error of the machine's clock. */
let offMs = 0;
const machine: Clock = { now: () => systemClock.now() + offMs };
const clock = (): Clock => guardClock({ machine });

const place = ({ client, user }: Person): Promise<Outcome<OptionOrderMessage>> =>
  client.call(submitOptionsOrder, {
    pair_type: 'btcusdt',
    trade_user_id: user.account_id,
    trade_num: '10',
    option_config_id: '1',
    trade_transaction_type: 1,
  });

async function ended(
  { client, user }: Person,
  { option_order_id: id }: OptionOrderMessage,
): Promise<OptionOrderMessage> {
  const list = { trade_user_id: user.account_id, trade_type: 0, pagesize: 100 };
  const read = async () =>
    got(await client.call(queryOptionsOrderList, list)).RESULT_LIST.find((order) => order.option_order_id === id);
  return (await readUntil('it has ended', read, (order) => order !== undefined, { everyMs: 250 }))!;
}

const stateOf = async ({ client }: Person): Promise<string | undefined> =>
  got(await client.call(getMarketStatus, {})).coins.find(({ coin }) => coin === 'BTC')?.state;

const faultsOf = async (app: RunningApp): Promise<string[]> => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select distinct fault ->> 'clock' as name from processes, json_array_elements(clock_faults) as fault`,
  );
  return rows.map(({ name }) => name).toSorted();
};

/** Checks an order that is open at the jump, and an order placed after it: ticks close both after the duration in their terms. */
async function ordersGoOnOver(app: RunningApp, person: Person, jumpMs: number): Promise<void> {
  await until('live', async () => (await stateOf(person)) === 'live');
  const startedAt = performance.now();
  const open = got(await place(person));
  await pause(3_000);
  offMs = jumpMs;
  await pause(1_000);
  assert.equal(await stateOf(person), 'live');
  const under = got(await place(person));
  await until('operators are told', async () => (await faultsOf(app)).includes('machine'));
  for (const order of [open, under]) {
    const { result } = await ended(person, order);
    assert.ok(result === 'win' || result === 'lose' || result === 'tie', `${jumpMs}: ${result}`);
  }
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 30_000 && tookMs < 60_000, `both orders of 30 s took ${tookMs} ms`);
  offMs = 0;
  await until('operators are told that it is over', async () => (await faultsOf(app)).length === 0);
  assert.equal(await stateOf(person), 'live');
}

describe('the clock of the machine is set', () => {
  test('in a demo', async () => {
    offMs = 0;
    const app = await openRunningApp({ clock });
    try {
      const person = await app.person('1000');
      for (const jumpMs of [-90_000, 31_000]) await ordersGoOnOver(app, person, jumpMs);
      await app.audit();
    } finally {
      await app.close();
    }
  });

  test('with exchanges, which say what time it is', async () => {
    offMs = 0;
    const htx = await openHtxDouble();
    const okx = await startFakeVenue((text) =>
      text.includes('"subscribe"')
        ? (JSON.parse(text) as { args: object[] }).args.map((arg) => JSON.stringify({ event: 'subscribe', arg }))
        : [],
    );
    const bybit = await startFakeVenue((text) =>
      text.includes('"subscribe"') ? ['{"op":"subscribe","success":true}'] : [],
    );
    let step = 0;
    const timer = setInterval(() => {
      step = (step + 1) % 9;
      const [bid, ask, at] = [90_000 + step, 90_002 + step, systemClock.now()];
      htx.push('market.btcusdt.depth.step0', `{"bids":[[${bid},1]],"asks":[[${ask},1]],"version":${at},"ts":${at}}`);
      okx.say(
        `{"arg":{"channel":"bbo-tbt","instId":"BTC-USDT"},"data":[{"bids":[["${bid}","1"]],"asks":[["${ask}","1"]],"ts":"${at}"}]}`,
      );
      bybit.say(
        `{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":${at},"data":{"s":"BTCUSDT","b":[["${bid}","1"]],"a":[["${ask}","1"]]}}`,
      );
    }, 100);
    const app = await openRunningApp({
      clock,
      settings: {
        HTX_WS: htx.websocketUrl,
        HTX_REST: htx.restUrl,
        OKX_WS: okx.url,
        BYBIT_WS: bybit.url,
        MARKET_SOURCE: 'htx',
        MARKET_VENUES: 'htx,okx,bybit',
      },
      liveCoins: ['BTC'],
    });
    try {
      const person = await app.person('1000');
      for (const jumpMs of [-3_000, -60_000, 31_000]) await ordersGoOnOver(app, person, jumpMs);

      // A server that starts with a clock ahead or behind accepts no orders, and continues once the clock is right.
      for (const wrongMs of [-90_000, 31_000]) {
        await app.restart(async () => void (offMs = wrongMs), { isLive: false });
        await until('operators are told', async () => (await faultsOf(app)).includes('sources'));
        assert.equal(await stateOf(person), 'degraded');
        assert.equal(refusalOf(await place(person)), 'market-degraded');
        offMs = 0;
        const rightAt = performance.now();
        await until('live', async () => (await stateOf(person)) === 'live');
        assert.ok(performance.now() - rightAt < 10_000);
        const { result } = await ended(person, got(await place(person)));
        assert.notEqual(result, 'void');
      }
      await app.audit();
    } finally {
      clearInterval(timer);
      await app.close();
      await Promise.all([htx, okx, bybit].map((each) => each.close()));
    }
  });
});
