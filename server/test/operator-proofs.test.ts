// What proves who an operator is, as its operator uses and replaces it and as a thief meets it: passkeys, the password, recovery codes and
// the authenticator.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import {
  addOperatorPasskey,
  beginOperatorAuthenticator,
  beginOperatorPasskey,
  beginOperatorStepUp,
  changeOperatorPassword,
  getOperatorAccess,
  getOperatorMe,
  removeOperatorPasskey,
  renewOperatorCodes,
  replaceOperatorAuthenticator,
  signInOperator,
  stepUpOperator,
  tryRole,
  type Uuid,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { operators as face } from '../src/operators/operators.ts';
import { codeOf, countCodes } from './support/accounts.ts';
import {
  consoleOrigin as origin,
  consolePassword,
  operatorsForTests,
  type ConsoleBrowser,
} from './support/console-operators.ts';
import { runAsOwner } from './support/database.ts';
import { SoftwarePasskey } from './support/software-passkey.ts';

let world: Awaited<ReturnType<typeof operatorsForTests>>;
before(async () => void (world = await operatorsForTests()));
/** Tries of the test before are over. */
beforeEach(() => world.clock.advance(24 * 3_600_000));
after(() => world.end());

const password = consolePassword;
const call: (typeof world)['call'] = (...asked) => world.call(...asked);
const signInOptions = () => world.signInOptions();
const enterWith = (answer: string, browser?: ConsoleBrowser) => world.enterWith(answer, browser);
const actsOf = async (name: string): Promise<string[]> =>
  (await world.pool.query<{ act: string }>('select act from audit_log where operator = $1 order by seq', [name])).rows.map(({ act }) => act); // oxfmt-ignore

const sessionsEnded = async (name: string, act: string): Promise<number[]> =>
  (await world.pool.query<{ ended: number }>(`select (detail::json ->> 'sessions_ended')::int as ended from audit_log where act = $2 and operator = $1 order by seq`, [name, act])).rows.map(({ ended }) => ended); // oxfmt-ignore

test('a passkey signs in by itself, shows the second factor, is listed and removed; several have names', async () => {
  const { browser, passkey, operatorId } = await world.withPasskey('anna');
  const second = await world.newPasskey(browser, '  Second ');
  const entered: ConsoleBrowser = {};
  const me = await enterWith(passkey.sign(await signInOptions()), entered);
  assert.deepEqual([me.name, me.roles], ['anna', ['treasurer']]);
  assert.ok(Date.parse(me.stepped_up_until) > Date.now(), 'it stands for both factors');
  await world.stepDown();
  assert.equal(await codeOf(call(entered, renewOperatorCodes, {})), 'step-up-required');
  const { options } = await call(entered, beginOperatorStepUp, {});
  await call(entered, stepUpOperator, { code: second.sign(options) });
  const { passkeys } = await call(entered, getOperatorAccess, {});
  assert.deepEqual(passkeys.map(({ name }) => name), ['Second', 'Key']); // oxfmt-ignore
  await call(entered, removeOperatorPasskey, { passkey_id: passkeys[1]!.passkey_id });
  assert.equal(
    await codeOf(call(entered, removeOperatorPasskey, { passkey_id: passkeys[1]!.passkey_id })),
    'not-found',
  );
  assert.equal(await codeOf(enterWith(passkey.sign(await signInOptions()))), 'passkey-refused');
  assert.equal((await enterWith(second.sign(await signInOptions()))).name, 'anna');
  assert.equal(await codeOf(call(browser, getOperatorMe, {})), 'login-required', 'another session may be a thief’s');
  assert.equal(await codeOf(call(entered, getOperatorMe, {})), 'accepted');
  assert.deepEqual(await sessionsEnded('anna', 'passkey-removed'), [1]);
  const did = await actsOf('anna');
  for (const act of ['passkey-added', 'passkey-removed', 'step-up', 'sign-in']) assert.ok(did.includes(act), act);
  const { rows } = await world.pool.query('select from operator_passkeys where operator_id = $1 and ended_at is not null', [operatorId]); // oxfmt-ignore
  assert.equal(rows.length, 1, 'what is removed has ended and is there');
});

