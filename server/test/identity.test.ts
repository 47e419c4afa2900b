// Certification through HTTP on a real server: pictures are taken in and kept as they must be, a case is handed in, claimed and decided,
// and nobody sees what is not theirs.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  approveIdentity,
  claimIdentityCase,
  exportIdentityCases,
  failIdentity,
  getAuthentication,
  getCustomer,
  getIdentityCase,
  getUser,
  insertAuthentication,
  listIdentityCases,
  listOutbox,
  listQueues,
  pictureLimits,
  readAuditLog,
  tryRole,
  updateAuthentication,
  type ConsoleClient,
  type DocumentFields,
} from '@candor/wire';
import sharp from 'sharp';
import { flatPng, heic, jpegPhoto, photo, photoWithPlace, svg } from './support/picture-files.ts';
import { identityCases } from './support/identity-cases.ts';
import { consoleClient } from './support/operators.ts';
import {
  got,
  openRunningApp,
  refusalOf,
  setTradePassword,
  type Person,
  type RunningApp,
} from './support/running-app.ts';
import { until } from '../src/kit/until.test-support.ts';
import { longRun } from './support/long-run.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-identity-'));
const picturesDirectory = join(dataDirectory, 'pictures');
let app: RunningApp;
let ann: Person;
let reviewer: ConsoleClient;
const { send, uploaded, documentOf, reviewerNumber, caseOf: caseSeenBy } = identityCases(() => app);
const caseOf = (person: Person): Promise<string> => caseSeenBy(reviewer, person);

before(async () => {
  app = await openRunningApp({ liveCoins: [], settings: { DATA_DIRECTORY: dataDirectory } });
  ann = await app.person();
  reviewer = await reviewerNumber(1);
});
after(async () => {
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const partHead = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

/** The code of the refusal, or `taken`. */
function sendBody({ client }: Person, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const headers = { cookie: client.cookies(), 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length }; // oxfmt-ignore
  return new Promise((resolve) => {
    const sending = request({ hostname, port, path: '/api/photo/upload', method: 'POST', headers, agent: false });
    sending
      .on('error', () => resolve('cut off'))
      .on('response', (response) => {
        let answer = '';
        response.on('data', (bytes: Buffer) => (answer += bytes.toString()));
        response.on('end', () => resolve((JSON.parse(answer) as { code?: string }).code ?? 'taken'));
      });
    sending.end(body);
  });
}

const filesIn = (folder: string): string[] =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));

const look = (client: ConsoleClient, id: string, side: string) =>
  fetch(`${app.consoleUrl()}/api/identity/cases/${id}/picture/${side}`, { headers: { cookie: client.cookies() } });

const statusOf = async ({ client, user }: Person) =>
  got(await client.call(getAuthentication, { account_id: user.account_id })).status;

test('a picture is kept drawn anew: turned upright, without the place it was taken, unreadable on the disk', async () => {
  const original = await photoWithPlace();
  assert.ok(original.includes('secret-camera'));
  const before = filesIn(picturesDirectory).length;
  const path = await uploaded(ann, original);
  assert.match(path, /^\/photo\/pic_[0-9a-z]{26}$/);
  const files = filesIn(picturesDirectory);
  assert.equal(files.length, before + 1);
  const onDisk = readFileSync(files.at(-1)!);
  assert.ok(!onDisk.includes('JFIF') && !onDisk.subarray(0, 4).equals(Buffer.from('ffd8ffe0', 'hex')));
  await setTradePassword(ann, '291847');
  const shown = await view(ann, path, '291847');
  assert.equal(shown.status, 200);
  assert.equal(shown.headers.get('cache-control'), 'no-store');
  const bytes = Buffer.from(await shown.arrayBuffer());
  const found = await sharp(bytes).metadata();
  assert.deepEqual([found.format, found.width, found.height, found.exif, found.orientation], ['jpeg', 600, 900, undefined, undefined]); // oxfmt-ignore
});

