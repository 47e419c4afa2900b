// Floods and races: codes, login passwords, trade passwords.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkSms, queryLogin, register, resetPassword, sendEmailCode, sendProofCode, sendResetCode, sendSms, updateUser } from '@candor/wire'; // oxfmt-ignore
import { parseWireId } from '@candor/wire';
import { accountsForTests, codeOf, countCodes } from '../../../test/support/accounts.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(
  async () =>
    void (world = await accountsForTests({
      limits: { codesPerNetworkPerDay: 1_000, codeTriesPerNetworkPerMinute: 1_000 },
    })),
);
after(() => world.end());

const otherCode = (code: string): string => String((parseInt(code, 10) + 1) % 1_000_000).padStart(6, '0');
const networks = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `198.51.${place >> 8}.${place & 255}`);

test('50 parallel checks of one right code: one success; then 50 parallel registrations: one account', async () => {
  const mobile = '+46701112233';
  await world.visitor().call(sendSms, { mobile, source: 1 });
  const code = await world.lastCode(mobile);
  const checks = await Promise.all(
    Array.from({ length: 50 }, () => world.visitor().call(checkSms, { mobile, source: 1, code })),
  );
  assert.equal(checks.filter((answer) => answer === 1).length, 1);
  assert.equal(checks.filter((answer) => answer === 3).length, 49);
  const form = { user_phone: mobile, user_password: 'correct horse', authCode: code };
  const counts = await countCodes(Array.from({ length: 50 }, () => world.visitor().call(register, form)));
  assert.deepEqual(counts, { accepted: 1, 'code-invalid': 49 });
  const opened = await world.pool.query('select from accounts where phone = $1', [mobile]);
  assert.equal(opened.rowCount, 1);
});

test('a code is for its own number, expires after ten minutes and bears four wrong tries but not five', async () => {
  const browser = world.visitor();
  const numbers = ['+46701112240', '+46701112241', '+46701112242'];
  for (const mobile of numbers) await browser.call(sendSms, { mobile, source: 1 });
  const [first, second, third] = await Promise.all(numbers.map(world.lastCode));
  const check = (mobile: string, code: string) => browser.call(checkSms, { mobile, source: 1, code });
  const tryWrong = async (mobile: string, code: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count++) assert.equal(await check(mobile, otherCode(code)), 3);
  };
  if (first !== second) assert.equal(await check(numbers[0]!, second!), 3);
  await tryWrong(numbers[1]!, second!, 4);
  assert.equal(await check(numbers[1]!, second!), 1);
  await tryWrong(numbers[2]!, third!, 5);
  assert.equal(await check(numbers[2]!, third!), 3);
  world.clock.advance(10 * 60_000 - 1);
  assert.equal(await check(numbers[0]!, first!), 1);
  world.clock.advance(1);
  assert.equal(await check(numbers[0]!, first!), 2);
  const form = { user_phone: numbers[0]!, user_password: 'correct horse', authCode: first! };
  assert.equal(await codeOf(browser.call(register, form)), 'code-expired');
});

test('codes are sent a minute apart and five a day, the newest is the valid one', async () => {
  const browser = world.visitor();
  const email = 'codes@example.com';
  await browser.call(sendEmailCode, { email });
  const first = await world.lastCode(email);
  assert.deepEqual(await countCodes(Array.from({ length: 20 }, () => world.visitor().call(sendEmailCode, { email }))), {
    'code-too-soon': 20,
  });
  for (let count = 1; count < 5; count++) {
    world.clock.advance(60_000);
    await browser.call(sendEmailCode, { email });
  }
  world.clock.advance(60_000);
  assert.equal(await codeOf(browser.call(sendEmailCode, { email })), 'code-limit');
  assert.equal((await world.outbox.list(email)).length, 5);
  const form = { user_name: email, user_password: 'correct horse' };
  const latest = await world.lastCode(email);
  if (first !== latest)
    assert.equal(await codeOf(browser.call(register, { ...form, authCode: first })), 'code-invalid');
  await browser.call(register, { ...form, authCode: latest });
  world.clock.advance(24 * 3_600_000);
  await browser.call(sendEmailCode, { email });
});

