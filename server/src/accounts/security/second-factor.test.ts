// A customer's second factor, as its owner uses it and as a thief meets it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  beginAuthenticator,
  confirmAuthenticator,
  freezeOwnAccount,
  getSecurity,
  listSecurityEvents,
  queryLogin,
  removeAuthenticator,
  renewRecoveryCodes,
  sendProofCode,
  setMailPhrase,
  updateUser,
} from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import { accountsForTests, codeOf, countCodes, type Visitor } from '../../../test/support/accounts.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => void (world = await accountsForTests()));
after(() => world.end());

const appCode = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() + stepsAway * 30_000 });
const logIn = (name: string, password: string, code = '', ip = '203.0.113.7') =>
  world.visitor(ip).call(queryLogin, { user_name: name, user_password: password, code });

async function messageCode(browser: Visitor, address: string): Promise<string> {
  world.clock.advance(61_000);
  await browser.call(sendProofCode, {});
  return (await world.outbox.list(address)).find(({ kind }) => kind === 'prove-code')!.code!;
}

async function personWithApp(address: string) {
  const person = await world.person(address);
  const { browser, password } = person;
  const { secret, url } = await browser.call(beginAuthenticator, {});
  assert.ok(url.startsWith('otpauth://totp/Candor'));
  const code = await messageCode(browser, address);
  const proof = { user_password: password, code, app_code: appCode(secret).replace(/^.../, '$& ') };
  const { recovery_codes } = await browser.call(confirmAuthenticator, proof);
  world.clock.advance(30_000);
  return { ...person, secret, recoveryCodes: recovery_codes };
}

test('with an authenticator on the password alone opens nothing; each code is good once, also one step off', async () => {
  const { user, password, secret, recoveryCodes } = await personWithApp('app@example.com');
  const name = user.user_number;
  assert.equal(recoveryCodes.length, 10);
  assert.equal(await codeOf(logIn(name, password)), 'second-factor-required');
  assert.equal(await codeOf(logIn(name, 'wrong password', appCode(secret))), 'login-failed');
  const code = appCode(secret, -1);
  world.clock.advance(1);
  assert.equal(
    await codeOf(logIn(name, password, code)),
    'second-factor-wrong',
    'older than the one that turned it on',
  );
  const next = appCode(secret, 1);
  assert.equal(await codeOf(logIn(name, password, next)), 'accepted', 'a clock that is one step ahead');
  assert.equal(await codeOf(logIn(name, password, next)), 'second-factor-wrong', 'used');
  assert.equal(await codeOf(logIn(name, password, recoveryCodes[0]!.toUpperCase())), 'accepted');
  assert.equal(await codeOf(logIn(name, password, recoveryCodes[0])), 'second-factor-wrong', 'used');
  world.clock.advance(60_000);
  const same = appCode(secret);
  const counts = await countCodes(Array.from({ length: 4 }, () => logIn(name, password, same)));
  assert.equal(counts.accepted, 1, 'of four at the same time one');
});

test('who knows the password guesses ten codes an hour, from wherever, and uses up nothing of its owner’s', async () => {
  const { browser, user, password, secret } = await personWithApp('guessed-app@example.com');
  const { account_id, user_number } = user;
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)));
  const wrong = Array.from({ length: 60 }, (_, place) => String(place * 7).padStart(6, '0')).filter((code) => !right.has(code)); // oxfmt-ignore
  const counts: Record<string, number> = {};
  for (const [place, code] of wrong.slice(0, 40).entries()) {
    const answer = await codeOf(logIn(user_number, password, code, `198.51.100.${place}`));
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  assert.deepEqual(counts, { 'second-factor-wrong': 10, 'too-many-requests': 30 });
  assert.equal(await codeOf(logIn(user_number, password, appCode(secret), '198.51.100.1')), 'too-many-requests');
  assert.equal(await codeOf(logIn(user_number, password, appCode(secret))), 'accepted', 'from the owner’s network');
  world.clock.advance(30_000);
  const change = { account_id, original: password, user_password: 'wren and lark', code: appCode(secret) };
  assert.equal(await codeOf(browser.call(updateUser, change)), 'accepted', 'in the owner’s session');
  world.clock.advance(3_600_000);
  const later = logIn(user_number, 'wren and lark', appCode(secret), '198.51.100.1');
  assert.equal(await codeOf(later), 'accepted');
});

