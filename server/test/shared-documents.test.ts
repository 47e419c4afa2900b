// One document, many accounts: what certifies one already is approved for another by two persons, what only looks like it is shown, and
// nobody keeps a case from the other reviewers.
import assert from 'node:assert/strict';
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
  getIdentityCase,
  getUser,
  insertAuthentication,
  listIdentityCases,
  parseWireId,
  previewAct,
  proposeAct,
  readAuditLog,
  releaseIdentityCase,
  tryRole,
  type ConsoleClient,
} from '@candor/wire';
import sharp from 'sharp';
import { runAsOwner } from './support/database.ts';
import { identityCases } from './support/identity-cases.ts';
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
  const shared = await jpegPhoto({ seed: 4_711 });
  const first = await documentOf(one, { document_number: 'ZZ-900-100', name: 'Zoë Quist', front: await uploaded(one, shared) }); // oxfmt-ignore
  got(await one.client.call(insertAuthentication, first));
  got(await two.client.call(insertAuthentication, await documentOf(two, { document_number: 'zz900 100', name: 'Bo Ek', front: await uploaded(two, shared) }))); // oxfmt-ignore
  got(await three.client.call(insertAuthentication, await documentOf(three, { name: 'quist  ZOE' })));
  const claimed = got(await reviewer.call(claimIdentityCase, { case_id: await caseOf(one) }));
  const same = new Map(claimed.duplicates.map((each) => [each.account_id, each.same]));
  assert.deepEqual(same, new Map([[three.user.account_id, ['person']], [two.user.account_id, ['document', 'picture']]])); // oxfmt-ignore
});

test('a document that certifies another account is approved by two persons', async () => {
  const shared = await jpegPhoto({ seed: 4_712 });
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

  // An administrator sees nothing of it before he has claimed the act, and approves nothing before he has seen all of it.
  assert.deepEqual(await seenBy(admin, body.case_id), [false, 409, 409]);
  assert.equal(refusalOf(await admin.call(approveAct, { proposal_id, version })), 'claim-first');
  assert.equal(refusalOf(await maker.call(claimAct, { proposal_id, version })), 'own-proposal');
  const claimed = got(await admin.call(claimAct, { proposal_id, version }));
  const approval = { proposal_id, version: claimed.version };
  assert.equal(refusalOf(await admin.call(approveAct, approval)), 'look-first');
  assert.deepEqual(await seenBy(other, body.case_id), [false, 409, 409]);
  assert.equal(refusalOf(await other.call(approveAct, approval)), 'claimed-by-other');
  assert.deepEqual(await seenBy(admin, cases[2]!), [false, 409, 409], 'of this case alone');
  assert.deepEqual(await seenBy(admin, body.case_id), [true, 200, 200]);
  assert.equal(refusalOf(await admin.call(approveIdentity, body)), 'role-missing');
  const looks = got(await admin.call(readAuditLog, { subject: [one, two][late]!.user.account_id })).entries
    .filter(({ operator, detail }) => operator === 'demo-administrator-1' && JSON.parse(detail).proposal === proposal_id); // oxfmt-ignore
  assert.deepEqual(looks.map(({ act }) => act).toReversed(), ['identity-case-viewed', 'identity-picture-viewed', 'identity-picture-viewed']); // oxfmt-ignore
  assert.equal(got(await admin.call(approveAct, approval)).state, 'done');
  assert.deepEqual(await seenBy(admin, body.case_id), [false, 409, 409]);
  assert.equal(await statusOf([one, two][late]!), '2');
  const { RESULT_LIST } = got(await reviewer.call(listIdentityCases, { state: 'approved', pagesize: 100 }));
  const decidedBy = RESULT_LIST.find(({ case_id: id }) => id === cases[late])!.decided_by!;
  assert.match(decidedBy, /^demo-identity-reviewer-[12], demo-administrator-1$/);
  const user = got(await [one, two][late]!.client.call(getUser, { account_id: [one, two][late]!.user.account_id }));
  assert.equal(user.status, '1');

  // Nobody approves it alone, whatever program is used.
  got(await reviewer.call(claimIdentityCase, { case_id: cases[2]! }));
  const approved = `update identity_cases set state = 'approved', decided_at = now(), version = version + 1`;
  await assert.rejects(app.pool.query(`${approved} where case_id = $1`, [parseWireId('identityCase', cases[2]!)]), /two operators approve a document/); // oxfmt-ignore
  await assert.rejects(app.pool.query(`${approved}, decided_proposal = $2 where case_id = $1`, [parseWireId('identityCase', cases[2]!), parseWireId('proposal', proposal_id)]), /two operators approve this case/); // oxfmt-ignore
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