test('parallel sends to one address send once', async () => {
  const email = 'parallel@example.com';
  const counts = await countCodes(networks(30).map((ip) => world.visitor(ip).call(sendEmailCode, { email })));
  assert.deepEqual(counts, { accepted: 1, 'code-too-soon': 29 });
  assert.equal((await world.outbox.list(email)).length, 1);
});

test('ten thousand wrong passwords for one account from 500 networks: at most 100 are looked at in an hour', async () => {
  const { user, password } = await world.person('target@example.com', { ip: '192.0.2.1' });
  const before = world.accounts.passwordEvaluations();
  for (let round = 0; round < 20; round++) {
    const guesses = networks(500).map((ip, place) =>
      world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: `guess ${round} ${place}` }),
    );
    const counts = await countCodes(guesses);
    assert.equal(counts.accepted, undefined);
    world.clock.advance(120_000);
  }
  const looked = world.accounts.passwordEvaluations() - before;
  assert.ok(looked > 0 && looked <= 100, `${looked} were looked at`);
  const login = (ip: string) =>
    world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: password });
  assert.equal(
    await codeOf(login('192.0.2.200')),
    'login-throttled',
    'the right password from a new place has to wait',
  );
  assert.equal(await codeOf(login('192.0.2.1')), 'accepted', 'the owner at home gets in');
  world.clock.advance(3_600_000);
  assert.equal(await codeOf(login('192.0.2.200')), 'accepted');
});

test('after five wrong passwords from one network the wait doubles; the right password ends it', async () => {
  const { user, password } = await world.person('slow@example.com');
  const ip = '192.0.2.50';
  const login = (user_password: string) =>
    codeOf(world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password }));
  const counts = await countCodes(
    Array.from({ length: 1_000 }, () =>
      world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: 'wrong' }),
    ),
  );
  assert.deepEqual(counts, { 'login-failed': 5, 'login-throttled': 995 });
  for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
    world.clock.advance(waitMs - 1);
    assert.equal(await login(password), 'login-throttled', `before ${waitMs} ms`);
    world.clock.advance(1);
    assert.equal(await login('wrong'), 'login-failed', `after ${waitMs} ms`);
  }
  world.clock.advance(16_000);
  assert.equal(await login(password), 'accepted');
  assert.equal(await login('wrong'), 'login-failed');
});

test('one network gets 50 passwords looked at a minute, whatever the accounts; right ones do not count', async () => {
  const { user, password } = await world.person('many@example.com', { ip: '192.0.2.60' });
  const ip = '2001:db8:1:2:aaaa::1';
  for (let count = 0; count < 60; count++) {
    await world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: password });
  }
  const before = world.accounts.passwordEvaluations();
  const guesses = Array.from({ length: 500 }, (_, place) =>
    world
      .visitor(`2001:db8:1:2::${place.toString(16)}`)
      .call(queryLogin, { user_name: `nobody${place}@example.com`, user_password: 'guess' }),
  );
  assert.deepEqual(await countCodes(guesses), { 'login-failed': 50, 'login-throttled': 450 });
  assert.equal(world.accounts.passwordEvaluations() - before, 50, 'an unknown name costs the same work as a known one');
});