const view = ({ client }: Person, path: string, password: string) =>
  fetch(`${app.url}/api/photo/view`, {
    method: 'POST',
    body: JSON.stringify({ path, user_paypass: password }),
    headers: { cookie: client.cookies(), 'content-type': 'application/json' },
  });

test('one’s own picture is shown for the trade password, and to nobody else', async () => {
  const path = await uploaded(ann);
  assert.equal((await view(ann, path, '111222')).status, 400);
  const ben = await app.person();
  assert.equal((await view(ben, path, '291847')).status, 400);
  await setTradePassword(ben, '738291');
  assert.equal((await view(ben, path, '738291')).status, 404);
  assert.equal((await fetch(app.url + path)).status, 404);
});

test('what is no picture, too large, too many pixels or broken is refused, and nothing of it stays', async () => {
  const before = filesIn(picturesDirectory).length;
  const whole = await jpegPhoto({ seed: 77 });
  const wide = flatPng(60_000, 60_000);
  assert.ok(wide.length < 2_000_000);
  const cases: [string, Buffer, string][] = [
    ['an SVG', svg, 'image-type'],
    ['a HEIC', heic, 'image-type'],
    ['a PDF', Buffer.from('%PDF-1.7\n'.padEnd(5_000)), 'image-type'],
    ['a GIF', await photo({ width: 30, height: 30 }).gif().toBuffer(), 'image-type'],
    ['a page that begins like a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>alert(1)</script>'.padEnd(5_000))]), 'upload-failed'], // oxfmt-ignore
    ['nothing', Buffer.alloc(0), 'image-type'],
    ['a PNG of 3,600 megapixels', wide, 'upload-failed'],
    ['one of 50 megapixels', flatPng(10_000, 5_000), 'upload-failed'],
    ['half a JPEG', whole.subarray(0, whole.length / 2), 'upload-failed'],
    ['one of a few pixels', flatPng(20, 20), 'upload-failed'],
    ['one byte more than 10 MB', Buffer.concat([whole, Buffer.alloc(pictureLimits.bytesMax + 1 - whole.length)]), 'image-size'], // oxfmt-ignore
  ];
  for (const [what, file, code] of cases) assert.equal((await send(ann, file)).code, code, what);
  assert.equal(filesIn(picturesDirectory).length, before);
  assert.equal((await send(ann, whole, 'other')).code, 'malformed');
});

test('a picture that is also something else is kept as the picture alone', async () => {
  const hidden = 'PK\u0003\u0004 an archive behind the picture';
  const path = await uploaded(ann, Buffer.concat([await jpegPhoto({ seed: 78 }), Buffer.from(hidden)]));
  const shown = Buffer.from(await (await view(ann, path, '291847')).arrayBuffer());
  assert.ok(!shown.includes('an archive behind'));
  assert.equal((await sharp(shown).metadata()).format, 'jpeg');
});

test('an upload that breaks off leaves nothing', async () => {
  const eve = await app.person();
  const before = filesIn(picturesDirectory).length;
  const { hostname, port } = new URL(app.url);
  const headers = { cookie: eve.client.cookies(), 'content-type': 'multipart/form-data; boundary=x', 'content-length': 900_000 }; // oxfmt-ignore
  const sending = request({ hostname, port, path: '/api/photo/upload', method: 'POST', headers }).on(
    'error',
    () => undefined,
  );
  sending.write(partHead);
  sending.write(await jpegPhoto());
  await until('it is on its way', () => filesIn(picturesDirectory).length === before + 1);
  const [onItsWay] = filesIn(join(picturesDirectory, 'incoming'));
  assert.ok(!readFileSync(onItsWay!).includes('JFIF'));
  sending.destroy();
  await until('nothing of it is left', () => filesIn(picturesDirectory).length === before);
  const { rows } = await app.pool.query('select 1 from pictures join accounts using (account_id) where number = $1', [eve.user.user_number]); // oxfmt-ignore
  assert.equal(rows.length, 0);
});