test('of 50 answers to one challenge at the same time one comes in; late, made up, foreign, unverified and copied ones never', async () => {
  const { passkey } = await world.withPasskey('ben');
  const options = await signInOptions();
  const answer = passkey.sign(options);
  // From networks of their own, so that none waits for the tries of another.
  const parallel = Array.from({ length: 50 }, (_, place) => enterWith(answer, { ip: `203.0.113.${place}` }));
  assert.deepEqual(await countCodes(parallel), { accepted: 1, 'passkey-refused': 49 });
  const isRefused = async (signed: string, why: string): Promise<void> => {
    world.clock.advance(3_600_000);
    assert.equal(await codeOf(enterWith(signed)), 'passkey-refused', why);
  };
  const late = passkey.sign(await signInOptions());
  await isRefused(late, 'older than five minutes');
  const refusals: readonly [string, (given: string) => string][] = [
    ['signed for another page', (given) => passkey.sign(given, { origin: 'https://proxied.example' })],
    ['nobody showed a finger', (given) => passkey.sign(given, { isVerified: false })],
    ['not ours', (given) => passkey.sign(JSON.stringify({ ...(JSON.parse(given) as object), challenge: randomBytes(56).toString('base64url') }))],
    ['of nobody here', (given) => { const other = new SoftwarePasskey(origin); other.make(JSON.stringify({ ...(JSON.parse(given) as object), rp: { id: 'console.candor.example' } })); return other.sign(given); }],
  ]; // oxfmt-ignore
  for (const [why, sign] of refusals) {
    world.clock.advance(3_600_000);
    assert.equal(await codeOf(enterWith(sign(await signInOptions()))), 'passkey-refused', why);
  }
  world.clock.advance(3_600_000);
  assert.equal(await codeOf(enterWith(passkey.sign(await signInOptions()))), 'accepted');
  passkey.turnBack(3);
  world.clock.advance(3_600_000);
  assert.equal(await codeOf(enterWith(passkey.sign(await signInOptions()))), 'passkey-refused', 'a copy');
  for (const made of ['{}', 'null', '[', '{"id":1}', '{"id":"x","response":{"clientDataJSON":"e30"}}'])
    await isRefused(made, made);
  assert.ok((await actsOf('ben')).includes('sign-in-refused'));
});

test('tries with a passkey are counted as those with a password: of the network, and of the operator', async () => {
  const { passkey } = await world.withPasskey('ida');
  const signed = passkey.sign(await signInOptions());
  const made = (place: number) => signed.replace('"response"', `"place":${place},"response"`);
  const tries = [];
  for (let place = 0; place < 8; place++) tries.push(await codeOf(enterWith(made(place), { ip: '192.0.2.9' })));
  assert.deepEqual(tries.slice(0, 2), ['accepted', 'passkey-refused']);
  assert.equal(tries.at(-1), 'login-throttled', 'of this operator from there');
  const unknown = Array.from({ length: 30 }, () => enterWith('{"id":"x","response":{"clientDataJSON":"eyJjaGFsbGVuZ2UiOiJ4In0"}}', { ip: '192.0.2.10' })); // oxfmt-ignore
  const counted = await countCodes(unknown);
  assert.ok(counted['passkey-refused']! <= 20 && counted['login-throttled']! >= 10, JSON.stringify(counted));
});

test('whoever has a site of IPv6 takes half of an operator’s tries, and locks nobody out elsewhere or at home', async () => {
  const { code } = await world.person('ines');
  const tried = async (ip: string, shown: string) => codeOf(call({ ip }, signInOperator, { name: 'ines', password: shown, code: code() })); // oxfmt-ignore
  const tries = [];
  for (let place = 1; place <= 50; place++) tries.push(await tried(`2001:db8:5:${place.toString(16)}::1`, 'a guess'));
  assert.deepEqual(tries, [...Array<string>(40).fill('sign-in-failed'), ...Array<string>(10).fill('login-throttled')]);
  assert.equal(await tried('2001:db8:6:1::1', password), 'accepted', 'on the way');
  assert.equal(await tried('198.51.100.1', password), 'accepted', 'at home');
});

test('the neighbours of an operator, who signed in from their site before, keep nobody there from coming in', async () => {
  const { code } = await world.person('iris');
  const tried = async (place: number, shown: string) => codeOf(call({ ip: `2001:db8:7:${place.toString(16)}::1` }, signInOperator, { name: 'iris', password: shown, code: code() })); // oxfmt-ignore
  assert.equal(await tried(1, password), 'accepted');
  const tries = [];
  for (let place = 2; place <= 46; place++) tries.push(await tried(place, 'a guess'));
  assert.deepEqual(new Set(tries), new Set(['sign-in-failed']));
  assert.equal(await tried(99, password), 'accepted', 'in another network of the site');
});