test('right passwords are limited too: neither changes to the same nor logins again and again cost more than a few looks', async () => {
  const person = await world.person('right@example.com');
  const { browser, user, password } = person;
  const { account_id } = user;
  const before = world.accounts.passwordEvaluations();
  const same = Array.from({ length: 200 }, () =>
    browser.call(updateUser, { account_id, original: password, user_password: password }),
  );
  assert.deepEqual(await countCodes(same), { 'password-same': 200 });
  await world.setTradePassword(person, '314159');
  const sameTrade = Array.from({ length: 200 }, () =>
    browser.call(updateUser, { account_id, original: '314159', user_paypass: '314159' }),
  );
  assert.deepEqual(await countCodes(sameTrade), { 'password-same': 200 });
  assert.equal(world.accounts.passwordEvaluations() - before, 2, 'for the first trade password a look and a hash');

  const pins = ['314159', '271828'];
  for (let count = 0; count < 60; count++) {
    const [original, next] = [pins[count % 2]!, pins[(count + 1) % 2]!];
    const code = await codeOf(browser.call(updateUser, { account_id, original, user_paypass: next }));
    assert.equal(code, count < 19 ? 'accepted' : 'too-many-requests', `change ${count}`);
  }
  assert.equal(world.accounts.passwordEvaluations() - before, 2 + 19 * 2);

  const logins = (ip: string) =>
    Array.from({ length: 40 }, () => world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: password })); // oxfmt-ignore
  const beforeLogins = world.accounts.passwordEvaluations();
  for (const ip of networks(12)) await countCodes(logins(ip));
  const looked = world.accounts.passwordEvaluations() - beforeLogins;
  assert.ok(looked >= 90 && looked <= 120, `${looked} were looked at`);
  world.clock.advance(3_600_000);
  const later = world.visitor('192.0.2.99').call(queryLogin, { user_name: user.user_number, user_password: password });
  assert.equal(await codeOf(later), 'accepted');
});

test('wrong passwords of others take nothing of what the owner may log in', async () => {
  const { user, password } = await world.person('envied@example.com', { ip: '192.0.2.120' });
  const guesses = networks(150).map((ip) =>
    world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password: 'a guess' }),
  );
  const owner = world.visitor('192.0.2.120').call(queryLogin, { user_name: user.user_number, user_password: password });
  await countCodes(guesses);
  assert.ok(['accepted', 'busy'].includes(await codeOf(owner)));
  const again = world.visitor('192.0.2.120').call(queryLogin, { user_name: user.user_number, user_password: password });
  assert.equal(await codeOf(again), 'accepted');
});

test('throttles survive a restart', async () => {
  const { user } = await world.person('restart@example.com');
  const wrong = { user_name: user.user_number, user_password: 'wrong' };
  for (let count = 0; count < 5; count++) await codeOf(world.visitor('192.0.2.70').call(queryLogin, wrong));
  const { createAccounts } = await import('../create-accounts.ts');
  const restarted = createAccounts(world.options);
  const login = restarted.web.calls.find((each) => each.call === queryLogin)!;
  const context = { session: undefined, ip: '192.0.2.70', userAgent: '' } as Parameters<typeof login.handle>[1];
  assert.equal(await codeOf(Promise.resolve(login.handle(wrong, context))), 'login-throttled');
  assert.equal(restarted.passwordEvaluations(), 0);
});

