// Another address of an account, as its owner sets it and as a thief tries to.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  beginAuthenticator,
  changeContact,
  confirmAuthenticator,
  freezeByLink,
  freezeOwnAccount,
  getSecurity,
  listSecurityEvents,
  queryLogin,
  sendContactCode,
  sendProofCode,
  sendResetCode,
  setMailPhrase,
} from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import { accountsForTests, codeOf, countCodes, type Visitor } from '../../../test/support/accounts.ts';
import { crowdOf } from '../../../test/support/long-run.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => void (world = await accountsForTests()));
after(() => world.end());

const settled = () => world.accounts.web.stop?.();
const appCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() });
const lastOf = async (address: string, kind: string) =>
  (await world.outbox.list(address)).find((message) => message.kind === kind)!;
const logIn = (name: string, password: string) =>
  codeOf(world.visitor().call(queryLogin, { user_name: name, user_password: password }));

/** The code of a message to the old address, and of one to the new. */
async function codesOf(browser: Visitor, from: string, to: string) {
  world.clock.advance(61_000);
  await browser.call(sendProofCode, {});
  await browser.call(sendContactCode, { address: to });
  const [old, next] = [await lastOf(from, 'prove-code'), await lastOf(to, 'contact-code')];
  return { code: old.code!, address_code: next.code! };
}

test('an address is changed with codes to the old one and the new one; the old one is told and can freeze', async () => {
  const [from, to] = ['from@example.com', 'to@example.com'];
  const { browser, user, password } = await world.person(from);
  const first = await codesOf(browser, from, to);
  await browser.call(setMailPhrase, { user_password: password, code: first.code, phrase: 'tea at five' });
  const codes = await codesOf(browser, from, to);
  assert.match((await lastOf(from, 'prove-code')).text, /\n.*tea at five$/, 'the words stand in codes too');
  assert.doesNotMatch((await lastOf(to, 'contact-code')).text, /tea at five/, 'a stranger’s address learns no words');
  const changed = await browser.call(changeContact, { user_password: password, ...codes, address: to });
  assert.deepEqual([changed.user_name, changed.account_id], [to, user.account_id]);
  assert.deepEqual([await logIn(to, password), await logIn(from, password)], ['accepted', 'login-failed']);

  await settled();
  const { holds } = await browser.call(getSecurity, {});
  assert.deepEqual(holds.map(({ reason }) => reason), ['contact']); // oxfmt-ignore
  assert.equal(Date.parse(holds[0]!.ends_at) - world.clock.now(), 24 * 3_600_000);
  const { RESULT_LIST } = await browser.call(listSecurityEvents, {});
  assert.ok(RESULT_LIST.some(({ kind }) => kind === 'email-changed'));
  const notice = await lastOf(from, 'email-changed');
  assert.match(notice.text, /tea at five$/);
  assert.equal(notice.text.split('tea at five').length, 2, 'once');
  const sentBefore = (await world.outbox.list(from)).length;
  await world.visitor().call(sendResetCode, { account: from });
  await settled();
  assert.equal((await world.outbox.list(from)).length, sentBefore, 'the old address resets no password any more');
  const token = /token=([\w.-]+)/.exec(notice.text)![1]!;
  await world.visitor().call(freezeByLink, { token });
  assert.equal(await codeOf(browser.call(getSecurity, {})), 'login-required');
});

test('a phone number is added to an account with an e-mail address, which is told', async () => {
  const from = 'adds@example.com';
  const { browser, password } = await world.person(from);
  const codes = await codesOf(browser, from, '+819012345611');
  const changed = await browser.call(changeContact, { user_password: password, ...codes, address: '+819012345611' });
  assert.deepEqual([changed.user_name, changed.user_phone], [from, '+819012345611']);
  assert.equal(await logIn('+819012345611', password), 'accepted');
  await settled();
  assert.match((await lastOf(from, 'phone-changed')).text, /not-me/);
});

test('an address that an account has is refused behind its code alone; of many at the same time one is changed', async () => {
  const [from, theirs] = ['wants@example.com', 'has@example.com'];
  await world.person(theirs);
  const { browser, password } = await world.person(from);
  for (const address of [theirs, from.toUpperCase()]) {
    const codes = await codesOf(browser, from, address);
    const wrong = { user_password: password, ...codes, address, address_code: 'x' };
    assert.equal(await codeOf(browser.call(changeContact, wrong)), 'code-invalid');
    const taken = browser.call(changeContact, { user_password: password, ...codes, address });
    assert.equal(await codeOf(taken), 'address-taken');
  }
  const to = 'wanted@example.com';
  const codes = await codesOf(browser, from, to);
  const counts = await countCodes(
    Array.from({ length: crowdOf(50) }, () =>
      browser.call(changeContact, { user_password: password, ...codes, address: to }),
    ),
  );
  assert.equal(counts.accepted, 1, JSON.stringify(counts));
});

test('a thief changes no address: not with the cookie, not with the password as well, and behind a second factor not with the mailbox', async () => {
  // Another minute, as a network tries so many codes in one.
  world.clock.advance(60_000);
  const [from, to] = ['robbed-address@example.com', 'thief@example.com'];
  const { browser, password } = await world.person(from);
  const change = (proof: { user_password: string; code: string; message_code?: string }, address_code: string) =>
    codeOf(browser.call(changeContact, { ...proof, address: to, address_code }));
  const { code, address_code } = await codesOf(browser, from, to);
  assert.equal(await change({ user_password: 'a guess', code }, address_code), 'password-wrong', 'cookie and mailbox');
  assert.equal(await change({ user_password: password, code: '000000' }, address_code), 'code-invalid', 'and password');
  assert.equal(await change({ user_password: password, code: address_code }, address_code), 'code-invalid', 'own mailbox'); // oxfmt-ignore

  const { secret } = await browser.call(beginAuthenticator, {});
  await browser.call(confirmAuthenticator, { user_password: password, code, app_code: appCode(secret) });
  const both = await codesOf(browser, from, to);
  const withMailbox = { user_password: password, code: '000000', message_code: both.code };
  assert.equal(await change(withMailbox, both.address_code), 'second-factor-wrong', 'password and mailbox');
  const withApp = { user_password: password, code: appCode(secret) };
  assert.equal(await change(withApp, both.address_code), 'code-invalid', 'password and authenticator');
  world.clock.advance(30_000);
  const right = { user_password: password, code: appCode(secret), message_code: both.code };
  assert.equal(await change(right, both.address_code), 'accepted');

  const frozen = await world.person('frozen-address@example.com');
  const codes = await codesOf(frozen.browser, 'frozen-address@example.com', 'other@example.com');
  await frozen.browser.call(freezeOwnAccount, { user_password: password });
  await frozen.browser.call(queryLogin, { user_name: 'frozen-address@example.com', user_password: password });
  const thawed = frozen.browser.call(changeContact, {
    user_password: password,
    ...codes,
    address: 'other@example.com',
  });
  assert.equal(await codeOf(thawed), 'account-frozen');
});
