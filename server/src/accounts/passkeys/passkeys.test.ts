// Passkeys as their owner uses them and as a thief meets them: each challenge is good once, for one purpose, here alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  getSecurity,
  listPasskeys,
  logInWithPasskey,
  queryLogin,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  sendProofCode,
  setMailPhrase,
  updateUser,
  type ProvenAct,
} from '@candor/wire';
import { accountsForTests, codeOf, countCodes, type Visitor } from '../../../test/support/accounts.ts';
import { SoftwarePasskey } from '../../../test/support/software-passkey.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => void (world = await accountsForTests({ limits: { loginsPerNetworkPerMinute: 1_000 } })));
after(() => world.end());

const origin = 'https://candor.example';

async function messageCode(browser: Visitor, address: string): Promise<string> {
  world.clock.advance(61_000);
  await browser.call(sendProofCode, {});
  return (await world.outbox.list(address)).find(({ kind }) => kind === 'prove-code')!.code!;
}

async function personWithPasskey(address: string) {
  const person = await world.person(address);
  const passkey = new SoftwarePasskey(origin);
  const { options } = await person.browser.call(beginPasskey, {});
  const proof = { user_password: person.password, code: await messageCode(person.browser, address) };
  const added = await person.browser.call(addPasskey, { ...proof, name: 'Phone', answer: passkey.make(options) });
  return { ...person, passkey, recoveryCodes: added.recovery_codes };
}

const loginOptions = async (): Promise<string> => (await world.visitor().call(beginPasskeyLogin, {})).options;
const enterWith = (answer: string) => world.visitor().call(logInWithPasskey, { answer });
const proofOf = async (browser: Visitor, act: ProvenAct) => (await browser.call(beginPasskeyProof, { act })).options;

test('a passkey is added, opens the account by itself, is named, listed and removed', async () => {
  const { browser, user, password, passkey, recoveryCodes } = await personWithPasskey('keys@example.com');
  assert.equal(recoveryCodes.length, 10, 'for when it is lost');
  const fresh = world.visitor();
  const entered = await fresh.call(logInWithPasskey, { answer: passkey.sign(await loginOptions()) });
  assert.equal(entered.account_id, user.account_id);
  assert.ok(await world.accounts.sessions.find(fresh.token!));
  const { RESULT_LIST: listed } = await browser.call(listPasskeys, {});
  const [only] = listed;
  assert.deepEqual([listed.length, only!.name, only!.last_used_at !== null], [1, 'Phone', true]);
  await browser.call(renamePasskey, { passkey_id: only!.passkey_id, name: 'Old phone' });
  assert.equal((await browser.call(listPasskeys, {})).RESULT_LIST[0]?.name, 'Old phone');
  const code = passkey.sign(await proofOf(browser, 'passkeys'));
  await browser.call(removePasskey, { user_password: password, code, passkey_id: only!.passkey_id });
  assert.equal(await codeOf(enterWith(passkey.sign(await loginOptions()))), 'passkey-refused');
  const { passkeys, recovery_codes } = await browser.call(getSecurity, {});
  assert.deepEqual([passkeys, recovery_codes], [0, 0]);
});

test('with a passkey on the password alone opens nothing; a recovery code stands in for a lost one', async () => {
  const { user, password, recoveryCodes } = await personWithPasskey('lost-key@example.com');
  const logIn = (code?: string) =>
    codeOf(world.visitor().call(queryLogin, { user_name: user.user_number, user_password: password, code }));
  assert.equal(await logIn(), 'second-factor-required');
  assert.equal(await logIn('000000'), 'second-factor-wrong');
  assert.equal(await logIn(recoveryCodes[0]), 'accepted');
});

test('of 50 answers to one challenge at the same time one enters; later, elsewhere made up or unverified ones never', async () => {
  const { passkey } = await personWithPasskey('once@example.com');
  const options = await loginOptions();
  const answers = Array.from({ length: 50 }, () => passkey.sign(options));
  assert.deepEqual(await countCodes(answers.map(enterWith)), { accepted: 1, 'passkey-refused': 49 });
  const late = await loginOptions();
  world.clock.advance(600_000);
  assert.equal(await codeOf(enterWith(passkey.sign(late))), 'passkey-refused', 'ten minutes old');
  const forged = { ...(JSON.parse(late) as object), challenge: Buffer.alloc(56, 7).toString('base64url') };
  assert.equal(await codeOf(enterWith(passkey.sign(JSON.stringify(forged)))), 'passkey-refused', 'not ours');
  const elsewhere = passkey.sign(await loginOptions(), { origin: 'https://candor.example.evil.test' });
  assert.equal(await codeOf(enterWith(elsewhere)), 'passkey-refused', 'signed for another page');
  const unverified = passkey.sign(await loginOptions(), { isVerified: false });
  assert.equal(await codeOf(enterWith(unverified)), 'passkey-refused', 'nobody showed a finger');
  assert.equal(await codeOf(enterWith(passkey.sign(await loginOptions()))), 'accepted');
  passkey.turnBack(3);
  assert.equal(await codeOf(enterWith(passkey.sign(await loginOptions()))), 'passkey-refused', 'a copy');
  for (const answer of ['{}', 'null', '[', '{"id":1}', '{"id":"x","response":{"clientDataJSON":"e30"}}']) {
    assert.equal(await codeOf(enterWith(answer)), 'passkey-refused', answer);
  }
});

