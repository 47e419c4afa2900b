// Every call that moves money, asked for again: in turn, all at once, after a restart, by somebody else, and for another sum.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  closePledge,
  endpoints,
  openExperienceAccount,
  openPledge,
  parseAmount,
  submitLimitExchange,
  submitOptionsOrder,
  takeTestMoney,
  verifyMe,
} from '@candor/wire';
import type { CallOptions, Outcome } from '@candor/wire';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { systemClock } from '../src/kit/clock.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';
import { crowdOf, longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC', 'SOL'] });
});
after(() => app.close());

interface MoneyCall {
  send: (person: Person, options: { amount: string } & CallOptions) => Promise<Outcome<unknown>>;
  /** What one of 25.5 leaves of 1000 available. */
  leaves: string;
}

const moneyCalls: Record<string, MoneyCall> = {
  [takeTestMoney.path]: {
    send: ({ client }, { amount, ...how }) => client.call(takeTestMoney, { coin: 'USDT', amount }, how),
    leaves: '1025.5',
  },
  [submitOptionsOrder.path]: {
    send: ({ client, user }, { amount, ...how }) =>
      client.call(
        submitOptionsOrder,
        {
          pair_type: 'btcusdt',
          trade_user_id: user.account_id,
          trade_num: amount,
          option_config_id: '5',
          trade_transaction_type: 1,
        },
        how,
      ),
    leaves: '974.5',
  },
  [openPledge.path]: {
    send: ({ client, user }, { amount, ...how }) =>
      client.call(
        openPledge,
        { account_id: user.account_id, pledge_product_id: '1', config_version: 1, amount, auto_renew: false },
        how,
      ),
    leaves: '974.5',
  },
  [submitLimitExchange.path]: {
    async send({ client, user }, { amount, ...how }) {
      got(await client.call(verifyMe, {}));
      // A solana for 100 USDT, which it costs more than.
      const pair = { baseCurrency: 'USDT', quoteCurrency: 'SOL', price: '0.01', hours: 1 };
      return client.call(submitLimitExchange, { account_id: user.account_id, ...pair, amount }, how);
    },
    leaves: '974.5',
  },
};

/** They name a quote or an order of one's own instead of a sum: asked for again in replays.test.ts, and where their products are. */
const ofOrders = [
  '/api/exchange/submit',
  '/api/exchange/cancel',
  '/api/pledge/close',
  '/api/pledge/renewal',
  '/api/buy-coins/submit',
  '/api/buy-coins/paid',
  '/api/buy-coins/cancel',
  '/api/borrow/submit',
  '/api/borrow/repay',
  '/api/shop/order',
  '/api/shop/address',
  '/api/shop/worth',
  '/api/experience-account/open',
  '/api/withdraw/add',
  '/api/withdraw/cancel',
];

test('every call that moves money is asked for again here, or where the contracts and the orders are', () => {
  const paths = endpoints
    .filter(({ movesMoney, path }) => movesMoney === true && !path.startsWith('/api/contracts/'))
    .map(({ path }) => path);
  assert.deepEqual([...Object.keys(moneyCalls), ...ofOrders].toSorted(), paths.toSorted());
});

