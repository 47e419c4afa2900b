// An operator who has lost everything: a link that two administrators or who owns the database makes, by which all proofs are set anew.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  acceptInvitation,
  approveAct,
  getOperatorMe,
  inviteOperator,
  listOperators,
  lookAtInvitation,
  makeRenewalLink,
  proposeAct,
  signInOperator,
  type ActKind,
} from '@candor/wire';
import { renewOperator } from '../src/operators/create-operator.ts';
import { codeOf, countCodes } from './support/accounts.ts';
import { consolePassword, operatorsForTests, type ConsoleBrowser } from './support/console-operators.ts';
import { runAsOwner } from './support/database.ts';

let world: Awaited<ReturnType<typeof operatorsForTests>>;
before(async () => void (world = await operatorsForTests()));
/** Tries of the test before are over. */
beforeEach(() => world.clock.advance(24 * 3_600_000));
after(() => world.end());

const password = consolePassword;
const call: (typeof world)['call'] = (...asked) => world.call(...asked);

const propose = (browser: ConsoleBrowser, kind: ActKind, body: Record<string, unknown>) => call(browser, proposeAct, { kind, body, why: 'a test' }); // oxfmt-ignore
const approve = async (browser: ConsoleBrowser, { proposal_id, version }: { proposal_id: string; version: number }) =>
  call(browser, approveAct, { proposal_id, version });

test('two administrators renew a third person, never themselves: all proofs and sessions end, and roles wait for two persons again', async () => {
  const one = await world.person('adam', 'administrator');
  const two = await world.person('bella', 'administrator');
  const lost = await world.withPasskey('lost', 'administrator');
  const { browser: adam } = one;
  assert.equal(await codeOf(propose(adam, 'renew-operator', { name: 'adam' })), 'own-renewal');
  assert.equal(await codeOf(propose(adam, 'renew-operator', { name: 'nobody' })), 'operator-unknown');
  const forOther = await propose(adam, 'renew-operator', { name: 'bella' });
  const failed = await approve(two.browser, forOther);
  assert.deepEqual([failed.state, failed.reason], ['failed', 'own-renewal'], 'nor does she approve it for herself');
  assert.equal(await codeOf(call(adam, makeRenewalLink, { name: 'lost' })), 'renewal-missing');
  const proposal = await propose(adam, 'renew-operator', { name: 'lost' });
  assert.equal(await codeOf(approve(adam, proposal)), 'own-proposal');
  assert.equal((await approve(two.browser, proposal)).state, 'done');
  assert.equal(await codeOf(call(lost.browser, makeRenewalLink, { name: 'lost' })), 'own-renewal');
  assert.equal(await codeOf(call(adam, inviteOperator, { name: 'lost' })), 'operator-exists');
  const first = await call(adam, makeRenewalLink, { name: 'lost' });
  const { token } = await call(two.browser, makeRenewalLink, { name: 'lost' });
  assert.equal(
    await codeOf(call({}, lookAtInvitation, { token: first.token })),
    'invitation-over',
    'those before are over',
  );
  assert.equal(
    await codeOf(call(lost.browser, getOperatorMe, {})),
    'accepted',
    'until it is followed all stays as it is',
  );
  const renewed = await world.accept(token);
  assert.deepEqual([renewed.name, renewed.renews], ['lost', true]);
  assert.equal(await codeOf(call(lost.browser, getOperatorMe, {})), 'login-required');
  assert.equal(await codeOf(world.enterWith(lost.passkey.sign(await world.signInOptions()))), 'passkey-refused');
  const signIn = (code: string) => call({}, signInOperator, { name: 'lost', password, code });
  for (const old of [lost.code(), lost.codes[0]!]) assert.equal(await codeOf(signIn(old)), 'sign-in-failed');
  assert.deepEqual(
    (await signIn(renewed.code())).roles,
    [],
    'whoever followed it: two persons compare the fingerprint first',
  );
  assert.equal(await codeOf(call({}, acceptInvitation, { token, password, code: renewed.code() })), 'invitation-over');
  assert.equal(await codeOf(call(adam, makeRenewalLink, { name: 'lost' })), 'renewal-missing', 'once');
  const { operators: listed } = await call(adam, listOperators, {});
  const described = listed.find(({ name }) => name === 'lost')!;
  assert.deepEqual([described.fingerprint, described.renewal_until], [renewed.fingerprint, null]);
  const given = await propose(adam, 'set-roles', { name: 'lost', roles: ['administrator'] });
  assert.equal(given.facts['fingerprint'], renewed.fingerprint);
  assert.equal((await approve(two.browser, given)).state, 'done');
  const { rows } = await world.pool.query<{ operator: string; act: string }>(`select operator, act from audit_log where subject = 'lost' and act like '%renew%' order by seq`); // oxfmt-ignore
  assert.deepEqual(rows.map(({ operator, act }) => `${operator} ${act}`), ['adam renewal-link-made', 'bella renewal-link-made', 'lost proofs-renewed']); // oxfmt-ignore
});

