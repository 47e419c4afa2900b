// The experience account: a login of its own, bonus money that trades like real money and never becomes any.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createClient,
  getUser,
  openExperienceAccount,
  queryBills,
  queryLogin,
  submitOptionsOrder,
  takeTestMoney,
} from '@candor/wire';
import { declareTestMoves, postByHand } from './support/money.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp();
});
after(() => app.close());

test('bonus money stays in its book, and the real account does not notice', async () => {
  const owner = await app.person('100');
  const guestClient = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await guestClient.call(queryLogin, { user_name: owner.email, user_password: owner.password }));
  const guestUser = got(await guestClient.call(openExperienceAccount, { user_password: 'guest secret' }));
  assert.equal(guestUser.account_type, '0');
  assert.notEqual(guestUser.account_id, owner.user.account_id);
  const guest = { ...owner, client: guestClient, user: guestUser };
  assert.deepEqual(await app.available(guest), { available: '10000', reserved: '0' });

  const order = { pair_type: 'btcusdt', trade_num: '250', option_config_id: '5', trade_transaction_type: 1 };
  got(await guestClient.call(submitOptionsOrder, { ...order, trade_user_id: guestUser.account_id }));
  got(await owner.client.call(submitOptionsOrder, { ...order, trade_num: '40', trade_user_id: owner.user.account_id }));
  assert.deepEqual(await app.available(guest), { available: '9750', reserved: '250' });
  assert.deepEqual(await app.available(owner), { available: '60', reserved: '40' });
  const { rows } = await app.pool.query(
    'select distinct book from ledger_moves where account_id = (select account_id from accounts where experience_of is not null)',
  );
  assert.deepEqual(rows, [{ book: 'bonus' }]);
  await app.audit();

  const bills = got(await guestClient.call(queryBills, { user_id: guestUser.account_id })).RESULT_LIST;
  assert.deepEqual(bills.map(({ kind, amount }) => [kind, amount]), [['option-placed', '250'], ['test-money', '10000']]); // oxfmt-ignore
});

test('it logs in by its number, opens no second one, and neither account may speak for the other', async () => {
  const owner = await app.person('100');
  const opening = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await opening.call(queryLogin, { user_name: owner.email, user_password: owner.password }));
  const { user_number, account_id } = got(await opening.call(openExperienceAccount, { user_password: 'guest secret' }));

  const guest = createClient({ baseUrl: app.url, keepsCookies: true });
  const [user] = got(
    await guest.call(queryLogin, { user_name: user_number, user_password: 'guest secret' }),
  ).RESULT_LIST;
  assert.equal(user!.account_id, account_id);
  assert.equal(
    refusalOf(await guest.call(openExperienceAccount, { user_password: 'another one' })),
    'experience-exists',
  );
  assert.equal(
    refusalOf(await owner.client.call(openExperienceAccount, { user_password: 'another one' })),
    'experience-exists',
  );
  assert.equal(refusalOf(await guest.call(getUser, { account_id: owner.user.account_id })), 'not-yours');
  assert.equal(refusalOf(await owner.client.call(getUser, { account_id })), 'not-yours');
  await app.audit();
});

test('the faucet fills the book of whoever asks', async () => {
  const owner = await app.person('100');
  const client = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await client.call(queryLogin, { user_name: owner.email, user_password: owner.password }));
  const user = got(await client.call(openExperienceAccount, { user_password: 'guest secret' }));
  const given = got(await client.call(takeTestMoney, { coin: 'USDT', amount: '5' }));
  assert.equal(given.balance, '10005');
  assert.deepEqual(await app.available(owner), { available: '100', reserved: '0' });
  const { rows } = await app.pool.query<{ mixed: number }>(
    `select count(*) as mixed from ledger_balances b join accounts a using (account_id)
     where (a.account_type = '0') <> (b.book = 'bonus')`,
  );
  assert.equal(rows[0]!.mixed, 0);
  assert.equal(user.account_type, '0');
  await app.audit();
});

test('the database itself refuses to mix the books or to pay bonus money out', async () => {
  const owner = await app.person('100');
  const client = createClient({ baseUrl: app.url, keepsCookies: true });
  got(await client.call(queryLogin, { user_name: owner.email, user_password: owner.password }));
  got(await client.call(openExperienceAccount, { user_password: 'guest secret' }));
  const { rows } = await app.pool.query(
    `select a.account_id from accounts a join accounts o on o.account_id = a.experience_of where o.email = $1`,
    [owner.email],
  );
  const [bonus] = rows as { account_id: string }[];
  await declareTestMoves(app);
  const post = (moves: { book: string; from: string; to: string }[]) => postByHand(app.pool, bonus!.account_id, moves);
  await assert.rejects(post([{ book: 'bonus', from: 'available', to: 'bank' }]), /bonus_stays_inside/);
  await assert.rejects(post([{ book: 'bonus', from: 'available', to: 'chain-custody' }]), /bonus_stays_inside/);
  await assert.rejects(
    post([
      { book: 'bonus', from: 'available', to: 'bankroll' },
      { book: 'real', from: 'bankroll', to: 'available' },
    ]),
    /both books/,
  );
  await assert.rejects(post([{ book: 'real', from: 'available', to: 'bank' }]), /does not exist in its book/);
  await assert.rejects(app.pool.query('update ledger_balances set available = available + 1'), /permission denied/);
  await assert.rejects(app.pool.query('delete from ledger_moves'), /permission denied/);
  await app.audit();
});