test('what was signed is good for one purpose, in one session, by its own operator', async () => {
  const carla = await world.withPasskey('carla');
  const dora = await world.withPasskey('dora');
  const begin = async ({ browser }: { browser: ConsoleBrowser }) =>
    (await call(browser, beginOperatorStepUp, {})).options;
  const stepUp = ({ browser }: { browser: ConsoleBrowser }, code: string) =>
    codeOf(call(browser, stepUpOperator, { code }));
  assert.equal(
    await stepUp(carla, dora.passkey.sign(await begin(carla))),
    'second-factor-failed',
    'another operator’s',
  );
  assert.equal(await stepUp(carla, carla.passkey.sign(await begin(dora))), 'second-factor-failed', 'another session’s');
  assert.equal(await stepUp(carla, carla.passkey.sign(await signInOptions())), 'second-factor-failed', 'a sign-in');
  assert.equal(
    await codeOf(enterWith(carla.passkey.sign(await begin(carla)))),
    'passkey-refused',
    'a step-up opens nothing',
  );
  const right = carla.passkey.sign(await begin(carla));
  const parallel = Array.from({ length: 50 }, () => call(carla.browser, stepUpOperator, { code: right }));
  assert.equal((await countCodes(parallel)).accepted, 1, 'once');
  const { options } = await call(dora.browser, beginOperatorPasskey, {});
  const made = new SoftwarePasskey(origin).make(options);
  world.clock.advance(3_600_000);
  assert.equal(
    await codeOf(call(carla.browser, addOperatorPasskey, { name: 'Mine', answer: made })),
    'passkey-refused',
  );
  const { passkeys } = await call(dora.browser, getOperatorAccess, {});
  const notHers = call(carla.browser, removeOperatorPasskey, { passkey_id: passkeys[0]!.passkey_id });
  assert.equal(await codeOf(notHers), 'not-found');
  await runAsOwner(world.database, `update operators set closed_at = now() where name = 'dora'`);
  assert.equal(
    await codeOf(enterWith(dora.passkey.sign(await signInOptions()))),
    'passkey-refused',
    'of somebody who left',
  );
});

test('a session whose second factor is old changes no proof, whatever the door let through', async () => {
  const { browser, operatorId } = await world.person('emil');
  const { rows } = await world.pool.query<{ id: Uuid }>('select session_id as id from operator_sessions where operator_id = $1', [operatorId]); // oxfmt-ignore
  const session = rows[0]!.id;
  await world.stepDown();
  for (const sql of [
    `select operator_renew_codes('${session}', array(select md5(n::text) from generate_series(1, 10) n))`,
    `select operator_add_passkey('${session}', gen_random_uuid(), 'x', '\\x00', 0, '{}', 'x')`,
    `select operator_end_passkey('${session}', gen_random_uuid())`,
    `select operator_change_password('${session}', 1, 'x', 'x')`,
    `select operator_replace_authenticator('${session}', '\\x00', 1)`,
    `select operator_renewal_link('${session}', gen_random_uuid(), '\\x00', '\\x00')`,
    `select operator_renew_codes(gen_random_uuid(), array(select md5(n::text) from generate_series(1, 10) n))`,
  ])
    await assert.rejects(world.pool.query(sql), /second factor was not shown lately/, sql);
  for (const sql of [
    `insert into operator_passwords (operator_id, argon2, pepper_id) values ('${operatorId}', 'x', 'x')`,
    `insert into operator_authenticators (operator_id, totp_secret, last_step) values ('${operatorId}', '\\x00', 0)`,
    `insert into operator_passkeys (passkey_id, operator_id, credential_id, public_key, counter, transports, name) values (gen_random_uuid(), '${operatorId}', 'x', '\\x00', 0, '{}', 'x')`,
    `insert into operator_recovery_codes (operator_id, code_hash) values ('${operatorId}', 'x')`,
    `insert into operator_renewals (proposal_id, operator_id) values (gen_random_uuid(), '${operatorId}')`,
    `insert into operator_invitations (operator_id, token_hash, totp_secret, is_of_owner) values ('${operatorId}', '\\x00', '\\x00', true)`,
    `update operator_recovery_codes set used_at = null`,
    `update operator_passwords set ended_at = now()`,
    `update operator_passkeys set counter = 0`,
    `delete from operator_authenticators`,
    `update operators set accepted_at = null`,
    `insert into operators (operator_id, name, accepted_at) values (gen_random_uuid(), 'mallory', now())`,
  ])
    await assert.rejects(world.pool.query(sql), /permission denied/, sql);
  for (const sql of [
    `update operator_recovery_codes set code_hash = 'x'`,
    `update operator_passwords set pepper_id = 'x'`,
  ])
    await assert.rejects(world.owner.query(sql), /ends and is not replaced/, sql);
  await assert.rejects(world.owner.query('delete from operator_passkeys'), /append-only/);
  const token = randomBytes(32);
  await world.pool.query('insert into operator_invitations (operator_id, token_hash, totp_secret) values ($1, sha256($2), $2)', [operatorId, token]); // oxfmt-ignore
  const forged = await world.pool.query<{ took: boolean }>(`select operator_accept(sha256($1), 'x', 'x', 1, array(select md5(n::text) from generate_series(1, 10) n), 'x') as took`, [token]); // oxfmt-ignore
  assert.equal(
    forged.rows[0]!.took,
    false,
    'a link that the server made by itself is none for somebody who came in already',
  );
  assert.equal(await codeOf(call(browser, getOperatorMe, {})), 'accepted');
});