test('1,000 parallel wrong trade passwords: five are looked at, then it is locked for 24 hours and the owner told', async () => {
  const person = await world.person('trader@example.com');
  const { browser, user } = person;
  const accountId = parseWireId('account', user.account_id)!;
  const { account_id } = user;
  const update = (user_paypass: string, original = '') =>
    browser.call(updateUser, { account_id, user_paypass, original });
  const checks = (passwords: string[]) =>
    Promise.all(passwords.map((each) => world.accounts.checkTradePassword(accountId, each)));
  assert.deepEqual(await checks(['123456']), [{ kind: 'none' }]);
  for (const bad of ['12345', '1234567', '12345a', '１２３４５６'])
    assert.equal(await codeOf(update(bad)), 'trade-password-form');
  const set = await world.setTradePassword(person, '314159');
  assert.ok(set.user_paypass);
  assert.equal(await codeOf(update('271828', '000000')), 'password-wrong');
  assert.equal(await codeOf(update('314159', '314159')), 'password-same');
  const changed = await update('271828', '314159');
  assert.notEqual(changed.user_paypass, set.user_paypass);
  assert.equal(changed.user_password, user.user_password);

  const right = await checks(Array.from({ length: 20 }, () => '271828'));
  assert.ok(
    right.every(({ kind }) => kind === 'right'),
    'right ones at the same time do not lock each other out',
  );
  const before = world.accounts.passwordEvaluations();
  const kinds = (await checks(Array.from({ length: 1_000 }, (_, place) => String(100_000 + place)))).map(
    ({ kind }) => kind,
  );
  assert.equal(world.accounts.passwordEvaluations() - before, 5);
  assert.equal(kinds.filter((kind) => kind === 'wrong').length, 5);
  assert.equal(kinds.filter((kind) => kind === 'locked').length, 995);
  assert.equal((await checks(['271828']))[0]?.kind, 'locked', 'the right one too');
  assert.equal(await codeOf(update('161803', '271828')), 'trade-password-locked');
  await world.accounts.web.stop?.();
  assert.equal((await world.outbox.list('trader@example.com'))[0]?.kind, 'trade-password-locked');
  world.clock.advance(24 * 3_600_000 - 1);
  assert.equal((await checks(['271828']))[0]?.kind, 'locked');
  world.clock.advance(1);
  assert.equal((await checks(['271828']))[0]?.kind, 'right');
});

test('two processes together look at five wrong trade passwords', async () => {
  const person = await world.person('twofold@example.com');
  const { user } = person;
  await world.setTradePassword(person, '314159');
  const { createAccounts } = await import('../create-accounts.ts');
  const other = createAccounts(world.options);
  const accountId = parseWireId('account', user.account_id)!;
  const [before, otherBefore] = [world.accounts.passwordEvaluations(), other.passwordEvaluations()];
  await Promise.all(
    Array.from({ length: 200 }, (_, place) =>
      (place % 2 === 0 ? world.accounts : other).checkTradePassword(accountId, String(100_000 + place)),
    ),
  );
  assert.equal(world.accounts.passwordEvaluations() - before + other.passwordEvaluations() - otherBefore, 5);
});

test('whoever has a site of IPv6 guesses no more of one account than half of what strangers may, and its owner comes in', async () => {
  const { user, password } = await world.person('sited@example.com', { ip: '2001:db8:70:1::1' });
  const tried = (ip: string, user_password = 'a guess') =>
    codeOf(world.visitor(ip).call(queryLogin, { user_name: user.user_number, user_password }));
  const guessed = async (site: string) => {
    const tries: string[] = [];
    for (let place = 1; place <= 50; place++) tries.push(await tried(`${site}:${(place + 9).toString(16)}::1`));
    return tries.filter((each) => each === 'login-failed').length;
  };
  assert.equal(await guessed('2001:db8:74'), 40);
  assert.equal(await tried('2001:db8:71:1::1', password), 'accepted', 'elsewhere');
  assert.equal(await guessed('2001:db8:72'), 40);
  assert.equal(await tried('2001:db8:73:1::1', password), 'login-throttled', 'what strangers have together');
  assert.equal(await tried('2001:db8:70:1::1', password), 'accepted', 'at home, whatever the neighbours do');
});

test('in a site that an account was used from, its neighbours keep no phone out that has another network each time', async () => {
  const { user, password } = await world.person('moving@example.com', { ip: '2001:db8:76:1::1' });
  const tried = (place: number, user_password = 'a guess') =>
    codeOf(world.visitor(`2001:db8:76:${place.toString(16)}::1`).call(queryLogin, { user_name: user.user_number, user_password })); // oxfmt-ignore
  const guessed = async (count: number) => {
    const tries: string[] = [];
    for (let place = 1; place <= count; place++) tries.push(await tried(place + 9));
    return tries.filter((each) => each === 'login-failed').length;
  };
  assert.equal(await guessed(50), 50);
  assert.equal(await tried(200, password), 'accepted', 'the phone');
  assert.equal(await guessed(40), 30, 'what strangers have together stays');
  assert.equal(await tried(200, password), 'accepted', 'where it was before');
});

