// The journeys of a person: register, log in, see and end sessions, change passwords, log out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  countInvited,
  getUser,
  listSessions,
  logOut,
  queryLogin,
  register,
  revokeSessions,
  sendEmailCode,
  sendSms,
  updateUser,
} from '@candor/wire';
import { accountsForTests, codeOf } from '../../test/support/accounts.ts';
import { sessionLimits } from './rules.ts';

let world: Awaited<ReturnType<typeof accountsForTests>>;
before(async () => void (world = await accountsForTests()));
after(() => world.end());

test('a newcomer registers by e-mail and logs in by e-mail and by number', async () => {
  const { browser, user, password } = await world.person('Ada@Example.com');
  assert.match(user.account_id, /^acc_/);
  assert.equal(user.user_name, 'ada@example.com');
  assert.equal(user.account_type, '1');
  assert.equal(user.status, '0');
  assert.equal(user.user_paypass, null);
  assert.match(user.user_number, /^[1-9]\d{7}$/);
  assert.deepEqual(await browser.call(getUser, { account_id: user.account_id }), user);
  const session = await world.accounts.sessions.find(browser.token!);
  assert.equal(session?.accountWireId, user.account_id);
  assert.equal(session?.book, 'real');
  for (const name of [user.user_number, ' ADA@example.com ']) {
    const again = await world.visitor().call(queryLogin, { user_name: name, user_password: password });
    assert.equal(again.RESULT_LIST[0]?.account_id, user.account_id);
  }
});

test('a newcomer registers by phone, in her own language, and logs in however the number is written', async () => {
  const { user, password } = await world.person('+819012345678');
  assert.equal(user.user_phone, '+819012345678');
  assert.equal(user.user_name, user.user_number);
  for (const name of ['81 090-1234-5678', '+81 90 1234 5678', '0081-9012345678']) {
    const login = await world.visitor().call(queryLogin, { user_name: name, user_password: password });
    assert.equal(login.RESULT_LIST[0]?.account_id, user.account_id, name);
  }
  for (const [name, areaCode] of [
    ['090-1234-5678', '81'],
    ['０９０ー１２３４ー５６７８', '81'],
    ['81 90 1234 5678', '81'],
    ['81 90 1234 5678', '41'],
  ] as const) {
    // oxfmt-ignore
    const asked = { user_name: name, user_password: password, area_code: areaCode };
    const login = await world.visitor().call(queryLogin, asked);
    assert.equal(login.RESULT_LIST[0]?.account_id, user.account_id, name);
  }
  await world.visitor().call(sendSms, { mobile: '46 70 123 45 67', source: '1', language: 'sv' });
  const [message] = await world.outbox.list('+46701234567');
  assert.match(message!.text.split('\n')[0]!, /^\d{6} är din Candor-kod\.$/);
});

test('where phone numbers have eight digits, one logs in as an account’s number does', async () => {
  const { user, password } = await world.person('+85291234567');
  const asked = { user_name: '9123 4567', user_password: password };
  const login = await world.visitor().call(queryLogin, { ...asked, area_code: '852' });
  assert.equal(login.RESULT_LIST[0]?.account_id, user.account_id);
  assert.equal(await codeOf(world.visitor().call(queryLogin, asked)), 'login-failed');
});

test('a phone number in two ways opens one account', async () => {
  await world.person('+447911123456');
  const browser = world.visitor();
  for (const mobile of ['+4407911123456', '+44 7911 123456']) {
    world.clock.advance(61_000);
    await browser.call(sendSms, { mobile, source: 1 });
    const form = {
      user_phone: mobile,
      user_password: 'correct horse',
      authCode: await world.lastCode('+447911123456'),
    };
    assert.equal(await codeOf(browser.call(register, form)), 'registration-failed', mobile);
  }
  assert.equal(await codeOf(browser.call(sendSms, { mobile: '+44007911123456', source: 1 })), 'phone-malformed');
});

test('a password opens from every keyboard', async () => {
  const { user } = await world.person('keys@example.com', { password: 'pässwörd schön'.normalize('NFD') });
  for (const form of ['NFC', 'NFD', 'NFKC'] as const) {
    const asked = { user_name: user.user_number, user_password: 'pässwörd schön'.normalize(form) };
    assert.equal(await codeOf(world.visitor().call(queryLogin, asked)), 'accepted', form);
  }
});