test('a new password ends every other session; the old one opens nothing any more, and a guess changes nothing', async () => {
  const { browser, code } = await world.person('fritz');
  const thief: ConsoleBrowser = { ip: '203.0.113.77' };
  await call(thief, signInOperator, { name: 'fritz', password, code: code() });
  const change = (old: string, wanted: string, by = browser) => codeOf(call(by, changeOperatorPassword, { password: old, new_password: wanted })); // oxfmt-ignore
  const better = 'eleven quiet harbours and a kettle';
  assert.equal(await change('a guess of a thief', better), 'password-wrong');
  assert.equal(await change(password, password), 'password-same');
  assert.equal(await change(password, 'short'), 'password-length');
  assert.equal(await change(password, 'aaaaaaaaaaaaaaaa'), 'password-weak');
  const parallel = Array.from({ length: 8 }, (_, place) => call(browser, changeOperatorPassword, { password, new_password: `${better} ${place}` })); // oxfmt-ignore
  assert.equal((await countCodes(parallel)).accepted, 1);
  assert.equal(await codeOf(call(thief, getOperatorMe, {})), 'login-required');
  assert.equal(await codeOf(call(browser, getOperatorMe, {})), 'accepted');
  assert.equal(await codeOf(call({}, signInOperator, { name: 'fritz', password, code: code() })), 'sign-in-failed');
  world.clock.advance(3_600_000);
  for (let place = 0; place < 10; place++) await change(`guess ${place}`, better);
  assert.equal(await change(`${better} 0`, better), 'login-throttled');
  assert.deepEqual(await sessionsEnded('fritz', 'password-changed'), [1]);
});

test('a session does not outlive the password that was shown for it, however close they come', async () => {
  const { browser, code, operatorId } = await world.person('gerd');
  const { rows } = await world.pool.query<{ id: number }>('select password_id as id from operator_passwords where operator_id = $1', [operatorId]); // oxfmt-ignore
  await call(browser, changeOperatorPassword, { password, new_password: 'eleven quiet harbours and a kettle' });
  const shown = '(select authenticator_id from operator_authenticators where operator_id = $1 and ended_at is null)';
  const opened = await world.pool.query<{ isOpen: boolean }>(`select operator_open_session($1, $2, null, '\\x01', 'ip', 'agent', ${shown}) as "isOpen"`, [operatorId, rows[0]!.id]); // oxfmt-ignore
  assert.equal(opened.rows[0]!.isOpen, false);
  const bare = world.pool.query<{ isOpen: boolean }>(`select operator_open_session($1, null, null, '\\x01', 'ip', 'agent') as "isOpen"`, [operatorId]); // oxfmt-ignore
  assert.equal((await bare).rows[0]!.isOpen, false, 'nobody comes in with nothing');
  assert.equal(await codeOf(call({}, signInOperator, { name: 'gerd', password: 'eleven quiet harbours and a kettle', code: code() })), 'accepted'); // oxfmt-ignore
});

