// One document, many accounts: what certifies one already is approved for another by two persons, what only looks like it is shown, and
// nobody keeps a case from the other reviewers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  approveAct,
  approveIdentity,
  claimAct,
  claimIdentityCase,
  failIdentity,
  getAuthentication,
  getCustomer,
  getIdentityCase,
  getUser,
  insertAuthentication,
  listIdentityCases,
  listQueues,
  parseWireId,
  previewAct,
  proposeAct,
  readAuditLog,
  releaseIdentityCase,
  tryRole,
  updateAuthentication,
  wireId,
  type ConsoleClient,
  type Uuid,
} from '@candor/wire';
import sharp from 'sharp';
import { addProfile, chooseProfile } from '../src/conduct/choose-profile.ts';
import { boundLooks } from '../src/kit/bound-looks.ts';
import { readMetrics } from '../src/kit/metrics.ts';
import { openPool } from '../src/kit/postgres.ts';
import { runAsOwner } from './support/database.ts';
import { identityCases, small } from './support/identity-cases.ts';
import { consoleClient } from './support/operators.ts';
import { jpegPhoto, photo } from './support/picture-files.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-shared-'));
let app: RunningApp;
let reviewer: ConsoleClient;
const { uploaded, documentOf, reviewerNumber, caseOf: caseSeenBy } = identityCases(() => app);
const caseOf = (person: Person): Promise<string> => caseSeenBy(reviewer, person);