test('a code is right however it is written', async () => {
  const wide = (code: string): string => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + +digit));
  const ways = [(code: string) => `${code.slice(0, 3)} ${code.slice(3)}`, (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`, wide]; // oxfmt-ignore
  for (const [place, way] of ways.entries()) {
    const email = `written-${place}@example.com`;
    const browser = world.visitor();
    await browser.call(sendEmailCode, { email });
    const authCode = way(await world.lastCode(email));
    await browser.call(register, { user_name: email, user_password: 'correct horse', authCode });
  }
});

test('a second registration looks like a mishap to the caller and is told to the owner', async () => {
  await world.person('twice@example.com');
  world.clock.advance(61_000);
  const browser = world.visitor();
  await browser.call(sendEmailCode, { email: 'TWICE@example.com', language: 'ja' });
  const authCode = await world.lastCode('twice@example.com');
  const again = { user_name: 'twice@example.com', user_password: 'another one', authCode };
  assert.equal(await codeOf(browser.call(register, again)), 'registration-failed');
  assert.equal(await codeOf(browser.call(register, again)), 'code-invalid', 'the code is spent');
  await world.accounts.web.stop?.();
  assert.equal((await world.outbox.list('twice@example.com'))[0]?.kind, 'already-registered');
});

test('an unknown invite code is refused and leaves the code usable; a known one names the inviter', async () => {
  const inviter = await world.person('inviter@example.com');
  const browser = world.visitor();
  await browser.call(sendEmailCode, { email: 'invited@example.com' });
  const form = {
    user_name: 'invited@example.com',
    user_password: 'correct horse',
    authCode: await world.lastCode('invited@example.com'),
  };
  assert.equal(await codeOf(browser.call(register, { ...form, referral_code: 'NOSUCHCODE' })), 'invite-unknown');
  const typed = `${inviter.user.referral_code.slice(0, 5)}-${inviter.user.referral_code.slice(5)}`.toLowerCase();
  await browser.call(register, { ...form, referral_code: typed });
  const stored = await world.pool.query<{ email: string }>(
    'select r.email from accounts a join accounts r on r.account_id = a.referrer_id where a.email = $1',
    ['invited@example.com'],
  );
  assert.equal(stored.rows[0]?.email, 'inviter@example.com');
  assert.deepEqual(await inviter.browser.call(countInvited, {}), { count: 1 });
});

test('forms that cannot be right are refused before anything is done', async () => {
  const browser = world.visitor();
  const form = { user_password: 'correct horse', authCode: '000000' };
  assert.equal(await codeOf(browser.call(register, form)), 'malformed');
  assert.equal(
    await codeOf(browser.call(register, { ...form, user_name: 'a@b.co', user_phone: '81 9011112222' })),
    'malformed',
  );
  assert.equal(await codeOf(browser.call(register, { ...form, user_name: 'a@b' })), 'email-malformed');
  assert.equal(
    await codeOf(browser.call(register, { ...form, user_name: 'a@b.co\r\nBcc: c@d.ee' })),
    'email-malformed',
  );
  assert.equal(await codeOf(browser.call(register, { ...form, user_phone: '090-1111-2222' })), 'phone-malformed');
  for (const user_password of ['12345', 'h0rse 7', '123456789012345678901']) {
    assert.equal(
      await codeOf(browser.call(register, { ...form, user_name: 'a@b.co', user_password })),
      'password-length',
    );
  }
  for (const user_password of [
    'password',
    'Sunshine1',
    '        ',
    'zzzzzzzz',
    '87654321',
    'qwertyuiop',
    'Trader.Joe9',
  ]) {
    const weak = { ...form, user_name: 'trader.joe@b.co', user_password };
    assert.equal(await codeOf(browser.call(register, weak)), 'password-weak', user_password);
  }
  const own = { ...form, user_phone: '+41791234567', user_password: '0791234567' };
  assert.equal(await codeOf(browser.call(register, own)), 'password-weak', 'her own number');
  assert.equal(await codeOf(browser.call(register, { ...form, user_name: 'a@b.co' })), 'code-invalid', 'none was sent');
  assert.equal(await codeOf(browser.call(queryLogin, { user_name: '\0', user_password: '\0' })), 'login-failed');
});

test('changing the login password ends every session at once and changes the fingerprint', async () => {
  const { browser, user, password } = await world.person('change@example.com');
  const phone = world.visitor();
  await phone.call(queryLogin, { user_name: 'change@example.com', user_password: password });
  const tokens = [browser.token!, phone.token!];
  const { account_id } = user;
  const change = (original: string, user_password: string) =>
    browser.call(updateUser, { account_id, original, user_password });
  assert.equal(await codeOf(change('not my password', 'next password')), 'password-wrong');
  assert.equal(
    await codeOf(change(user.user_password, 'next password')),
    'password-wrong',
    'a fingerprint opens nothing',
  );
  assert.equal(await codeOf(change(password, password)), 'password-same');
  const accented = 'grön häst 9';
  assert.equal(await codeOf(change(accented, accented.normalize('NFD'))), 'password-same', 'another keyboard’s twin');
  assert.equal(await codeOf(change(password, 'short')), 'password-length');
  for (const weak of ['iloveyou1', 'change@example.com', user.user_number, `${user.user_number}!`]) {
    assert.equal(await codeOf(change(password, weak)), 'password-weak', weak);
  }
  for (const user_paypass of ['111111', '123456', '654321', '121212', '112233']) {
    assert.equal(await codeOf(browser.call(updateUser, { account_id, user_paypass })), 'password-weak');
  }
  const changed = await change(password, 'next password');
  assert.notEqual(changed.user_password, user.user_password);
  assert.equal(browser.token, undefined);
  for (const token of tokens) assert.equal(await world.accounts.sessions.find(token), undefined);
  const login = (user_password: string) =>
    world.visitor().call(queryLogin, { user_name: user.user_number, user_password });
  assert.equal(await codeOf(login(password)), 'login-failed');
  assert.equal(await codeOf(login(user.user_password)), 'login-failed');
  assert.equal((await login('next password')).RESULT_LIST[0]?.user_password, changed.user_password);
  await world.accounts.web.stop?.();
  assert.equal((await world.outbox.list('change@example.com'))[0]?.kind, 'password-changed');
});

test('a login that was proven with the old password starts no session after the change', async () => {
  const { browser, user, password } = await world.person('overtaken@example.com');
  const logins = Array.from({ length: 10 }, async () => {
    const visitor = world.visitor();
    await codeOf(visitor.call(queryLogin, { user_name: user.user_number, user_password: password }));
    return visitor;
  });
  await browser.call(updateUser, { account_id: user.account_id, original: password, user_password: 'next password' });
  for (const { token } of await Promise.all(logins)) {
    if (token !== undefined) assert.equal(await world.accounts.sessions.find(token), undefined);
  }
  const left = await world.pool.query('select from sessions s join accounts a using (account_id) where a.number = $1', [
    user.user_number,
  ]);
  assert.equal(left.rowCount, 0);
});

test('of more than five sessions the ones unused longest end; others are listed and ended one by one or together', async () => {
  const { browser, user, password } = await world.person('devices@example.com');
  const visitors = [browser];
  for (let count = 0; count < 5; count++) {
    world.clock.advance(61_000);
    const visitor = world.visitor();
    await visitor.call(queryLogin, { user_name: user.user_number, user_password: password });
    visitors.push(visitor);
  }
  assert.equal(await world.accounts.sessions.find(visitors[0]!.token!), undefined);
  const [, second, third, , , last] = visitors;
  const listed = (await last!.call(listSessions, {})).RESULT_LIST;
  assert.equal(listed.length, 5);
  assert.deepEqual(
    listed.map((row) => row.is_current),
    [true, false, false, false, false],
  );
  assert.equal(listed[0]!.ip, '203.0.113.7');
  const ended: string[] = [];
  world.bus.on('session.ended', ({ sessionId }) => ended.push(sessionId));
  assert.ok(await world.accounts.sessions.find(second!.token!), 'kept in the cache');
  assert.deepEqual(await last!.call(revokeSessions, { session_id: listed[4]!.session_id }), { ended: 1 });
  assert.equal(await world.accounts.sessions.find(second!.token!), undefined);
  assert.equal(await codeOf(second!.call(getUser, { account_id: user.account_id })), 'login-required');
  assert.equal(await codeOf(last!.call(revokeSessions, { session_id: listed[4]!.session_id })), 'not-found');
  assert.deepEqual(await last!.call(revokeSessions, { session_id: 'others' }), { ended: 3 });
  assert.equal(await world.accounts.sessions.find(third!.token!), undefined);
  assert.equal((await last!.call(listSessions, {})).TOTAL, 1);
  assert.equal(ended.length, 4);
});

test('nobody ends the session of somebody else', async () => {
  const mallory = await world.person('mallory@example.com');
  const victim = await world.person('victim@example.com');
  const [session] = (await victim.browser.call(listSessions, {})).RESULT_LIST;
  assert.equal(await codeOf(mallory.browser.call(revokeSessions, { session_id: session!.session_id })), 'not-found');
  assert.ok(await world.accounts.sessions.find(victim.browser.token!));
});

test('logging in again replaces the session; logging out ends it and can be repeated', async () => {
  const { browser, user, password } = await world.person('again@example.com');
  const first = browser.token!;
  await browser.call(queryLogin, { user_name: user.user_number, user_password: password });
  assert.notEqual(browser.token, first);
  assert.equal(await world.accounts.sessions.find(first), undefined);
  const second = browser.token!;
  await browser.call(logOut, {});
  assert.equal(browser.token, undefined);
  assert.equal(await world.accounts.sessions.find(second), undefined);
  await browser.call(logOut, {});
});

test('a session ends after 12 idle hours or 7 days', async () => {
  const idle = await world.person('idle@example.com');
  world.clock.advance(sessionLimits.idleMs - 1);
  assert.ok(await world.accounts.sessions.find(idle.browser.token!));
  world.clock.advance(sessionLimits.idleMs);
  assert.equal(await world.accounts.sessions.find(idle.browser.token!), undefined);
  const busy = await world.person('busy@example.com');
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    assert.ok(await world.accounts.sessions.find(busy.browser.token!), `after ${hours} hours`);
    world.clock.advance(6 * 3_600_000);
  }
  world.clock.advance(6 * 3_600_000);
  assert.equal(await world.accounts.sessions.find(busy.browser.token!), undefined);
  assert.equal(await world.accounts.sessions.find('x'.repeat(43)), undefined);
  assert.equal(await world.accounts.sessions.find("' or true --"), undefined);
});

test('what another process ends is noticed within two seconds', async () => {
  const { browser, user } = await world.person('remote@example.com');
  assert.ok(await world.accounts.sessions.find(browser.token!));
  await world.pool.query(
    'delete from sessions s using accounts a where a.account_id = s.account_id and a.number = $1',
    [user.user_number],
  );
  world.clock.advance(2_000);
  assert.equal(await world.accounts.sessions.find(browser.token!), undefined);
});

test('the database holds no token, password, address in codes or code', async () => {
  const person = await world.person('secret@example.com');
  const { browser, user, password } = person;
  await world.setTradePassword(person, '271828');
  const code = await world.lastCode('secret@example.com');
  const tables = ['accounts', 'credentials', 'sessions', 'account_origins', 'codes', 'throttles'];
  for (const table of tables) {
    const { rows } = await world.pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${table} t`);
    const all = rows.map((row) => row.text).join('\n');
    for (const secret of [browser.token!, password, '271828', user.user_password])
      assert.ok(!all.includes(secret), table);
    if (table === 'codes' || table === 'throttles') {
      for (const secret of ['secret@', '203.0.113.7', `"${code}"`])
        assert.ok(!all.includes(secret), `${table}: ${secret}`);
    }
  }
});

test('users are counted', async () => {
  world.clock.advance(10_000);
  const before = await world.accounts.countUsers();
  await world.person('counted@example.com');
  world.clock.advance(10_000);
  assert.equal(await world.accounts.countUsers(), before + 1);
});
