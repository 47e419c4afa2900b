// What a customer takes back for nothing leaves rows that are kept for ever. Beyond some dozens in a row nothing new is placed for a
// moment, while what stands can be taken back all the same. Limit orders of contracts: contract-limits.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cancelExchange, changePledgeRenewal, closePledge, openPledge, submitLimitExchange, submitOptionsOrder, verifyMe, type Outcome } from '@candor/wire'; // oxfmt-ignore
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp();
});
after(async () => {
  await app.audit();
  await app.close();
});

interface Free {
  place: (person: Person) => Promise<Outcome<unknown>>;
  takeBack: (person: Person, placed: never) => Promise<Outcome<unknown>>;
  /** At a time. */
  openMax: number;
}

const frees: Record<string, Free> = {
  'a limit swap': {
    place: ({ client, user }) =>
      client.call(submitLimitExchange, { account_id: user.account_id, baseCurrency: 'USDT', quoteCurrency: 'SOL', price: '0.01', hours: 1, amount: '20' }), // oxfmt-ignore
    takeBack: ({ client }, { exchange_id }: { exchange_id: string }) => client.call(cancelExchange, { exchange_id }),
    openMax: 45,
  },
  'a pledge': {
    place: ({ client, user }) =>
      client.call(openPledge, { account_id: user.account_id, pledge_product_id: '1', config_version: 1, amount: '50', auto_renew: false }), // oxfmt-ignore
    takeBack: ({ client, user }, { pledge_order_id }: { pledge_order_id: string }) =>
      client.call(closePledge, { account_id: user.account_id, pledge_order_id }),
    openMax: 45,
  },
};
/** More than the burst, by so many seconds as the test may take. */
const taken = 90;

for (const [name, { place, takeBack, openMax }] of Object.entries(frees)) {
  test(`${name} placed and taken back again and again is refused, and another account goes on`, async () => {
    const person = await app.person('10000');
    got(await person.client.call(verifyMe, {}));
    const spare = got(await place(person));
    for (let count = 0; count < taken; count += openMax) {
      const placed = (await Promise.all(Array.from({ length: openMax }, () => place(person)))).filter(({ ok }) => ok);
      await Promise.all(placed.map(async (each) => got(await takeBack(person, got(each) as never))));
    }
    const next = await place(person);
    assert.equal(refusalOf(next), 'too-many-refused');
    assert.equal(!next.ok && next.httpStatus, 429);
    got(await takeBack(person, spare as never));
    const other = await app.person('10000');
    got(await other.client.call(verifyMe, {}));
    got(await place(other));
  });
}

test('a pledge whose renewal is changed to and fro counts too, and an option that is paid for does not', async () => {
  const [person, trader] = [await app.person('10000'), await app.person('10000')];
  const option = ({ client, user }: Person) =>
    client.call(submitOptionsOrder, { pair_type: 'btcusdt', trade_user_id: user.account_id, trade_num: '10', option_config_id: '5', trade_transaction_type: 1 }); // oxfmt-ignore
  const { account_id } = person.user;
  const pledge = { account_id, pledge_product_id: '1', config_version: 1, amount: '50', auto_renew: false };
  const { pledge_order_id } = got(await person.client.call(openPledge, pledge));
  const change = (_: unknown, place: number) =>
    person.client.call(changePledgeRenewal, { account_id, pledge_order_id, auto_renew: place % 2 === 0 });
  await Promise.all(Array.from({ length: taken }, change));
  assert.equal(refusalOf(await option(person)), 'too-many-refused');
  (await Promise.all(Array.from({ length: taken }, () => option(trader)))).forEach(got);
  got(await option(trader));
});