before(async () => {
  app = await openRunningApp({ liveCoins: [], settings: { DATA_DIRECTORY: dataDirectory } });
  reviewer = await reviewerNumber(1);
});
after(async () => {
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Whether the case opens with its details, and the answers to its pictures. */
async function seenBy(client: ConsoleClient, id: string): Promise<[boolean, number, number]> {
  const { opened } = got(await client.call(getIdentityCase, { case_id: id }));
  const look = async (side: string): Promise<number> =>
    (await fetch(`${app.consoleUrl()}/api/identity/cases/${id}/picture/${side}`, { headers: { cookie: client.cookies() } })).status; // oxfmt-ignore
  return [opened !== null, await look('front'), await look('back')];
}

const statusOf = async ({ client, user }: Person) =>
  got(await client.call(getAuthentication, { account_id: user.account_id })).status;

test('the same document, picture or person in another account is found', async () => {
  const [one, two, three] = [await app.person(), await app.person(), await app.person()];
  const shared = await jpegPhoto({ ...small, seed: 4_711 });
  const first = await documentOf(one, { document_number: 'ZZ-900-100', name: 'Zoë Quist', front: await uploaded(one, shared) }); // oxfmt-ignore
  got(await one.client.call(insertAuthentication, first));
  got(await two.client.call(insertAuthentication, await documentOf(two, { document_number: 'zz900 100', name: 'Bo Ek', front: await uploaded(two, shared) }))); // oxfmt-ignore
  got(await three.client.call(insertAuthentication, await documentOf(three, { name: 'quist  ZOE' })));
  const claimed = got(await reviewer.call(claimIdentityCase, { case_id: await caseOf(one) }));
  const same = new Map(claimed.duplicates.map((each) => [each.account_id, each.same]));
  assert.deepEqual(same, new Map([[three.user.account_id, ['person']], [two.user.account_id, ['document', 'picture']]])); // oxfmt-ignore
});

test('a document that certifies another account is approved by two persons', async () => {
  const shared = await jpegPhoto({ ...small, seed: 4_712 });
  const [one, two, three] = [await app.person(), await app.person(), await app.person()];
  const number = { document_number: 'TW-300-400', birth_date: '1980-01-02' };
  for (const [person, name] of [[one, 'Ida Holm'], [two, 'Per Lund'], [three, 'Eva Dahl']] as const) // oxfmt-ignore
    got(await person.client.call(insertAuthentication, await documentOf(person, { ...number, name, ...(person === one && { front: await uploaded(person, shared) }) }))); // oxfmt-ignore
  const cases = await Promise.all([one, two, three].map((person) => caseOf(person)));
  const second = await reviewerNumber(2);
  for (const [place, client] of [reviewer, second].entries()) {
    const { needs_second } = got(await client.call(claimIdentityCase, { case_id: cases[place]! }));
    assert.equal(needs_second, false);
  }
  // Of two that are approved at once one is the first.
  const raced = await Promise.all([reviewer, second].map((client, place) => client.call(approveIdentity, { case_id: cases[place]! }))); // oxfmt-ignore
  assert.deepEqual(raced.map((each) => (each.ok ? 'approved' : each.code)).toSorted(), ['approved', 'second-person-needed']); // oxfmt-ignore
  const late = raced[0]!.ok ? 1 : 0;
  const [maker, other] = late === 0 ? [reviewer, second] : [second, reviewer];
  const admin = consoleClient(app);
  got(await admin.call(tryRole, { role: 'administrator' }));
  const first = [one, two][1 - late]!;
  const opened = got(await maker.call(getIdentityCase, { case_id: cases[late]! })).opened!;
  assert.deepEqual([opened.needs_second, opened.duplicates[0]!.account_id, opened.duplicates[0]!.same], [true, first.user.account_id, ['document']]); // oxfmt-ignore

  const body = { case_id: cases[late]! };
  // Nobody proposes what he has not before him.
  const wanted = { kind: 'approve-identity', body } as const;
  assert.equal(refusalOf(await other.call(previewAct, wanted)), 'claim-first');
  assert.equal(refusalOf(await other.call(proposeAct, { ...wanted, why: 'x' })), 'claim-first');
  const { proposal_id, version, facts } = got(await maker.call(proposeAct, { ...wanted, why: 'moved to a new account' })); // oxfmt-ignore
  assert.deepEqual([facts['same_document'], facts['same_picture']], [first.user.account_id, '']);
  assert.ok(!JSON.stringify(facts).includes('TW300400'));
  assert.equal(refusalOf(await maker.call(approveAct, { proposal_id, version })), 'own-proposal');
  assert.equal(await statusOf([one, two][late]!), '1');

  // An administrator sees nothing of it before he has claimed the act, and approves nothing before he has seen all of it, by any program.
  const approved = (also = '') => app.consolePool.query(`update act_proposals set state = 'approved', version = version + 1, checker = (select operator_id from operators where name = 'demo-administrator-1')${also} where proposal_id = $1`, [parseWireId('proposal', proposal_id)]); // oxfmt-ignore
  const isUnseen = (also?: string) => assert.rejects(approved(also), /has claimed it and seen each picture since/);
  await isUnseen();
  await isUnseen(`, claimed_by = (select operator_id from operators where name = 'demo-administrator-1'), claimed_until = clock_timestamp() + interval '5 minutes'`); // oxfmt-ignore
  assert.deepEqual(await seenBy(admin, body.case_id), [false, 409, 409]);
  assert.equal(refusalOf(await admin.call(approveAct, { proposal_id, version })), 'claim-first');
  assert.equal(refusalOf(await maker.call(claimAct, { proposal_id, version })), 'own-proposal');
  const claimed = got(await admin.call(claimAct, { proposal_id, version }));
  const approval = { proposal_id, version: claimed.version };
  assert.equal(refusalOf(await admin.call(approveAct, approval)), 'look-first');
  await isUnseen();
  assert.deepEqual(await seenBy(other, body.case_id), [false, 409, 409]);
  assert.equal(refusalOf(await other.call(approveAct, approval)), 'claimed-by-other');
  assert.deepEqual(await seenBy(admin, cases[2]!), [false, 409, 409], 'of this case alone');
  assert.deepEqual(await seenBy(admin, body.case_id), [true, 200, 200]);
  assert.equal(refusalOf(await admin.call(approveIdentity, body)), 'role-missing');
  const looks = got(await admin.call(readAuditLog, { subject: [one, two][late]!.user.account_id })).entries
    .filter(({ operator, detail }) => operator === 'demo-administrator-1' && JSON.parse(detail).proposal === proposal_id); // oxfmt-ignore
  assert.deepEqual(looks.map(({ act }) => act).toReversed(), ['identity-case-viewed', 'identity-picture-viewed', 'identity-picture-viewed']); // oxfmt-ignore
  // What he saw before he claimed it anew is not before him any more.
  await runAsOwner(app, `alter table act_claims disable trigger act_claims_keep;
    update act_claims set claimed_until = now() - interval '2 hours';
    alter table act_claims enable trigger act_claims_keep`); // oxfmt-ignore
  const released = got(await admin.call(claimAct, { ...approval, claim: false }));
  const again = { proposal_id, version: got(await admin.call(claimAct, { proposal_id, version: released.version })).version }; // oxfmt-ignore
  assert.equal(refusalOf(await admin.call(approveAct, again)), 'look-first');
  await isUnseen();
  assert.deepEqual(await seenBy(admin, body.case_id), [true, 200, 200]);
  assert.equal(got(await admin.call(approveAct, again)).state, 'done');
  assert.deepEqual(await seenBy(admin, body.case_id), [false, 409, 409]);
  assert.equal(await statusOf([one, two][late]!), '2');
  const { RESULT_LIST } = got(await reviewer.call(listIdentityCases, { state: 'approved', pagesize: 100 }));
  const decidedBy = RESULT_LIST.find(({ case_id: id }) => id === cases[late])!.decided_by!;
  assert.match(decidedBy, /^demo-identity-reviewer-[12], demo-administrator-1$/);
  const user = got(await [one, two][late]!.client.call(getUser, { account_id: [one, two][late]!.user.account_id }));
  assert.equal(user.status, '1');

  // Nobody approves it alone, whatever program is used.
  got(await reviewer.call(claimIdentityCase, { case_id: cases[2]! }));
  const alone = `update identity_cases set state = 'approved', decided_at = now(), version = version + 1`;
  await assert.rejects(app.pool.query(`${alone} where case_id = $1`, [parseWireId('identityCase', cases[2]!)]), /two operators approve a document/); // oxfmt-ignore
  await assert.rejects(app.pool.query(`${alone}, decided_proposal = $2 where case_id = $1`, [parseWireId('identityCase', cases[2]!), parseWireId('proposal', proposal_id)]), /two operators approve this case/); // oxfmt-ignore
  // What the second person was shown ends with the decision of whom the case is.
  const third = got(
    await reviewer.call(proposeAct, { kind: 'approve-identity', body: { case_id: cases[2]! }, why: 'x' }),
  );
  got(await second.call(claimAct, { proposal_id: third.proposal_id, version: third.version }));
  assert.deepEqual(await seenBy(second, cases[2]!), [true, 200, 200]);
  got(await reviewer.call(failIdentity, { case_id: cases[2]!, reason: 'other-account' }));
  assert.deepEqual(await seenBy(second, cases[2]!), [false, 409, 409]);
  assert.equal(refusalOf(await maker.call(proposeAct, { kind: 'approve-identity', body: { case_id: cases[2]! }, why: 'x' })), 'case-decided'); // oxfmt-ignore

  await app.audit();
});

test('pictures that certify another account are seen beside a case by its proposal alone, and each look is that account’s too', async () => {
  const [one, two, three, four] = [await app.person(), await app.person(), await app.person(), await app.person()];
  const number = { document_number: 'TW-500-600', birth_date: '1981-02-03' };
  for (const [person, more] of [
    [one, { ...number, name: 'Kai Ros' }],
    [two, { ...number, name: 'Kim Dal' }],
    [three, { ...number, name: 'Ulf Sand' }],
    [four, { name: 'Kim Dal', birth_date: '1981-02-03' }],
  ] as const)
    // oxfmt-ignore
    got(await person.client.call(insertAuthentication, await documentOf(person, more)));
  const [ofOne, ofTwo, ofThree, ofFour] = [await caseOf(one), await caseOf(two), await caseOf(three), await caseOf(four)]; // oxfmt-ignore
  const [other, admin] = [await reviewerNumber(2), consoleClient(app)];
  got(await admin.call(tryRole, { role: 'administrator' }));
  for (const id of [ofOne, ofFour]) {
    got(await other.call(claimIdentityCase, { case_id: id }));
    got(await other.call(approveIdentity, { case_id: id }));
  }
  const seen = async (client: ConsoleClient, twin = ofOne, id = ofTwo): Promise<number[]> =>
    Promise.all(['front', 'back'].map(async (side) => (await fetch(`${app.consoleUrl()}/api/identity/cases/${id}/twins/${twin}/picture/${side}`, { headers: { cookie: client.cookies() } })).status)); // oxfmt-ignore
  const offered = async (client: ConsoleClient) =>
    got(await client.call(getIdentityCase, { case_id: ofTwo })).opened?.duplicates.flatMap(({ account_id: account, pictures }) => pictures.map(({ side, path }) => [account, side, path !== null])); // oxfmt-ignore
  const both = [[one.user.account_id, 'front', true], [one.user.account_id, 'back', true]]; // oxfmt-ignore

  // Who has the case sees nothing of it before he has proposed, and as its maker not a moment longer than he has the case.
  got(await reviewer.call(claimIdentityCase, { case_id: ofTwo }));
  assert.deepEqual([await offered(reviewer), await seen(reviewer)], [[], [409, 409]]);
  const wanted = { kind: 'approve-identity', body: { case_id: ofTwo }, why: 'moved' } as const;
  const { proposal_id, version } = got(await reviewer.call(proposeAct, wanted));
  assert.deepEqual([await offered(reviewer), await seen(reviewer)], [both, [200, 200]]);
  got(await reviewer.call(releaseIdentityCase, { case_id: ofTwo }));
  assert.deepEqual([await offered(reviewer), await seen(reviewer)], [undefined, [409, 409]]);
  got(await other.call(claimIdentityCase, { case_id: ofTwo }));
  assert.deepEqual([await offered(other), await seen(other)], [[], [409, 409]], 'by no claim of the case alone');

  assert.deepEqual(await seen(admin), [409, 409]);
  const claimed = got(await admin.call(claimAct, { proposal_id, version }));
  assert.deepEqual([await offered(admin), await seen(admin)], [both, [200, 200]]);
  assert.deepEqual(await seen(other), [409, 409]);
  // The claim shows no picture but those: none of a case under review, of the case itself, of the same person or of nobody, and none in turn.
  for (const twin of [ofThree, ofTwo, ofFour, 'idc_1']) assert.deepEqual(await seen(admin, twin), [404, 404], twin);
  for (const [twin, id] of [[ofTwo, ofOne], [ofOne, ofThree], [ofOne, ofOne]] as const) assert.deepEqual(await seen(admin, twin, id), [409, 409]); // oxfmt-ignore
  const looks = got(await admin.call(readAuditLog, { subject: one.user.account_id, act: 'identity-picture-viewed' })).entries.map(({ operator, detail }) => ({ operator, ...(JSON.parse(detail) as object) })); // oxfmt-ignore
  const look = (operator: string) => ['front', 'back'].map((side) => ({ operator, side, case: ofOne, beside: ofTwo, proposal: proposal_id })); // oxfmt-ignore
  const bySide = (rows: { operator: string; side?: string }[]) => rows.toSorted((a, b) => `${a.operator}${a.side}`.localeCompare(`${b.operator}${b.side}`)); // oxfmt-ignore
  assert.deepEqual(bySide(looks), bySide([...look('demo-administrator-1'), ...look('demo-identity-reviewer-1')]));
  const approval = { proposal_id, version: claimed.version };
  assert.equal(refusalOf(await admin.call(approveAct, approval)), 'look-first', 'what he saw is not what he approves');

  await app.pool.query(`update pictures set wrapped_key = null, look = null where account_id = $1`, [parseWireId('account', one.user.account_id)]); // oxfmt-ignore
  assert.deepEqual(await offered(admin), both.map(([account, side]) => [account, side, false])); // oxfmt-ignore
  assert.deepEqual(await seen(admin), [404, 404]);
  const noted = got(await admin.call(readAuditLog, { subject: one.user.account_id, act: 'identity-picture-viewed' })).entries; // oxfmt-ignore
  assert.equal(noted.length, looks.length, 'what could not be shown was not looked at');
  got(await admin.call(claimAct, { ...approval, claim: false }));
  assert.deepEqual([await offered(admin), await seen(admin)], [undefined, [409, 409]]);
});

test('the database writes ids as they cross the network', async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID() as Uuid);
  const { rows } = await app.pool.query<{ id: string }>(`select wire_id('prp', id) as id from unnest($1::uuid[]) with ordinality as u(id, place) order by place`, [ids]); // oxfmt-ignore
  assert.deepEqual(rows.map(({ id }) => id), ids.map((id) => wireId('proposal', id))); // oxfmt-ignore
});