test('roles that were proposed for one fingerprint are not given to whoever has another meanwhile', async () => {
  const { browser: mallory } = await world.person('mallory', 'administrator');
  const { browser: bella } = await world.person('beate', 'administrator');
  const { fingerprint } = await world.person('lotte', 'treasurer');
  const early = await propose(mallory, 'set-roles', { name: 'lotte', roles: ['administrator'] });
  assert.equal(early.facts['fingerprint'], fingerprint);
  assert.equal((await approve(bella, await propose(mallory, 'renew-operator', { name: 'lotte' }))).state, 'done');
  await world.accept((await call(mallory, makeRenewalLink, { name: 'lotte' })).token);
  const late = await approve(bella, early);
  assert.deepEqual([late.state, late.reason], ['failed', 'fingerprint-changed']);
  const { operators: listed } = await call(bella, listOperators, {});
  assert.deepEqual(listed.find(({ name }) => name === 'lotte')!.roles, []);
});

test('a renewal is good for an hour, and for who has not left', async () => {
  const { browser: adam } = await world.person('maria', 'administrator');
  const { browser: bella } = await world.person('nina', 'administrator');
  await world.person('otto');
  const renew = async () => approve(bella, await propose(adam, 'renew-operator', { name: 'otto' }));
  await renew();
  await runAsOwner(world.database, `update operator_renewals set approved_at = now() - interval '61 minutes'`);
  assert.equal(await codeOf(call(adam, makeRenewalLink, { name: 'otto' })), 'renewal-missing');
  await renew();
  const { token } = await call(adam, makeRenewalLink, { name: 'otto' });
  await runAsOwner(world.database, `update operators set closed_at = now() where name = 'otto'`);
  assert.equal(await codeOf(call({}, lookAtInvitation, { token })), 'invitation-over');
  assert.equal(await codeOf(call(adam, makeRenewalLink, { name: 'otto' })), 'renewal-missing');
});

test('who owns the database helps a lone administrator, whose roles stay', async () => {
  const { browser, codes } = await world.person('paula', 'administrator');
  const renew = (name: string) => renewOperator(world.owner, { name, ...world.secrets, by: 'npm run operator (root)' });
  await assert.rejects(renew('nobody'), /no operator nobody/);
  await assert.rejects(renew('demo-risk-1'), /no operator demo-risk-1/);
  const { token: before } = await renew('paula');
  const { token } = await renew('paula');
  assert.equal(await codeOf(call({}, lookAtInvitation, { token: before })), 'invitation-over');
  const { secret } = await call({}, lookAtInvitation, { token });
  const code = world.totpOf(secret)();
  const parallel = Array.from({ length: 20 }, (_, place) => call({ ip: `203.0.113.${place}` }, acceptInvitation, { token, password, code })); // oxfmt-ignore
  assert.equal((await countCodes(parallel)).accepted, 1);
  assert.equal(await codeOf(call(browser, getOperatorMe, {})), 'login-required');
  assert.equal(await codeOf(call({}, signInOperator, { name: 'paula', password, code: codes[0]! })), 'sign-in-failed');
  const me = await call({}, signInOperator, { name: 'paula', password, code: world.totpOf(secret)() });
  assert.deepEqual(me.roles, ['administrator']);
  const { rows } = await world.pool.query(`select from audit_log where act = 'renewal-link-made' and operator = 'npm run operator (root)' and subject = 'paula'`); // oxfmt-ignore
  assert.equal(rows.length, 2);
});