test('the queue counts what waits, a case opens for who has claimed it alone, and the table tells nothing more', async () => {
  const [lou, other] = [await app.person(), await reviewerNumber(2)];
  const waiting = async (client: ConsoleClient) =>
    got(await client.call(listQueues, {})).queues.find(({ name }) => name === 'identity')!;
  const before = await waiting(reviewer);
  got(await lou.client.call(insertAuthentication, await documentOf(lou, { country: 'SE', name: 'Lou Berg' })));
  assert.equal((await waiting(reviewer)).waiting, before.waiting + 1);
  const id = await caseOf(lou);
  const opened = async (client: ConsoleClient) => got(await client.call(getIdentityCase, { case_id: id })).opened;
  assert.equal(await opened(reviewer), null);
  got(await reviewer.call(claimIdentityCase, { case_id: id }));
  const mine = (await opened(reviewer))!;
  assert.deepEqual([mine.name, mine.country, mine.claimed_by], ['Lou Berg', 'SE', 'demo-identity-reviewer-1']);
  assert.equal(await opened(other), null);
  assert.deepEqual(
    [(await waiting(reviewer)).waiting, (await waiting(other)).waiting],
    [before.waiting + 1, before.waiting],
  );
  const administrator = consoleClient(app);
  got(await administrator.call(tryRole, { role: 'administrator' }));
  for (const [client, own] of [[other, before.waiting], [administrator, 0]] as const) {
    const { waiting: mine, in_all: all } = await waiting(client);
    assert.deepEqual([mine, all], [own, before.in_all + 1], 'what somebody has claimed is still before the house');
  } // oxfmt-ignore
  assert.equal(refusalOf(await other.call(getIdentityCase, { case_id: 'cas_1' })), 'not-found');

  const auditor = consoleClient(app);
  got(await auditor.call(tryRole, { role: 'auditor' }));
  assert.equal(await waiting(auditor), undefined, 'who may not list the cases is told nothing of them');
  const { entries } = got(await auditor.call(readAuditLog, { subject: lou.user.account_id }));
  const ofCase = entries.filter(({ act }) => act !== 'identity-cases-listed').toReversed();
  assert.deepEqual(
    ofCase.map(({ act, operator }) => [act, operator.at(-1)]),
    [
      ['identity-case-listed', '1'],
      ['identity-case-claimed', '1'],
      ['identity-case-viewed', '1'],
      ['identity-case-listed', '2'],
    ],
  );

  const table = await fetch(`${app.consoleUrl()}${exportIdentityCases.path}?country=SE&sort=-submitted_at`, { headers: { cookie: reviewer.cookies() } }); // oxfmt-ignore
  const [head, ...rows] = (await table.text()).trimEnd().split('\r\n');
  assert.match(head!, /^case_id,account_id,state,/);
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]!.includes('Lou') && !rows[0]!.includes('1990'));
  got(await reviewer.call(failIdentity, { case_id: id, reason: 'picture-unclear' }));
  assert.equal(await opened(reviewer), null);
  const all = got(await reviewer.call(listIdentityCases, { country: 'SE', sort: '-decided_at' }));
  assert.deepEqual([all.TOTAL, all.RESULT_LIST[0]!.reason], [1, 'picture-unclear']);
});