test('a picture that looks like one of another account is shown, and decides nothing', async () => {
  const drawn = await photo({ width: 12, height: 8, seed: 4_713 }).resize(900, 600).jpeg().toBuffer();
  const one = await app.person();
  got(await one.client.call(insertAuthentication, await documentOf(one, { name: 'Liv Moe', front: await uploaded(one, drawn) }))); // oxfmt-ignore
  const theirs = await caseOf(one);
  got(await reviewer.call(claimIdentityCase, { case_id: theirs }));
  got(await reviewer.call(approveIdentity, { case_id: theirs }));
  const four = await app.person();
  const copy = await sharp(drawn).extract({ left: 3, top: 2, width: 894, height: 596 }).resize(800).jpeg({ quality: 40 }).toBuffer(); // oxfmt-ignore
  got(await four.client.call(insertAuthentication, await documentOf(four, { name: 'Ola Berg', front: await uploaded(four, copy) }))); // oxfmt-ignore
  const looked = got(await reviewer.call(claimIdentityCase, { case_id: await caseOf(four) }));
  assert.deepEqual(looked.duplicates.map(({ account_id, same }) => [account_id, same]), [[one.user.account_id, ['look']]]); // oxfmt-ignore
  assert.equal(looked.needs_second, false);
  const needless = { kind: 'approve-identity', body: { case_id: looked.case_id }, why: 'x' } as const;
  assert.equal(refusalOf(await reviewer.call(proposeAct, needless)), 'second-person-not-needed');
  got(await reviewer.call(approveIdentity, { case_id: looked.case_id }));
  await app.audit();
});