for (const [path, { send, leaves }] of Object.entries(moneyCalls)) {
  test(`${path} with one key is done once and answers the same each time`, async () => {
    const person = await app.person('1000');
    const once = { amount: '25.5', idempotencyKey: randomUUID() };
    const first = got(await send(person, once));
    assert.deepEqual(got(await send(person, once)), first);
    const crowd = await Promise.all(Array.from({ length: 32 }, () => send(person, once)));
    for (const outcome of crowd) assert.deepEqual(got(outcome), first);
    assert.equal((await app.available(person)).available, leaves);
  });

  test(`${path}: of 32 that come first at once, one is done`, async () => {
    const person = await app.person('1000');
    const once = { amount: '25.5', idempotencyKey: randomUUID() };
    const replies = (await Promise.all(Array.from({ length: 32 }, () => send(person, once)))).map(got);
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
    assert.equal((await app.available(person)).available, leaves);
  });

  test(`${path}: a key is bound to what it was first used for, and to its account`, async () => {
    const [person, other] = [await app.person('1000'), await app.person('1000')];
    const idempotencyKey = randomUUID();
    got(await send(person, { amount: '25.5', idempotencyKey }));
    const changed = await send(person, { amount: '25.6', idempotencyKey });
    assert.equal(refusalOf(changed), 'key-reused');
    assert.equal(!changed.ok && changed.httpStatus, 409);
    got(await send(other, { amount: '25.5', idempotencyKey }));
    assert.equal((await app.available(person)).available, leaves);
    assert.equal((await app.available(other)).available, leaves);
  });

  test(`${path}: of five sums that come under one key at once, one is moved`, async () => {
    const person = await app.person('1000');
    const idempotencyKey = randomUUID();
    const amounts = ['11', '12', '13', '14', '15'];
    const outcomes = await Promise.all(amounts.map((amount) => send(person, { amount, idempotencyKey })));
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
    for (const outcome of outcomes.filter(({ ok }) => !ok)) assert.equal(refusalOf(outcome), 'key-reused');
    const moved = parseAmount(amounts[outcomes.findIndex(({ ok }) => ok)]!)!;
    const { available } = await app.available(person);
    const expected = parseAmount('1000')! + (path === takeTestMoney.path ? moved : -moved);
    assert.equal(parseAmount(available), expected);
  });

  test(`${path}: what comes too late is not done, neither then nor when a try before it arrives`, async () => {
    const person = await app.person('1000');
    const placedAt = Date.now() - 6_000;
    const once = { amount: '25.5', idempotencyKey: randomUUID(), placedAt };
    const first = await send(person, once);
    assert.equal(refusalOf(first), 'placed-too-late');
    assert.deepEqual(await send(person, once), first);
    assert.deepEqual(await send(person, { ...once, placedAt: Date.now() }), first);
    assert.equal((await app.available(person)).available, '1000');
    got(await send(person, { ...once, idempotencyKey: randomUUID(), placedAt: Date.now() }));
  });

  test(`${path}: a refusal is kept like any other answer`, async () => {
    const person = await app.person('9');
    const once = { amount: path === takeTestMoney.path ? '9992' : '10', idempotencyKey: randomUUID() };
    const expected = path === takeTestMoney.path ? 'faucet-limit' : 'insufficient-balance';
    const first = await send(person, once);
    assert.equal(refusalOf(first), expected);
    // Now it could be afforded, but the answer under this key was given.
    got(await person.client.call(takeTestMoney, { coin: 'USDT', amount: '5' }));
    assert.deepEqual(await send(person, once), first);
    assert.deepEqual(await app.available(person), { available: '14', reserved: '0' });
  });
}

test('after all of these the books are right', () => app.audit());

test('a key that one call used is no key of another call', async () => {
  const person = await app.person('1000');
  const idempotencyKey = randomUUID();
  const [faucet, stake] = [moneyCalls[takeTestMoney.path]!, moneyCalls[submitOptionsOrder.path]!];
  got(await faucet.send(person, { amount: '25.5', idempotencyKey }));
  assert.equal(refusalOf(await stake.send(person, { amount: '25.5', idempotencyKey })), 'key-reused');
  assert.equal((await app.available(person)).available, '1025.5');
});

test('many orders at once on a balance for a sixth of them: a sixth is placed, and the others are refused', async () => {
  const placed = crowdOf(50, 5);
  const person = await app.person(`${10 * placed}`);
  const stake = moneyCalls[submitOptionsOrder.path]!;
  const sent = Array.from({ length: 6 * placed }, () =>
    stake.send(person, { amount: '10', idempotencyKey: randomUUID() }),
  );
  const outcomes = await Promise.all(sent);
  assert.equal(outcomes.filter(({ ok }) => ok).length, placed);
  for (const outcome of outcomes.filter(({ ok }) => !ok)) {
    // On a slow machine some wait too long for their turn, or the market is behind by then.
    const refusals = ['insufficient-balance', 'too-many-refused', 'busy', 'market-degraded'];
    assert.ok(refusals.includes(refusalOf(outcome)), refusalOf(outcome));
  }
  assert.deepEqual(await app.available(person), { available: '0', reserved: `${10 * placed}` });
  await app.audit();
});

test('who takes back again and again is told to wait, and takes back what stands all the same', async () => {
  const { client, user } = await app.person('10000');
  const { account_id } = user;
  const terms = { pledge_product_id: '1', config_version: 1, amount: '50', auto_renew: false };
  const place = () => client.call(openPledge, { account_id, ...terms });
  const takeBack = async ({ pledge_order_id }: { pledge_order_id: string }) =>
    void got(await client.call(closePledge, { account_id, pledge_order_id }));
  const spare = got(await place());
  // More than the burst, by so many seconds as the test may take.
  for (let taken = 0; taken < 90; taken += 45) {
    const placed = await Promise.all(Array.from({ length: 45 }, place));
    await Promise.all(placed.flatMap((each) => (each.ok ? [takeBack(each.data)] : [])));
  }
  const next = await place();
  assert.equal(refusalOf(next), 'too-many-refused');
  assert.equal(!next.ok && next.httpStatus, 429);
  await takeBack(spare);
});