test('a case goes from handed in to failed, corrected and approved; who is certified may not hand in again', async () => {
  const kim = await app.person();
  const id = kim.user.account_id;
  const document = await documentOf(kim);
  assert.equal(refusalOf(await kim.client.call(updateAuthentication, document)), 'certification-changed');
  const handed = got(await kim.client.call(insertAuthentication, document));
  assert.equal(handed.status, '1');
  assert.match(handed.latest!.document_number, /^•+\d{3}$/);
  assert.equal(refusalOf(await kim.client.call(insertAuthentication, document)), 'certification-pending');

  const caseId = await caseOf(kim);
  assert.equal(refusalOf(await reviewer.call(approveIdentity, { case_id: caseId })), 'claim-first');
  assert.equal((await look(reviewer, caseId, 'front')).status, 409);
  const claimed = got(await reviewer.call(claimIdentityCase, { case_id: caseId }));
  assert.deepEqual([claimed.name, claimed.birth_date, claimed.duplicates], ['Ann Lee', '1990-05-17', []]);
  const picture = await look(reviewer, caseId, 'back');
  assert.deepEqual(['content-type', 'cache-control'].map((name) => picture.headers.get(name)), ['image/jpeg', 'no-store']); // oxfmt-ignore
  const other = await reviewerNumber(2);
  assert.equal(refusalOf(await other.call(claimIdentityCase, { case_id: caseId })), 'claimed-by-other');
  assert.equal((await look(other, caseId, 'front')).status, 409);
  assert.equal(
    refusalOf(await other.call(failIdentity, { case_id: caseId, reason: 'picture-unclear' })),
    'claim-first',
  );

  got(await reviewer.call(failIdentity, { case_id: caseId, reason: 'picture-unclear' }));
  const failed = got(await kim.client.call(getAuthentication, { account_id: id }));
  assert.deepEqual([failed.status, failed.latest!.reason], ['3', 'picture-unclear']);
  assert.equal((await look(reviewer, caseId, 'front')).status, 409);
  assert.equal(refusalOf(await kim.client.call(insertAuthentication, document)), 'certification-changed');

  // The back was right: it is named again.
  got(await kim.client.call(updateAuthentication, { ...document, front: await uploaded(kim) }));
  const second = await caseOf(kim);
  got(await reviewer.call(claimIdentityCase, { case_id: second }));
  got(await reviewer.call(approveIdentity, { case_id: second }));
  assert.equal(await statusOf(kim), '2');
  const user = got(await kim.client.call(getUser, { account_id: id }));
  assert.deepEqual([user.status, user.verified_by], ['1', 'identity']);
  assert.equal(refusalOf(await kim.client.call(updateAuthentication, document)), 'certified-already');
  assert.equal(
    refusalOf(await reviewer.call(failIdentity, { case_id: second, reason: 'not-genuine' })),
    'case-decided',
  );

  await until('both mails', async () => {
    const { messages } = got(await kim.client.call(listOutbox, { recipient: kim.email }));
    const subjects = messages.filter(({ kind }) => kind === 'identity-decided').map(({ subject }) => subject);
    const whole = messages.map(({ text }) => text).join();
    return (
      ['Your document needs another look', 'Your identity is certified'].every((each) => subjects.includes(each)) &&
      whole.includes('could not be approved yet.\nThe photos cannot be read.')
    );
  });
  const auditor = consoleClient(app);
  got(await auditor.call(tryRole, { role: 'auditor' }));
  const { entries } = got(await auditor.call(readAuditLog, { subject: id }));
  const ofCase = entries.filter(({ act }) => act !== 'identity-cases-listed').toReversed();
  assert.deepEqual(
    ofCase.map(({ act }) => act),
    [
      'identity-case-claimed',
      'identity-picture-viewed',
      'identity-failed',
      'identity-case-claimed',
      'identity-approved',
    ],
  );
  const { identity } = got(await reviewer.call(getCustomer, { account_id: id }));
  assert.deepEqual(
    identity.map(({ case_id, attempt, state, reason, decided_at }) => [
      case_id,
      attempt,
      state,
      reason,
      decided_at !== null,
    ]),
    [
      [second, 2, 'approved', null, true],
      [caseId, 1, 'failed', 'picture-unclear', true],
    ],
  );
  await app.audit();
});