test('nobody keeps a case from the others: a claim comes once in a while, and an administrator gives it back', async () => {
  const [ida, other, admin] = [await app.person(), await reviewerNumber(2), consoleClient(app)];
  got(await admin.call(tryRole, { role: 'administrator' }));
  got(await ida.client.call(insertAuthentication, await documentOf(ida)));
  const named = { case_id: await caseOf(ida) };
  const id = parseWireId('identityCase', named.case_id)!;
  const { front } = got(await reviewer.call(claimIdentityCase, named));
  assert.equal(refusalOf(await reviewer.call(claimIdentityCase, named)), 'claimed-lately');
  assert.equal(refusalOf(await other.call(releaseIdentityCase, named)), 'claimed-by-other');
  assert.equal(refusalOf(await admin.call(claimIdentityCase, named)), 'role-missing');
  assert.equal(got(await admin.call(getIdentityCase, named)).opened, null);
  assert.equal(got(await admin.call(releaseIdentityCase, named)).claimed_by, null);
  // Neither now nor when he gives it back himself, nor when his time is over.
  assert.equal((await fetch(app.consoleUrl() + front, { headers: { cookie: reviewer.cookies() } })).status, 409);
  assert.equal(refusalOf(await reviewer.call(claimIdentityCase, named)), 'claimed-lately');
  got(await other.call(claimIdentityCase, named));
  assert.equal(got(await other.call(releaseIdentityCase, named)).claimed_by, null);
  const claim = (who: number, until: string) => app.pool.query(`update identity_cases set claimed_by = (select operator_id from operators where name = 'demo-identity-reviewer-${who}'), claimed_until = ${until}, version = version + 1 where case_id = '${id}'`); // oxfmt-ignore
  await assert.rejects(claim(1, `now() + interval '5 minutes'`), /may not claim it now/);
  const claimAgo = (ago: string) =>
    runAsOwner(app, `alter table case_claims disable trigger case_claims_keep;
      update case_claims set claimed_until = now() - interval '${ago}' where case_id = '${id}' and operator_id = (select operator_id from operators where name = 'demo-identity-reviewer-1');
      alter table case_claims enable trigger case_claims_keep`); // oxfmt-ignore
  await claimAgo('59 minutes');
  assert.equal(refusalOf(await reviewer.call(claimIdentityCase, named)), 'claimed-lately');
  await claimAgo('61 minutes');
  await assert.rejects(claim(1, `now() + interval '1 day'`), /may not claim it now/);
  await assert.rejects(app.pool.query('delete from case_claims'), /permission denied/);
  got(await reviewer.call(claimIdentityCase, named));
  got(await reviewer.call(failIdentity, { ...named, reason: 'picture-unclear' }));
  const { entries } = got(await admin.call(readAuditLog, { act: 'identity-case-released' }));
  const ofCase = entries.map(({ operator, detail }) => [operator, JSON.parse(detail)] as const).filter(([, detail]) => detail.case === named.case_id); // oxfmt-ignore
  assert.deepEqual(ofCase.map(([operator, { of }]) => [operator, of]), [['demo-identity-reviewer-2', 'demo-identity-reviewer-2'], ['demo-administrator-1', 'demo-identity-reviewer-1']]); // oxfmt-ignore
});