test('what was signed proves one act, of one session', async () => {
  const { browser, user, password, passkey } = await personWithPasskey('acts@example.com');
  const phrase = (code: string, by = browser) =>
    codeOf(by.call(setMailPhrase, { user_password: password, code, phrase: 'tea at five' }));
  assert.equal(await phrase(passkey.sign(await proofOf(browser, 'passkeys'))), 'second-factor-wrong', 'another act');
  assert.equal(await phrase(passkey.sign(await loginOptions())), 'second-factor-wrong', 'a login');
  const other = world.visitor();
  await other.call(logInWithPasskey, { answer: passkey.sign(await loginOptions()) });
  const signed = passkey.sign(await proofOf(other, 'mail-phrase'));
  assert.equal(await phrase(signed), 'second-factor-wrong', 'another session');
  const right = passkey.sign(await proofOf(browser, 'mail-phrase'));
  assert.equal(await phrase(right), 'accepted');
  assert.equal(await phrase(right), 'second-factor-wrong', 'used');
  const toLogin = passkey.sign(await proofOf(browser, 'mail-phrase'));
  assert.equal(await codeOf(enterWith(toLogin)), 'passkey-refused', 'proofs open nothing');
  const mine = await personWithPasskey('other-acts@example.com');
  const foreign = mine.passkey.sign(await proofOf(browser, 'mail-phrase'));
  assert.equal(await phrase(foreign), 'second-factor-wrong', 'somebody else’s passkey');
  const { account_id } = user;
  const change = { account_id, original: password, user_password: 'wren and lark' };
  assert.equal(await codeOf(browser.call(updateUser, change)), 'second-factor-required');
  const code = passkey.sign(await proofOf(browser, 'login-password'));
  assert.equal(await codeOf(browser.call(updateUser, { ...change, code })), 'accepted');
});

test('a thief adds no passkey and removes none: not with the cookie, and not with the password as well', async () => {
  const { browser, password, passkey } = await personWithPasskey('robbed-key@example.com');
  const { RESULT_LIST } = await browser.call(listPasskeys, {});
  const passkey_id = RESULT_LIST[0]!.passkey_id;
  const stolen = new SoftwarePasskey(origin);
  const answer = stolen.make((await browser.call(beginPasskey, {})).options);
  for (const [user_password, refusal] of [
    ['a guess', 'password-wrong'],
    [password, 'second-factor-wrong'],
  ] as const) {
    const proof = { user_password, code: '000000' };
    assert.equal(await codeOf(browser.call(addPasskey, { ...proof, name: 'Mine', answer })), refusal);
    assert.equal(await codeOf(browser.call(removePasskey, { ...proof, passkey_id })), refusal);
    assert.equal(await codeOf(browser.call(renewRecoveryCodes, proof)), refusal);
    assert.equal(await codeOf(browser.call(removeAuthenticator, proof)), refusal);
  }
  const other = await personWithPasskey('robber@example.com');
  const code = passkey.sign(await proofOf(browser, 'passkeys'));
  const foreign = { user_password: password, code, name: 'Mine' };
  const theirs = new SoftwarePasskey(origin).make((await other.browser.call(beginPasskey, {})).options);
  const refused = browser.call(addPasskey, { ...foreign, answer: theirs });
  assert.equal(await codeOf(refused), 'passkey-refused', 'made for another session');
  const notTheirs = { user_password: other.password, code: other.passkey.sign(await proofOf(other.browser, 'passkeys')), passkey_id }; // oxfmt-ignore
  assert.equal(await codeOf(other.browser.call(removePasskey, notTheirs)), 'not-found');
  assert.equal(await codeOf(other.browser.call(renamePasskey, { passkey_id, name: 'x' })), 'not-found');
  assert.equal((await browser.call(getSecurity, {})).passkeys, 1);
});
