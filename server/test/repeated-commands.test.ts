// Every call that moves money, asked for again: in turn, all at once, after a restart, by somebody else, and for another sum.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { endpoints, openExperienceAccount, submitOptionsOrder, takeTestMoney } from '@candor/wire';
import type { Outcome } from '@candor/wire';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp();
});
after(() => app.close());

interface MoneyCall {
  send(person: Person, options: { amount: string; idempotencyKey: string }): Promise<Outcome<unknown>>;
  /** What one of 25.5 leaves of 1000 available. */
  leaves: string;
}

const moneyCalls: Record<string, MoneyCall> = {
  [takeTestMoney.path]: {
    send: ({ client }, { amount, idempotencyKey }) =>
      client.call(takeTestMoney, { coin: 'USDT', amount }, { idempotencyKey }),
    leaves: '1025.5',
  },
  [submitOptionsOrder.path]: {
    send: ({ client, user }, { amount, idempotencyKey }) =>
      client.call(
        submitOptionsOrder,
        {
          pair_type: 'btcusdt',
          trade_user_id: user.account_id,
          trade_num: amount,
          option_config_id: '5',
          trade_transaction_type: 1,
        },
        { idempotencyKey },
      ),
    leaves: '974.5',
  },
};

test('every call that moves money is asked for again here, or where the contracts are', () => {
  const paths = endpoints
    .filter(({ movesMoney, path }) => movesMoney === true && !path.startsWith('/api/contracts/'))
    .map(({ path }) => path);
  assert.deepEqual(Object.keys(moneyCalls).toSorted(), paths.toSorted());
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
    await app.audit();
  });

  test(`${path}: of 32 that come first at once, one is done`, async () => {
    const person = await app.person('1000');
    const once = { amount: '25.5', idempotencyKey: randomUUID() };
    const replies = (await Promise.all(Array.from({ length: 32 }, () => send(person, once)))).map(got);
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
    assert.equal((await app.available(person)).available, leaves);
    await app.audit();
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
    await app.audit();
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
    await app.audit();
  });
}

test('a call without a key, sent twice at once, is done once', async () => {
  const person = await app.person();
  const body = JSON.stringify({ coin: 'USDT', amount: '7' });
  const headers = { 'content-type': 'application/json', cookie: person.client.cookies() };
  const ask = () => fetch(app.url + takeTestMoney.path, { method: 'POST', headers, body });
  // A window is 2 s long; of three together at most two lie in different ones.
  await Promise.all([ask(), ask(), ask()]);
  assert.match((await app.available(person)).available, /^(?:7|14)$/);
});

test('an experience account is opened and funded once, however often it is asked for', async () => {
  const person = await app.person('50');
  const asked = Array.from({ length: 8 }, () =>
    person.client.call(openExperienceAccount, { user_password: 'secret 1' }),
  );
  const outcomes = await Promise.all(asked);
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  for (const outcome of outcomes) if (!outcome.ok) assert.equal(outcome.code, 'experience-exists');
  const { rows } = await app.pool.query(
    `select trim_scale(sum(b.available))::text as bonus, count(*) as accounts from accounts a
     join ledger_balances b using (account_id) where b.book = 'bonus' and a.experience_of is not null`,
  );
  assert.deepEqual(rows[0], { bonus: '10000', accounts: 1 });
  await app.audit();
});

test('the answers under a key survive a restart of the server', { timeout: 60_000 }, async () => {
  const person = await app.person('1000');
  const asked = Object.values(moneyCalls).map(({ send }) => ({ send, idempotencyKey: randomUUID() }));
  const first = [];
  for (const { send, idempotencyKey } of asked) first.push(got(await send(person, { amount: '25.5', idempotencyKey })));
  const before = await app.available(person);
  await app.restart();
  // The session is still open too.
  for (const [place, { send, idempotencyKey }] of asked.entries()) {
    assert.deepEqual(got(await send(person, { amount: '25.5', idempotencyKey })), first[place]);
    assert.equal(refusalOf(await send(person, { amount: '30', idempotencyKey })), 'key-reused');
  }
  assert.deepEqual(await app.available(person), before);
  await app.audit();
});