test('a thief with the cookie alone, or with the password as well, changes nothing that binds', async () => {
  const { browser, user, password, recoveryCodes } = await personWithApp('stolen@example.com');
  const { account_id } = user;
  const guesses = { cookie: { user_password: 'a guess', code: '000000' }, both: { user_password: password, code: '000000' } }; // oxfmt-ignore
  for (const [who, proof, refusal] of [
    ['the cookie', guesses.cookie, 'password-wrong'],
    ['cookie and password', guesses.both, 'second-factor-wrong'],
  ] as const) {
    for (const call of [removeAuthenticator, renewRecoveryCodes]) {
      assert.equal(await codeOf(browser.call(call, proof)), refusal, `${who}: ${call.path}`);
    }
    assert.equal(await codeOf(browser.call(setMailPhrase, { ...proof, phrase: 'tea at five' })), refusal, who);
  }
  assert.equal(await codeOf(browser.call(beginAuthenticator, {})), 'authenticator-on');
  assert.equal(await codeOf(browser.call(freezeOwnAccount, { user_password: 'a guess' })), 'password-wrong');
  const change = { account_id, original: password, user_password: 'wren and lark' };
  assert.equal(await codeOf(browser.call(updateUser, change)), 'second-factor-required');
  assert.equal(await codeOf(browser.call(updateUser, { ...change, code: '000000' })), 'second-factor-wrong');
  assert.equal(
    await codeOf(browser.call(updateUser, { account_id, user_paypass: '314159', original: password })),
    'second-factor-required',
  );
  assert.equal(await codeOf(browser.call(updateUser, { ...change, code: recoveryCodes[0]! })), 'accepted');
});

test('without an authenticator the code goes to the address, so that a thief with password and cookie adds none', async () => {
  const { browser, password } = await world.person('plain@example.com');
  const { secret } = await browser.call(beginAuthenticator, {});
  const confirm = (code: string) =>
    codeOf(browser.call(confirmAuthenticator, { user_password: password, code, app_code: appCode(secret) }));
  assert.equal(await confirm('000000'), 'code-invalid');
  const first = await messageCode(browser, 'plain@example.com');
  const wrong = browser.call(confirmAuthenticator, { user_password: password, code: first, app_code: '00000' });
  assert.equal(await codeOf(wrong), 'second-factor-wrong', 'the message’s code is still good');
  assert.equal(await confirm(first), 'accepted');
  assert.equal(await codeOf(browser.call(setMailPhrase, { user_password: password, code: first, phrase: 'tea at five' })), 'second-factor-wrong'); // oxfmt-ignore
});

test('what protects the account, its holds and its history are there to see; its words stand in each mail', async () => {
  const account = 'centre@example.com';
  const { browser, user, password, secret } = await personWithApp(account);
  const before = await browser.call(getSecurity, {});
  assert.deepEqual(
    { ...before, holds: before.holds.map(({ reason }) => reason) },
    { authenticator: true, passkeys: 0, recovery_codes: 10, mail_phrase: false, trade_password: false, verified: false, frozen: false, holds: ['second-factor'] }, // oxfmt-ignore
  );
  const left = Date.parse(before.holds[0]!.ends_at) - world.clock.now();
  assert.equal(left, 24 * 3_600_000 - 30_000);
  await browser.call(setMailPhrase, { user_password: password, code: appCode(secret), phrase: ' tea at five ' });
  await codeOf(logIn(user.user_number, 'a guess'));
  await world.accounts.web.stop?.();
  assert.match((await world.outbox.list(account))[0]!.text, /tea at five$/);
  const { RESULT_LIST: events, TOTAL } = await browser.call(listSecurityEvents, {});
  assert.deepEqual(events.map(({ kind }) => kind), ['login-refused', 'mail-phrase-changed', 'totp-on', 'login']); // oxfmt-ignore
  assert.deepEqual([TOTAL, events[0]?.ip, events[0]?.user_agent], [4, '203.0.113.7', 'test browser']);
  world.clock.advance(60_000);
  await browser.call(removeAuthenticator, { user_password: password, code: appCode(secret) });
  assert.equal(await codeOf(logIn(user.user_number, password)), 'accepted');
  world.clock.advance(24 * 3_600_000);
  const later = world.visitor();
  await later.call(queryLogin, { user_name: user.user_number, user_password: password });
  assert.deepEqual((await later.call(getSecurity, {})).holds, []);
  await later.call(freezeOwnAccount, { user_password: password });
  assert.equal(later.token, undefined);
});
