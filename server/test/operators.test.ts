// How operators come in, over HTTP on a real server: links, second factors, sessions, roles, and the log that says so.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import {
  acceptInvitation,
  callName,
  calls as customerCalls,
  consoleCalls,
  getMarketStatus,
  getOperatorMe,
  inviteOperator,
  listCustomers,
  listOperators,
  listQueues,
  lookAtInvitation,
  marketFeedPath,
  noteCustomer,
  noteOperatorUse,
  notifyPath,
  operatorRoles,
  readAuditLog,
  signInOperator,
  signOutOperator,
  stepUpOperator,
  tryRole,
  type OperatorRole,
} from '@candor/wire';
import { askDoor, expectedOfDoor, oneOfEachKind, type Caller } from './support/authorisation.ts';
import { runAsOwner } from './support/database.ts';
import { acceptAs, consoleClient, forgetCodes, inviteAsOwner, operatorPassword, operatorWith } from './support/operators.ts'; // oxfmt-ignore
import { got, openRunningApp, refusalOf, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: [] })));
after(() => app.close());

test('a link is good once and for an hour; whoever follows it chooses a password and shows a second factor', async () => {
  const token = await inviteAsOwner(app, 'anna', 'administrator');
  const client = consoleClient(app);
  const looked = got(await client.call(lookAtInvitation, { token }));
  assert.match(looked.otpauth_url, /^otpauth:\/\/totp\/Candor:anna\?.*secret=/);
  const accept = (password: string, code: string) => client.call(acceptInvitation, { token, password, code });
  assert.equal(refusalOf(await accept('short', '000000')), 'password-length');
  assert.equal(refusalOf(await accept('aaaaaaaaaaaaaaaa', '000000')), 'password-weak');
  assert.equal(refusalOf(await accept(operatorPassword, '０００ ٠٠٠')), 'second-factor-failed', 'read, and wrong');
  const anna = await acceptAs(app, token);
  assert.equal(new Set(anna.recoveryCodes).size, 10);
  assert.equal(refusalOf(await client.call(lookAtInvitation, { token })), 'invitation-over');
  assert.equal(refusalOf(await accept(operatorPassword, anna.code())), 'invitation-over');
  await assert.rejects(inviteAsOwner(app, 'anna', 'treasurer'), /There is an operator anna/);
  const late = await inviteAsOwner(app, 'late', 'risk');
  const later = await inviteAsOwner(app, 'late', 'risk');
  assert.equal(refusalOf(await client.call(lookAtInvitation, { token: late })), 'invitation-over');
  await runAsOwner(app, `alter table operator_invitations disable trigger operator_invitations_guard`);
  await runAsOwner(app, `update operator_invitations set created_at = now() - interval '61 minutes'`);
  await runAsOwner(app, `alter table operator_invitations enable trigger operator_invitations_guard`);
  assert.equal(refusalOf(await client.call(lookAtInvitation, { token: later })), 'invitation-over');
});

test('password and code are both asked for, and no code is good twice', async () => {
  const ben = await acceptAs(app, await inviteAsOwner(app, 'ben', 'treasurer'));
  const signIn = (changes: Partial<{ name: string; password: string; code: string }> = {}) =>
    ben.client.call(signInOperator, { name: 'ben', password: ben.password, code: ben.code(), ...changes });
  assert.equal(refusalOf(await signIn({ code: ben.firstCode })), 'sign-in-failed');
  await forgetCodes(app, 'ben');
  for (const wrong of [{ password: `${ben.password}!` }, { name: 'benn' }, { code: '000000' }])
    assert.equal(refusalOf(await signIn(wrong)), 'sign-in-failed');
  const code = ben.code();
  const me = got(await signIn({ code, name: ' Ｂen' }));
  assert.deepEqual([me.name, me.roles, me.is_demo], ['ben', ['treasurer'], false]);
  assert.equal(refusalOf(await signIn({ code })), 'sign-in-failed');
  const parallel = await Promise.all(Array.from({ length: 8 }, () => signIn({ code: ben.recoveryCodes[0]! })));
  assert.equal(parallel.filter(({ ok }) => ok).length, 1, 'a recovery code is good once');
  assert.deepEqual(got(await ben.client.call(getOperatorMe, {})).roles, ['treasurer']);
  got(await ben.client.call(signOutOperator, {}));
  assert.equal(refusalOf(await ben.client.call(getOperatorMe, {})), 'login-required');
});