/** Limit in the setting `operator-looks`. */
const casesPerHour = 30;
const forgetLooks = (): Promise<void> => runAsOwner(app, 'delete from operator_looks');

test('an operator opens thirty documents within an hour and no more, however many are asked for at once', async () => {
  const other = await reviewerNumber(2);
  const { rows } = await app.pool.query<{ operatorId: Uuid; name: string }>(`select operator_id as "operatorId", name from operators where name like 'demo-identity-reviewer-_' order by name`); // oxfmt-ignore
  const [first, second] = [rows[0]!, rows[1]!];
  await forgetLooks();
  const opened = boundLooks({ pool: app.consolePool });
  await Promise.all(Array.from({ length: casesPerHour - 1 }, () => opened.count(second, 'documents', randomUUID())));
  const people = await Promise.all([app.person(), app.person()]);
  await Promise.all(people.map(async (person) => got(await person.client.call(insertAuthentication, await documentOf(person))))); // oxfmt-ignore
  const ids = await Promise.all(people.map((person) => caseOf(person)));
  const claims = await Promise.all([...ids, ...ids].map((id) => other.call(claimIdentityCase, { case_id: id })));
  const shown = claims.flatMap((each) => (each.ok ? [each.data.case_id] : []));
  assert.equal(shown.length, 1);
  const late = ids.find((id) => !shown.includes(id))!;
  const again = await other.call(claimIdentityCase, { case_id: late });
  assert.equal(refusalOf(again), 'looks-used-up');
  assert.ok(!again.ok && Date.parse(again.facts['until']!) > Date.now() + 3_500_000);
  assert.ok(!again.ok && again.facts['roles'] === 'risk, administrator', 'who can raise the bound');
  // What was opened stays open to who has it, and what was not is for others.
  assert.deepEqual(await seenBy(other, shown[0]!), [true, 200, 200]);
  assert.deepEqual(await seenBy(other, late), [false, 409, 409]);
  got(await reviewer.call(claimIdentityCase, { case_id: late }));
  const logged = await app.pool.query(`select operator, detail from audit_log where act = 'looks-used-up'`);
  assert.deepEqual(
    logged.rows,
    [{ operator: second.name, detail: '{"in_day":30,"in_hour":30,"kind":"documents"}' }],
    'one row, not one for each try',
  );
  const metric = (await readMetrics()).find(({ name }) => name === 'candor_operator_looks_refused_total')!;
  assert.ok((metric.values as { value: number }[])[0]!.value >= 2);

  // Each case counts once an hour, and a place comes back an hour after it was taken.
  const looks = boundLooks({ pool: app.consolePool });
  await forgetLooks();
  const cases = Array.from({ length: casesPerHour + 1 }, () => randomUUID() as Uuid);
  const counted = await Promise.allSettled(cases.map((id) => looks.count(first, 'documents', id)));
  const beyond = counted.findIndex(({ status }) => status === 'rejected');
  assert.equal(counted.filter(({ status }) => status === 'fulfilled').length, casesPerHour);
  await looks.count(first, 'documents', cases[beyond === 0 ? 1 : 0]!);
  await assert.rejects(looks.count(first, 'documents', cases[beyond]!), { code: 'looks-used-up' });
  await assert.rejects(looks.requireRoom(first, 'documents'), { code: 'looks-used-up' });
  await runAsOwner(app, `update operator_looks set at = at - interval '1 hour'`);
  await looks.requireRoom(first, 'documents');
  await looks.count(first, 'documents', cases[beyond]!);
});