test('what is asked for twice at once is done once, by customers and by reviewers', async () => {
  const lea = await app.person();
  const document = await documentOf(lea);
  const tries = await Promise.all(Array.from({ length: 8 }, () => lea.client.call(insertAuthentication, document)));
  assert.equal(tries.filter(({ ok }) => ok).length, 1);
  assert.ok(tries.every((each) => each.ok || each.code === 'certification-pending'));
  const caseId = await caseOf(lea);
  const other = await reviewerNumber(2);
  const claims = await Promise.all([reviewer, other].map((each) => each.call(claimIdentityCase, { case_id: caseId })));
  assert.equal(claims.filter(({ ok }) => ok).length, 1);
  const winner = claims[0]!.ok ? reviewer : other;
  const decisions = await Promise.all([
    winner.call(approveIdentity, { case_id: caseId }),
    winner.call(failIdentity, { case_id: caseId, reason: 'not-genuine' }),
    winner.call(approveIdentity, { case_id: caseId }),
  ]);
  assert.equal(decisions.filter(({ ok }) => ok).length, 1);
  await app.audit();
});

test('fields that are wrong are named, who is too young and whose picture it is not is refused', async () => {
  const max = await app.person();
  const document = await documentOf(max);
  const year = new Date().getUTCFullYear();
  const cases: [Partial<DocumentFields>, string, string?][] = [
    [{ country: 'XX' }, 'document-malformed', 'country'],
    [{ document_number: '12' }, 'document-malformed', 'document_number'],
    [{ name: '<b>' }, 'document-malformed', 'name'],
    [{ birth_date: '2001-02-30' }, 'document-malformed', 'birth_date'],
    [{ birth_date: `${year + 1}-01-01` }, 'document-malformed', 'birth_date'],
    [{ birth_date: `${year - 17}-01-01` }, 'under-age'],
    [{ back: document.front }, 'picture-missing', 'back'],
    [{ front: await uploaded(ann) }, 'picture-missing', 'front'],
    [{ front: '/photo/pic_00000000000000000000000000' }, 'picture-missing', 'front'],
  ];
  for (const [more, code, field] of cases) {
    const outcome = await max.client.call(insertAuthentication, { ...document, ...more });
    assert.equal(refusalOf(outcome), code, JSON.stringify(more));
    if (field) assert.equal((outcome as { facts: { field?: string } }).facts.field, field);
  }
  assert.equal(await statusOf(max), '0');
  const { back: _, ...passport } = document;
  got(
    await max.client.call(insertAuthentication, {
      ...passport,
      document_kind: 'passport',
      document_number: 'X1234567',
    }),
  );
});

test('a thousand uploads at once: bounded memory, each taken or told to come again', longRun('a flood'), async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, () => app.person()));
  const file = await photo({ width: 640, height: 480 }).jpeg({ quality: 60 }).toBuffer();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  // One body for all of them, so that what is measured is the server's.
  const body = Buffer.concat([Buffer.from(partHead), file, Buffer.from('\r\n--x--\r\n')]);
  const codes = await Promise.all(
    Array.from({ length: 1_000 }, (_, place) => sendBody(crowd[place % crowd.length]!, body)),
  );
  clearInterval(watch);
  const count = (wanted: string): number => codes.filter((code) => code === wanted).length;
  process.stdout.write(`1,000 uploads at once of ${file.length} bytes: ${count('taken')} taken, ${count('busy')} busy, resident memory +${Math.round((peak - before) / 1e6)} MB\n`); // oxfmt-ignore
  const answers = ['taken', 'busy', 'upload-limit', 'cut off']; // as is whoever sends for longer than a request may take
  assert.deepEqual([...new Set(codes)].filter((code) => !answers.includes(code)), []); // oxfmt-ignore
  assert.ok(count('taken') > 0);
  assert.ok(peak - before < 200e6, `${peak - before} bytes more`);
  await until('nothing is on its way', () => filesIn(join(picturesDirectory, 'incoming')).length === 0);
});