test('a session ends after 15 minutes without an act, whatever is read, after 12 hours in any case, and with the account', async () => {
  const carla = await operatorWith(app, 'carla', 'risk');
  const { client } = carla;
  const ofCarla = `where operator_id = (select operator_id from operators where name = 'carla')`;
  /** As the database's clock goes on. */
  const pass = (interval: string) => app.consolePool.query(`update operator_sessions set last_seen_at = last_seen_at - interval '${interval}' ${ofCarla}`); // oxfmt-ignore
  const begin = () => app.consolePool.query(`update operator_sessions set last_seen_at = now() ${ofCarla}`);
  /** What the page asks by itself. */
  const poll = async (): Promise<boolean> =>
    (
      await Promise.all([
        client.call(getOperatorMe, {}),
        client.call(listQueues, {}),
        client.call(listCustomers, { find: 'nobody@example.com' }),
      ])
    ).every(({ ok }) => ok);
  for (let minute = 0; minute < 15; minute++) {
    assert.equal(await poll(), true, `after ${minute} minutes`);
    await pass('1 minute');
  }
  assert.equal(await poll(), false, 'a page that asks again and again keeps nothing open');
  assert.equal(refusalOf(await client.call(noteOperatorUse, {})), 'login-required');
  assert.equal(await poll(), false, 'nor does an act open what has ended');

  await begin();
  for (let turn = 0; turn < 6; turn++) {
    if (turn % 2 === 0) got(await client.call(noteOperatorUse, {}));
    else assert.equal(refusalOf(await client.call(noteCustomer, { account_id: 'x', text: 'x' })), 'account-unknown');
    await pass('14 minutes');
    assert.equal(await poll(), true, 'somebody was there');
  }

  // Neither another site keeps it open nor what its operator may not do.
  await begin();
  await pass('14 minutes');
  const headers = { cookie: carla.client.cookies(), 'content-type': 'application/json' };
  for (const from of [{ origin: app.url }, { 'sec-fetch-site': 'same-site' }] as Record<string, string>[]) {
    const { status } = await fetch(`${app.consoleUrl()}${noteOperatorUse.path}`, { method: 'POST', headers: { ...headers, ...from }, body: '{}' }); // oxfmt-ignore
    assert.equal(status, 403);
  }
  assert.equal(refusalOf(await client.call(inviteOperator, { name: 'xaver' })), 'role-missing');
  await pass('1 minute');
  assert.equal(await poll(), false);

  await begin();
  await runAsOwner(app, `update operator_sessions set created_at = now() - interval '12 hours 1 second' ${ofCarla}`);
  assert.equal(refusalOf(await client.call(noteOperatorUse, {})), 'login-required', 'used until the end');
  await runAsOwner(app, `update operator_sessions set created_at = now() ${ofCarla}`);
  assert.equal(await poll(), true);
  await runAsOwner(app, `update operators set closed_at = now() where name = 'carla'`);
  assert.equal(await poll(), false);
});

test('what binds asks for a second factor of the last five minutes, and a stolen cookie guesses none', async () => {
  const dora = await operatorWith(app, 'dora', 'administrator');
  const invite = (name: string) => dora.client.call(inviteOperator, { name });
  const invited = got(await invite('emil'));
  await runAsOwner(app, `update operator_sessions set stepped_up_at = now() - interval '5 minutes 1 second'`);
  assert.equal(refusalOf(await invite('fritz')), 'step-up-required');
  const tries = [];
  for (let place = 0; place < 11; place++) tries.push(refusalOf(await dora.client.call(stepUpOperator, { code: '000000' }))); // oxfmt-ignore
  assert.deepEqual([tries[9], tries[10]], ['second-factor-failed', 'login-throttled']);
  assert.equal(refusalOf(await dora.client.call(stepUpOperator, { code: dora.code() })), 'login-throttled');
  got(await dora.client.call(signInOperator, { name: 'dora', password: dora.password, code: dora.code() }));
  await forgetCodes(app, 'dora');
  await runAsOwner(app, `update operator_sessions set stepped_up_at = now() - interval '6 minutes'`);
  got(await dora.client.call(stepUpOperator, { code: dora.code() }));
  got(await invite('fritz'));
  assert.equal(refusalOf(await invite('dora')), 'operator-exists');
  const emil = await acceptAs(app, invited.token);
  await forgetCodes(app, 'emil');
  const me = got(await emil.client.call(signInOperator, { name: 'emil', password: emil.password, code: emil.code() }));
  assert.deepEqual(me.roles, [], 'an invitation gives no role');
  assert.equal(refusalOf(await emil.client.call(readAuditLog, {})), 'role-missing');
  const { operators } = got(await dora.client.call(listOperators, {}));
  assert.match(operators.find(({ name }) => name === 'emil')!.fingerprint!, /^[0-9a-f]{12}$/);
});

