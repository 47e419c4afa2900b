// A forgotten password, and what its owner is told: codes are few and good once, and nobody learns who has an account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freezeByLink, getUser, parseWireId, queryLogin, resetPassword, sendResetCode } from '@candor/wire';
import { accountsForTests, codeOf, countCodes } from '../../../test/support/accounts.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => void (world = await accountsForTests()));
after(() => world.end());

const settled = () => world.accounts.web.stop?.();
const resetCodeOf = async (recipient: string): Promise<string> => {
  await settled();
  const sent = (await world.outbox.list(recipient)).find(({ kind }) => kind === 'reset-code');
  assert.ok(sent?.code, `a code was sent to ${recipient}`);
  return sent.code;
};
const logIn = (name: string, password: string) =>
  world.visitor().call(queryLogin, { user_name: name, user_password: password });

for (const account of ['forgets@example.com', '+819012345601']) {
  test(`a forgotten password is set anew by ${account}: every session ends, withdrawals are on hold for a day`, async () => {
    const { browser, user, password } = await world.person(account);
    const visitor = world.visitor('198.51.100.7');
    await visitor.call(sendResetCode, { account });
    const code = await resetCodeOf(account);
    const ofNumber = { account, user_password: `no${user.user_number}` };
    assert.equal(await codeOf(visitor.call(resetPassword, { ...ofNumber, code })), 'password-weak');
    assert.equal(await codeOf(visitor.call(resetPassword, { ...ofNumber, code: 'x' })), 'code-invalid');
    await visitor.call(resetPassword, { account, code, user_password: 'wren and lark' });
    assert.equal(await codeOf(browser.call(getUser, { account_id: user.account_id })), 'login-required');
    assert.equal(await codeOf(logIn(account, password)), 'login-failed');
    assert.equal(await codeOf(logIn(account, 'wren and lark')), 'accepted');
    const again = visitor.call(resetPassword, { account, code, user_password: 'lark and wren' });
    assert.equal(await codeOf(again), 'code-invalid');
    await settled();
    assert.equal((await world.outbox.list(account))[0]?.kind, 'password-reset');
    const { rows } = await world.pool.query<{ reason: string; ms: number }>(
      `select reason, (extract(epoch from ends_at - begun_at) * 1000)::int as ms from account_holds where account_id = $1`,
      [parseWireId('account', user.account_id)],
    );
    assert.deepEqual(rows, [{ reason: 'login-password', ms: 24 * 3_600_000 }]);
  });
}

test('who has no account is answered as who has one, and no message leaves', async () => {
  await world.person('known@example.com');
  for (const account of ['known@example.com', 'unknown@example.com', '+819012345699']) {
    const send = () => codeOf(world.visitor().call(sendResetCode, { account }));
    assert.deepEqual([await send(), await send()], ['accepted', 'code-too-soon'], account);
    const guess = { account, code: '000000', user_password: 'wren and lark' };
    assert.equal(await codeOf(world.visitor().call(resetPassword, guess)), 'code-invalid', account);
  }
  await settled();
  for (const nobody of ['unknown@example.com', '+819012345699']) assert.deepEqual(await world.outbox.list(nobody), []);
});

test('of 50 right answers at the same time one sets its password', async () => {
  const account = 'race@example.com';
  await world.person(account);
  await world.visitor().call(sendResetCode, { account });
  const code = await resetCodeOf(account);
  const counts = await countCodes(
    Array.from({ length: 50 }, (_, place) =>
      world.visitor(`198.51.100.${place}`).call(resetPassword, { account, code, user_password: `password number ${place}`.slice(0, 20) }),
    ),
  ); // oxfmt-ignore
  assert.equal(counts.accepted, 1);
  assert.equal((counts['code-invalid'] ?? 0) + (counts.busy ?? 0), 49);
});

test('a code is tried five times, lives ten minutes, and is good for nothing else', async () => {
  const account = 'guessed@example.com';
  const { password } = await world.person(account);
  const reset = (code: string) =>
    codeOf(world.visitor().call(resetPassword, { account, code, user_password: 'wren and lark' }));
  const registered = await world.lastCode(account);
  await world.visitor().call(sendResetCode, { account });
  const code = await resetCodeOf(account);
  if (registered !== code) assert.equal(await reset(registered), 'code-invalid', 'the code of the registration');
  const wrong = Array.from({ length: 4 }, (_, place) =>
    String((parseInt(code, 10) + 1 + place) % 1_000_000).padStart(6, '0'),
  );
  for (const each of wrong) assert.equal(await reset(each), 'code-invalid');
  assert.equal(await reset(registered === code ? wrong[0]! : code), 'code-invalid', 'the sixth try');
  world.clock.advance(61_000);
  await world.visitor().call(sendResetCode, { account });
  const next = await resetCodeOf(account);
  world.clock.advance(10 * 60_000);
  assert.equal(await reset(next), 'code-expired');
  assert.equal(await codeOf(logIn(account, password)), 'accepted');
});

test('"this was not me" freezes the account and ends its sessions, once and within a week', async () => {
  const account = 'robbed@example.com';
  const { user } = await world.person(account);
  await world.visitor().call(sendResetCode, { account });
  await world
    .visitor()
    .call(resetPassword, { account, code: await resetCodeOf(account), user_password: 'wren and lark' });
  await settled();
  const mail = (await world.outbox.list(account))[0]!;
  const token = /\/#\/not-me\?token=([\w.-]+)/.exec(mail.text)?.[1];
  assert.ok(token, mail.text);
  const thief = world.visitor();
  await thief.call(queryLogin, { user_name: account, user_password: 'wren and lark' });
  const freeze = (each: string) => codeOf(world.visitor().call(freezeByLink, { token: each }));
  for (const forged of [
    'x',
    `${token}x`,
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.split('.')[0]!,
  ]) {
    assert.equal(await freeze(forged), 'link-invalid');
  }
  assert.ok(await world.accounts.sessions.find(thief.token!));
  const counts = await countCodes(Array.from({ length: 20 }, () => world.visitor().call(freezeByLink, { token })));
  assert.deepEqual(counts, { accepted: 1, 'link-invalid': 19 });
  assert.equal(await codeOf(thief.call(getUser, { account_id: user.account_id })), 'login-required');
  await thief.call(queryLogin, { user_name: account, user_password: 'wren and lark' });
  assert.equal((await world.accounts.sessions.find(thief.token!))?.isFrozen, true);
  await settled();
  assert.equal((await world.outbox.list(account))[0]?.kind, 'account-frozen');
});

test('a link of a week ago does nothing', async () => {
  const account = 'late@example.com';
  await world.person(account);
  await world.visitor().call(sendResetCode, { account });
  await world
    .visitor()
    .call(resetPassword, { account, code: await resetCodeOf(account), user_password: 'wren and lark' });
  await settled();
  const token = /token=([\w.-]+)/.exec((await world.outbox.list(account))[0]!.text)![1]!;
  world.clock.advance(7 * 24 * 3_600_000);
  assert.equal(await codeOf(world.visitor().call(freezeByLink, { token })), 'link-invalid');
});