test('new recovery codes void the old ones and end other sessions at once; 50 parallel uses of one succeed once', async () => {
  const { browser, codes, code } = await world.person('hanna');
  const thief: ConsoleBrowser = { ip: '203.0.113.77' };
  await call(thief, signInOperator, { name: 'hanna', password, code: codes[1]! });
  const { recovery_codes: fresh } = await call(browser, renewOperatorCodes, {});
  assert.equal(await codeOf(call(thief, getOperatorMe, {})), 'login-required', 'who came in with one of them is out');
  assert.equal(await codeOf(call(browser, getOperatorMe, {})), 'accepted');
  assert.deepEqual(await sessionsEnded('hanna', 'recovery-codes-renewed'), [1]);
  assert.equal(new Set([...fresh, ...codes]).size, 20);
  const signIn = (shown: string, place = 0) => call({ ip: `203.0.113.${place}` }, signInOperator, { name: 'hanna', password, code: shown }); // oxfmt-ignore
  assert.equal(await codeOf(signIn(codes[0]!)), 'sign-in-failed');
  const parallel = Array.from({ length: 50 }, (_, place) => signIn(fresh[0]!, place));
  const counted = await countCodes(parallel);
  assert.equal(counted.accepted, 1, JSON.stringify(counted));
  world.clock.advance(3_600_000);
  const stepUps = Array.from({ length: 50 }, () => call(browser, stepUpOperator, { code: fresh[1]! }));
  assert.equal((await countCodes(stepUps)).accepted, 1);
  assert.equal((await call(browser, getOperatorAccess, {})).recovery_codes, 8);
  assert.equal(await codeOf(signIn(code())), 'accepted', 'the authenticator stays what it is');
});

test('a new authenticator counts once a code of it was shown, and the old one from then on never', async () => {
  const { browser, code, fingerprint } = await world.person('jonas');
  assert.equal(
    await codeOf(call(browser, replaceOperatorAuthenticator, { code: '000000' })),
    'not-found',
    'none is set up',
  );
  const { secret, otpauth_url: url } = await call(browser, beginOperatorAuthenticator, {});
  assert.match(url, /^otpauth:\/\/totp\/Candor:jonas\?/);
  const codeOfNew = world.totpOf(secret);
  const wrong = call(browser, replaceOperatorAuthenticator, { code: code() });
  assert.equal(await codeOf(wrong), 'second-factor-failed', 'a code of the old one');
  const signIn = (shown: string) => codeOf(call({}, signInOperator, { name: 'jonas', password, code: shown }));
  assert.equal(await signIn(codeOfNew()), 'sign-in-failed', 'not yet');
  assert.equal(await signIn(code()), 'accepted');
  const first = codeOfNew();
  const parallel = Array.from({ length: 50 }, () => call(browser, replaceOperatorAuthenticator, { code: first }));
  assert.equal((await countCodes(parallel)).accepted, 1);
  assert.deepEqual(
    await sessionsEnded('jonas', 'authenticator-replaced'),
    [1],
    'who signed in with a code of the old one',
  );
  assert.equal(await signIn(first), 'sign-in-failed', 'used');
  assert.equal(await signIn(code()), 'sign-in-failed', 'the old one');
  world.clock.advance(3_600_000);
  assert.equal(await signIn(codeOfNew()), 'accepted');
  assert.notEqual(
    (await call(browser, getOperatorAccess, {})).fingerprint,
    fingerprint,
    'administrators see that it is another one',
  );
});