test('a demo offers somebody of each role, two of them; and no door but the console knows operators', async () => {
  for (const role of operatorRoles) {
    const client = consoleClient(app);
    const one = got(await client.call(tryRole, { role }));
    assert.deepEqual([one.roles, one.is_demo], [[role], true]);
    assert.notEqual(got(await client.call(tryRole, { role, person: 2 })).operator_id, one.operator_id);
    assert.deepEqual(got(await client.call(getOperatorMe, {})).roles, [role]);
  }
  const answers = await Promise.all([
    fetch(`${app.url}/api/operators/me`),
    fetch(`${app.consoleUrl()}${getMarketStatus.path}`),
    fetch(`${app.consoleUrl()}/api/operators/try-as`, { method: 'POST', headers: { origin: app.url, 'content-type': 'application/json' }, body: '{"role":"risk"}' }), // oxfmt-ignore
    fetch(`${app.consoleUrl()}/api/operators/sign-in`, { method: 'POST', headers: { 'sec-fetch-site': 'same-site', 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=a' }), // oxfmt-ignore
  ]);
  assert.deepEqual(answers.map(({ status }) => status), [404, 404, 403, 403]); // oxfmt-ignore
  const page = await fetch(`${app.consoleUrl()}/`);
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe/);
  const docs = (await (await fetch(`${app.consoleUrl()}/docs/openapi.json`)).json()) as { paths: object };
  const ofCustomers = (await (await fetch(`${app.url}/docs/openapi.json`)).json()) as { paths: object };
  assert.ok(Object.keys(docs.paths).includes('/api/audit-log') && !Object.keys(ofCustomers.paths).includes('/api/audit-log')); // oxfmt-ignore
});

test('over HTTP one call of each kind answers each kind of caller as wire says', async () => {
  const [ann, ben] = await Promise.all([app.person(), app.person()]);
  const as = async (role: OperatorRole, person = 1): Promise<string> => {
    const client = consoleClient(app);
    got(await client.call(tryRole, { role, person }));
    return client.cookies();
  };
  const callers: Caller[] = [
    { name: 'anonymous', cookie: '' },
    { name: 'customer', cookie: ann.client.cookies(), customer: 'ann' },
    { name: 'another customer', cookie: ben.client.cookies(), customer: 'other' },
    { name: 'administrator', cookie: await as('administrator'), role: 'administrator' },
    { name: 'support', cookie: await as('support'), role: 'support' },
    { name: 'administrator without second factor', cookie: await as('administrator', 2), role: 'administrator', isSteppedDown: true }, // oxfmt-ignore
  ];
  await app.consolePool.query(`update operator_sessions set stepped_up_at = now() - interval '6 minutes' where operator_id = (select operator_id from operators where name = 'demo-administrator-2')`); // oxfmt-ignore
  const wrong: string[] = [];
  const said = new Set<string>();
  for (const [baseUrl, calls] of [
    [app.url, customerCalls],
    [app.consoleUrl(), consoleCalls],
  ] as const)
    // oxfmt-ignore
    for (const call of oneOfEachKind(calls)) {
      const answers = await Promise.all(callers.map((caller) => askDoor({ baseUrl, annId: ann.user.account_id }, call, caller))); // oxfmt-ignore
      for (const [place, caller] of callers.entries()) {
        const [is, shouldBe] = [answers[place]!, expectedOfDoor(call, caller)];
        said.add(is);
        if (is !== shouldBe) wrong.push(`${callName(call)} by ${caller.name}: ${is} and not ${shouldBe}`);
      }
    }
  assert.deepEqual(wrong, []);
  assert.deepEqual([...said].toSorted(), ['let through', 'login-required', 'not-yours', 'role-missing', 'step-up-required']); // oxfmt-ignore
});

test('neither door is spoken to by a form or a socket of another site, nor shown in its frame', async () => {
  const form = { method: 'POST', body: 'name=a', headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' } }; // oxfmt-ignore
  for (const door of [app.url, app.consoleUrl()]) {
    for (const path of ['/api/user/login', '/api/operators/sign-in', '/api/acts']) {
      const { status, headers } = await fetch(`${door}${path}`, form);
      assert.ok([403, 404].includes(status), `${door}${path} answered ${status}`);
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
      assert.doesNotMatch(headers.get('content-security-policy')!, /unsafe-inline/);
    }
    for (const path of [marketFeedPath, notifyPath, '/']) assert.notEqual(await upgradeStatus(`${door}${path}`), 101);
  }
  assert.equal((await fetch(`${app.consoleUrl()}/api/operators/sign-in`, form)).status, 403);
  const entered = await fetch(`${app.consoleUrl()}${tryRole.path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"role":"risk"}' }); // oxfmt-ignore
  const [cookie] = entered.headers.getSetCookie();
  assert.match(cookie!, /^__Host-candor-console=[\w-]{64}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

/** What a socket that a page of another site opens is answered; 0 when the connection just ends. */
const upgradeStatus = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', origin: 'https://evil.example', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }; // oxfmt-ignore
    const asked = request(url, { headers });
    asked.on('response', (response) => (response.resume(), resolve(response.statusCode!)));
    asked.on('upgrade', (_, socket) => (socket.destroy(), resolve(101)));
    asked.on('error', () => resolve(0));
    asked.end();
  });

test('all of it stands in the log, which the database alone writes, and which shows what was changed behind its back', async () => {
  const auditor = await operatorWith(app, 'gerd', 'auditor');
  const { entries } = got(await auditor.client.call(readAuditLog, { pagesize: 200 }));
  const acts = new Set(entries.map(({ act }) => act));
  for (const act of ['operator-created', 'invitation-accepted', 'sign-in', 'sign-in-refused', 'sign-out', 'step-up', 'step-up-refused', 'recovery-code-used', 'operator-invited']) assert.ok(acts.has(act), act); // oxfmt-ignore
  const page = got(await auditor.client.call(readAuditLog, { act: 'sign-in', pagesize: 2 }));
  assert.equal(page.entries.length, 2);
  const next = got(await auditor.client.call(readAuditLog, { act: 'sign-in', pagesize: 2, before: page.next_before! }));
  assert.ok(next.entries.every(({ seq, act }) => seq < page.next_before! && act === 'sign-in'));
  for (const sql of [
    `insert into audit_log select seq + 1, at, 'nobody', act, subject, detail, hash, hash from audit_log order by seq desc limit 1`,
    `update audit_log set operator = 'nobody'`,
    'delete from audit_log',
    'truncate audit_log',
    `insert into operator_roles (operator_id, role) select operator_id, 'administrator' from operators`,
    `update operators set closed_at = null, is_demo = true`,
    `update operators set accepted_at = now()`,
  ])
    await assert.rejects(app.pool.query(sql), /permission denied/, sql);
  await assert.rejects(runAsOwner(app, `update operator_passwords set argon2 = 'other'`), /ends and is not replaced/);
  await assert.rejects(runAsOwner(app, 'update operator_authenticators set last_step = 0'), /ends and is not replaced/);
  await assert.rejects(runAsOwner(app, `update audit_log set operator = 'nobody'`), /append-only/);
  await Promise.all(Array.from({ length: 64 }, (_, place) => app.consolePool.query('select audit_append($1, $2, $3, $4)', ['anna', 'test', '', `{"place":${place}}`]))); // oxfmt-ignore
  await app.audit();
  const tamper = (sql: string) => runAsOwner(app, `alter table audit_log disable trigger user; ${sql}; alter table audit_log enable trigger user`); // oxfmt-ignore
  await tamper(`update audit_log set detail = '{"ip":"192.0.2.1"}' where seq = 3`);
  await assert.rejects(app.audit(), /the audit log has no gap/);
});