/** Asks for test money as a program without keys does; the answer is when it was asked. */
async function askKeyless({ client }: Person, { url = app.url, amount = '7' } = {}): Promise<number> {
  const headers = { 'content-type': 'application/json', cookie: client.cookies() };
  const askedAt = Date.now();
  const answer = await fetch(url + takeTestMoney.path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ coin: 'USDT', amount }),
  });
  assert.equal(answer.status, 200);
  return askedAt;
}

test(
  'a call without a key, sent twice within 2 s, is done once, whatever the clock says; later it is another',
  longRun('waits for the 2 s'),
  async () => {
    const people = [await app.person(), await app.person(), await app.person(), await app.person()];
    // Past an even second, before one and across one.
    for (const [place, person] of people.entries()) {
      await new Promise((resolve) => setTimeout(resolve, 2_000 - (Date.now() % 2_000) + place * 500 - 25));
      await Promise.all([askKeyless(person), askKeyless(person), askKeyless(person)]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await askKeyless(person);
      assert.equal((await app.available(person)).available, '7', `${place * 500 - 25} ms past an even second`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await askKeyless(people[0]!);
    assert.equal((await app.available(people[0]!)).available, '14');
    await app.audit();
  },
);

/** Everything that moves money, once; the answers again, and to another sum under the same keys. */
async function doEverything() {
  const person = await app.person('1000');
  const asked = Object.values(moneyCalls).map(({ send }) => ({ send, idempotencyKey: randomUUID() }));
  const first: unknown[] = [];
  for (const { send, idempotencyKey } of asked) first.push(got(await send(person, { amount: '25.5', idempotencyKey })));
  const before = await app.available(person);
  return async () => {
    for (const [place, { send, idempotencyKey }] of asked.entries()) {
      assert.deepEqual(got(await send(person, { amount: '25.5', idempotencyKey })), first[place]);
      assert.equal(refusalOf(await send(person, { amount: '30', idempotencyKey })), 'key-reused');
    }
    assert.deepEqual(await app.available(person), before);
  };
}

test(
  'two processes count a repetition without a key as one, and so does one that was started again; the answers under keys survive that',
  { timeout: 240_000, ...longRun('a second process, and a start anew') },
  async () => {
    const settings = { PORT: '0', MARKET_SOURCE: 'simulated', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    const config = { ...readConfig(settings), databaseUrl: app.databaseUrl };
    const other = await openApp({ config, databaseUrl: app.databaseUrl, secrets: app.secrets, clock: systemClock });
    const person = await app.person();
    const url = `http://127.0.0.1:${other.port}`;
    await Promise.all([
      askKeyless(person),
      askKeyless(person, { url }),
      askKeyless(person),
      askKeyless(person, { url }),
    ]);
    await askKeyless(person, { url });
    assert.equal((await app.available(person)).available, '7');
    const expectSameAnswers = await doEverything();
    // The claim is made young again, as a restart takes longer than 2 s.
    await other.close();
    await app.restart();
    await app.pool.query('update keyless_claims set claimed_at = clock_timestamp()');
    await askKeyless(person);
    assert.equal((await app.available(person)).available, '7');
    // The sessions are still open too.
    await expectSameAnswers();
    await app.audit();
  },
);

test('an experience account is opened and funded once, however often it is asked for', async () => {
  const person = await app.person('50');
  const asked = Array.from({ length: 8 }, () =>
    person.client.call(openExperienceAccount, { user_password: 'secret of one' }),
  );
  const outcomes = await Promise.all(asked);
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  // Of one account's passwords two wait at most to be made into digests.
  for (const outcome of outcomes) if (!outcome.ok) assert.ok(['experience-exists', 'busy'].includes(outcome.code));
  const again = await person.client.call(openExperienceAccount, { user_password: 'secret of one' });
  assert.equal(refusalOf(again), 'experience-exists');
  const { rows } = await app.pool.query(
    `select trim_scale(sum(b.available))::text as bonus, count(*) as accounts from accounts a
     join ledger_balances b using (account_id) where b.book = 'bonus' and a.experience_of is not null`,
  );
  assert.deepEqual(rows[0], { bonus: '10000', accounts: 1 });
  await app.audit();
});