/** The networks of operators are read before the password is looked at, and written before the session is opened: either waits here. */
async function heldUntil(
  done: () => Promise<unknown>,
  { mode, enter }: { mode: 'access exclusive' | 'share'; enter: () => Promise<unknown> },
): Promise<string> {
  const holder = await world.owner.connect();
  try {
    await holder.query(`begin; lock table operator_origins in ${mode} mode`);
    const entering = codeOf(enter());
    const waiting = `select from pg_locks where not granted and relation = 'operator_origins'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    await until('it waits', async () => (await world.pool.query(waiting)).rowCount === 1, 10_000);
    await done();
    await holder.query('commit');
    return await entering;
  } finally {
    holder.release(true);
  }
}

test('a sign-in that waits while its second factor ends comes in with it no more, wherever it waits', async () => {
  const { browser, code, codes, passkey, operatorId } = await world.withPasskey('moritz');
  const thief = (shown: string) => () => call({ ip: '203.0.113.77' }, signInOperator, { name: 'moritz', password, code: shown }); // oxfmt-ignore
  const newAuthenticator = async () => {
    const { secret } = await call(browser, beginOperatorAuthenticator, {});
    const codeOfNew = world.totpOf(secret);
    const first = codeOfNew();
    return { codeOfNew, replace: () => call(browser, replaceOperatorAuthenticator, { code: first }) };
  };
  const second = await newAuthenticator();
  const early = { mode: 'access exclusive', enter: thief(code()) } as const;
  assert.equal(await heldUntil(second.replace, early), 'sign-in-failed', 'its step is none of the new one');
  const third = await newAuthenticator();
  const late = { mode: 'share', enter: thief(second.codeOfNew()) } as const;
  assert.equal(await heldUntil(third.replace, late), 'sign-in-failed', 'the code was right when it was looked at');
  const byRecovery = { mode: 'share', enter: thief(codes[0]!) } as const;
  assert.equal(await heldUntil(() => call(browser, renewOperatorCodes, {}), byRecovery), 'sign-in-failed');
  const signed = passkey.sign(await signInOptions());
  const { passkeys } = await call(browser, getOperatorAccess, {});
  const remove = () => call(browser, removeOperatorPasskey, { passkey_id: passkeys[0]!.passkey_id });
  assert.equal(await heldUntil(remove, { mode: 'share', enter: () => enterWith(signed) }), 'passkey-refused');
  const { rowCount } = await world.pool.query('select from operator_sessions where operator_id = $1', [operatorId]);
  assert.equal(rowCount, 1, 'the owner’s');
  assert.equal(await codeOf(thief(third.codeOfNew())()), 'accepted', 'who has the one that counts');
});

test('the last second factor stays, and somebody of a demo has nothing to change', async () => {
  const { browser, operatorId } = await world.withPasskey('karl');
  const { passkeys } = await call(browser, getOperatorAccess, {});
  await world.owner.query('update operator_authenticators set ended_at = now() where operator_id = $1', [operatorId]);
  const last = call(browser, removeOperatorPasskey, { passkey_id: passkeys[0]!.passkey_id });
  assert.notEqual(await codeOf(last), 'accepted');
  assert.equal((await call(browser, getOperatorAccess, {})).passkeys.length, 1);
  await world.owner.query('insert into operator_authenticators (operator_id, totp_secret, last_step) select operator_id, totp_secret, last_step from operator_authenticators where operator_id = $1', [operatorId]); // oxfmt-ignore
  const demo: ConsoleBrowser = {};
  await call(demo, tryRole, { role: 'risk' });
  for (const one of [renewOperatorCodes, beginOperatorPasskey, beginOperatorAuthenticator] as const)
    assert.equal(await codeOf(call(demo, one, {})), 'nothing-of-own');
  assert.equal(await codeOf(call(demo, beginOperatorStepUp, {})), 'no-passkey');
});

test('an operator has at most ten passkeys, also when they are added at the same time', async () => {
  const { browser } = await world.person('lena');
  for (let place = 0; place < 8; place++) await world.newPasskey(browser, `Key ${place}`);
  const { options } = await call(browser, beginOperatorPasskey, {});
  const begun = await Promise.all(Array.from({ length: 6 }, () => call(browser, beginOperatorPasskey, {})));
  const answers = [{ options }, ...begun].map((each) => new SoftwarePasskey(origin).make(each.options));
  const added = await countCodes(answers.map((answer) => call(browser, addOperatorPasskey, { name: 'x', answer })));
  assert.deepEqual(added, { accepted: 2, 'passkeys-full': 5 });
});

test('what must hold of proofs holds', async () => {
  const reports = await checkInvariants(world.pool, face.invariants);
  assert.deepEqual(reports.filter(({ broken }) => broken > 0), []); // oxfmt-ignore
  // No customer is decided on here.
  const ofProofs = reports.filter(({ name }) => /proof|audit log/.test(name));
  assert.ok(ofProofs.length >= 2 && ofProofs.every(({ checked }) => checked > 10));
});