test('a site of IPv6 has the logins and unused codes of eight networks; who is known there, or in a session, has his own', async () => {
  const strict = await accountsForTests({ limits: { loginsPerNetworkPerMinute: 1, codesPerNetworkPerDay: 2, codeTriesPerNetworkPerMinute: 1 } }); // oxfmt-ignore
  const at = (place: number) => strict.visitor(`2001:db8:80:${place.toString(16)}::1`);
  const logIn = (place: number, user_name: string, user_password = 'a guess') =>
    codeOf(at(place).call(queryLogin, { user_name, user_password }));
  const send = (place: number) => codeOf(at(place).call(sendEmailCode, { email: `new${place}@example.com` }));
  const forgot = (place: number, account: string) => codeOf(at(place).call(sendResetCode, { account }));
  const reset = (place: number, account: string) =>
    codeOf(at(place).call(resetPassword, { account, code: 'x', user_password: 'wren and lark' }));
  const resetsSent = async (to: string): Promise<number> => {
    await strict.accounts.web.stop?.();
    return (await strict.outbox.list(to)).filter(({ kind }) => kind === 'reset-code').length;
  };
  const outcomes = async (ask: (place: number) => Promise<string>): Promise<string[]> => {
    const all: string[] = [];
    for (let place = 0; place < 20; place++) all.push(await ask(place + 32));
    return all;
  };
  const first = (count: number, code: string, after: string) => Array.from({ length: 20 }, (_, place) => (place < count ? code : after)); // oxfmt-ignore
  try {
    const { browser, password } = await strict.person('known@example.com', { ip: at(1).ip });
    await strict.person('away@example.com', { ip: '192.0.2.200' });
    assert.deepEqual(await outcomes((place) => logIn(place, `nobody${place}@example.com`)), first(8, 'login-failed', 'login-throttled')); // oxfmt-ignore
    assert.equal(await logIn(2, 'away@example.com', password), 'login-throttled');
    assert.equal(await logIn(2, 'known@example.com', password), 'accepted');
    assert.equal(await logIn(1, 'known@example.com', password), 'accepted');
    assert.deepEqual(await outcomes(send), first(16, 'accepted', 'code-limit'));
    // Whoever has filled the site learns by no answer who has an account, nor who has used it there.
    for (const [place, [account, sent]] of ([['known@example.com', 1], ['away@example.com', 0], ['nobody@example.com', 0]] as const).entries()) {
      assert.deepEqual([await forgot(place + 4, account), await forgot(place + 4, account)], ['accepted', 'code-too-soon'], account);
      assert.deepEqual(await outcomes((each) => reset(each + 64 + 32 * place, account)), first(20, 'code-invalid', ''), account);
      assert.equal(await resetsSent(account), sent, account);
    } // oxfmt-ignore
    browser.ip = at(3).ip;
    assert.equal(await codeOf(browser.call(sendProofCode, {})), 'accepted');
    // What was sent to somebody who read it counts no more.
    const form = { user_name: 'new32@example.com', user_password: 'correct horse' };
    await at(32).call(register, { ...form, authCode: await strict.lastCode('new32@example.com') });
    assert.deepEqual([await send(90), await send(91)], ['accepted', 'code-limit']);
  } finally {
    await strict.end();
  }
});

test('guessing invite codes is slowed down', async () => {
  const browser = world.visitor('192.0.2.90');
  await browser.call(sendEmailCode, { email: 'guesser@example.com' });
  const form = {
    user_name: 'guesser@example.com',
    user_password: 'correct horse',
    authCode: await world.lastCode('guesser@example.com'),
  };
  const counts = await countCodes(
    Array.from({ length: 60 }, (_, place) =>
      browser.call(register, { ...form, referral_code: `ZZZZZZZZ${10 + place}` }),
    ),
  );
  assert.deepEqual(counts, { 'invite-unknown': 20, 'too-many-requests': 40 });
});
