import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getUser,
  listOutbox,
  openExperienceAccount,
  parseWireId,
  queryLogin,
  takeTestMoney,
  verifyMe,
} from '@candor/wire';
import { accountsForTests, codeOf } from '../../test/support/accounts.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
let production: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => {
  world = await accountsForTests({ mode: 'demo' });
  production = await accountsForTests();
});
after(() => Promise.all([world.end(), production.end()]));

test('the outbox shows what was sent, newest first, to all or to one', async () => {
  await world.person('one@example.com');
  await world.person('Two@example.com');
  const { messages } = await world.visitor().call(listOutbox, {});
  assert.deepEqual(
    messages.slice(0, 2).map(({ recipient }) => recipient),
    ['two@example.com', 'one@example.com'],
  );
  assert.equal(messages[0]!.kind, 'register-code');
  assert.equal(messages[0]!.code, /^\d{6}/.exec(messages[0]!.text)![0]);
  const { messages: own } = await world.visitor().call(listOutbox, { recipient: 'ONE@example.com' });
  assert.deepEqual(
    own.map(({ recipient }) => recipient),
    ['one@example.com'],
  );
});

test('verify me: the session knows at once, and the record says that it was the demo', async () => {
  const { browser, user } = await world.person('verify@example.com');
  assert.equal((await world.accounts.sessions.find(browser.token!))?.isVerified, false);
  const verified = await browser.call(verifyMe, {});
  assert.equal(verified.status, '1');
  assert.equal(verified.verified_by, 'demo');
  assert.equal((await world.accounts.sessions.find(browser.token!))?.isVerified, true);
  await world.accounts.markVerified(parseWireId('account', user.account_id)!, 'identity');
  assert.equal((await browser.call(getUser, { account_id: user.account_id })).verified_by, 'demo');
});

test('an experience account: one a person, bonus book, own login, session switched to it', async () => {
  const { browser, user } = await world.person('player@example.com');
  const realToken = browser.token!;
  const experience = await browser.call(openExperienceAccount, { user_password: 'play money' });
  assert.equal(experience.account_type, '0');
  assert.notEqual(experience.account_id, user.account_id);
  assert.equal(experience.user_name, experience.user_number);
  assert.deepEqual(world.funded, [parseWireId('account', experience.account_id)]);
  assert.equal(await world.accounts.sessions.find(realToken), undefined, 'the session was exchanged');
  assert.equal((await world.accounts.sessions.find(browser.token!))?.book, 'bonus');
  assert.equal(await codeOf(browser.call(openExperienceAccount, { user_password: 'play money' })), 'experience-exists');
  const back = world.visitor();
  await back.call(queryLogin, { user_name: 'player@example.com', user_password: 'correct horse' });
  assert.equal(await codeOf(back.call(openExperienceAccount, { user_password: 'play money' })), 'experience-exists');
  const again = await world
    .visitor()
    .call(queryLogin, { user_name: experience.user_number, user_password: 'play money' });
  assert.equal(again.RESULT_LIST[0]!.account_id, experience.account_id);
});

test('twenty parallel openings make one experience account', async () => {
  const { browser, user } = await world.person('impatient@example.com');
  const openings = Array.from({ length: 20 }, async () => {
    const tab = world.visitor();
    tab.token = browser.token;
    return codeOf(tab.call(openExperienceAccount, { user_password: 'play money' }));
  });
  const codes = await Promise.all(openings);
  assert.equal(codes.filter((code) => code === 'accepted').length, 1);
  const opened = await world.pool.query(
    'select from accounts e join accounts a on e.experience_of = a.account_id where a.number = $1',
    [user.user_number],
  );
  assert.equal(opened.rowCount, 1);
});

test('a bonus that failed to arrive is given when the account is opened again', async () => {
  const { browser } = await world.person('unlucky@example.com');
  const before = world.funded.length;
  const push = world.funded.push;
  world.funded.push = () => {
    throw new Error('the ledger is away');
  };
  await assert.rejects(browser.call(openExperienceAccount, { user_password: 'play money' }), /ledger is away/);
  world.funded.push = push;
  assert.equal(await codeOf(browser.call(openExperienceAccount, { user_password: 'play money' })), 'experience-exists');
  assert.equal(world.funded.length, before + 1);
});

test('outside demo mode the tools do not exist', async () => {
  const { browser } = await production.person('real@example.com');
  assert.equal(await codeOf(browser.call(takeTestMoney, { coin: 'USDT', amount: '1' })), 'demo-only');
  assert.equal(await codeOf(browser.call(verifyMe, {})), 'demo-only');
  assert.equal(await codeOf(browser.call(openExperienceAccount, { user_password: 'play money' })), 'demo-only');
  assert.equal(await codeOf(browser.call(listOutbox, {})), 'demo-only');
});