const factsOf = (outcome: { ok: boolean }) => (outcome as { facts?: Record<string, string> }).facts;

test('the age is that of the profile in force, at the hand-in and once more at the approval; a closed account waits for nobody', async () => {
  await forgetLooks();
  const [young, older] = [await app.person(), await app.person()];
  const yearsAgo = (years: number) => ({ birth_date: `${new Date().getUTCFullYear() - years}-01-01` });
  const document = await documentOf(young, yearsAgo(20));
  got(await young.client.call(insertAuthentication, document));
  const caseId = await caseOf(young);
  got(await reviewer.call(claimIdentityCase, { case_id: caseId }));
  const owners = openPool(app.ownerUrl, 1);
  try {
    await addProfile(owners, { jurisdiction: 'adults', areOptionsOffered: true, leverMax: 50, warning: 'general', ageMin: 21, areBonusesOffered: true }); // oxfmt-ignore
    await chooseProfile(owners, { jurisdiction: 'adults' });
  } finally {
    await owners.end();
  }
  await app.readSettings();
  const underAge = ['under-age', { age: '21' }];
  const approval = await reviewer.call(approveIdentity, { case_id: caseId });
  assert.deepEqual([refusalOf(approval), factsOf(approval)], underAge);
  assert.equal(await statusOf(young), '1');
  got(await reviewer.call(failIdentity, { case_id: caseId, reason: 'under-age' }));
  const again = await young.client.call(updateAuthentication, document);
  assert.deepEqual([refusalOf(again), factsOf(again)], underAge);

  const handed = got(await older.client.call(insertAuthentication, await documentOf(older, yearsAgo(21))));
  assert.deepEqual([handed.status, handed.age_min], ['1', 21]);
  const id = await caseOf(older);
  got(await reviewer.call(claimIdentityCase, { case_id: id }));
  const waiting = async () => got(await reviewer.call(listQueues, {})).queues.find(({ name }) => name === 'identity')!;
  const before = await waiting();
  await app.pool.query(`select account_close($1, now() + interval '1 day')`, [parseWireId('account', older.user.account_id)]); // oxfmt-ignore
  assert.equal((await waiting()).in_all, before.in_all! - 1);
  const listed = async (state: 'review' | 'withdrawn') =>
    got(await reviewer.call(listIdentityCases, { state, pagesize: 100 })).RESULT_LIST.map(({ case_id }) => case_id);
  assert.ok(!(await listed('review')).includes(id) && (await listed('withdrawn')).includes(id));
  assert.deepEqual(await seenBy(reviewer, id), [false, 409, 409]);
  assert.equal(got(await reviewer.call(getCustomer, { account_id: older.user.account_id })).identity[0]!.state, 'withdrawn'); // oxfmt-ignore
  assert.equal(refusalOf(await reviewer.call(approveIdentity, { case_id: id })), 'case-decided');
  assert.equal(refusalOf(await reviewer.call(claimIdentityCase, { case_id: id })), 'case-decided');
  assert.equal(refusalOf(await reviewer.call(failIdentity, { case_id: id, reason: 'not-genuine' })), 'case-decided');
  await app.audit();
});
