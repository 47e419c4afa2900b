// Pictures on a real database and disk, with a clock that the test moves: each is deleted when its time is over, and what a killed
// process left is deleted as well.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { describeOwn, pathOfPicture } from '../src/identity/case.ts';
import { handIn } from '../src/identity/hand-in.ts';
import { readLatest } from '../src/identity/store.ts';
import type { Session } from '../src/kit/feature.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { log } from '../src/kit/log.ts';
import { openPool } from '../src/kit/postgres.ts';
import { createSealing } from '../src/kit/sealing.ts';
import { until } from '../src/kit/until.test-support.ts';
import { createPictures } from '../src/pictures/create-pictures.ts';
import { shownToOperator, shownToOwner } from '../src/pictures/viewer.ts';
import { openBucketServer } from './support/bucket-server.ts';
import { cloneDatabase } from './support/database.ts';
import { flatPng, jpegPhoto } from './support/picture-files.ts';
import { longRun } from './support/long-run.ts';

log.setLevel('silent');
const database = await cloneDatabase();
const pool = openPool(database.url, 4);
const directory = mkdtempSync(join(tmpdir(), 'candor-retention-'));
after(async () => {
  await remote.close();
  await pool.end();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const dayMs = 24 * 3_600_000;
const keptDays = 30;
// Files bear the time of the machine.
const start = Date.now();
let now = start;
const options = {
  pool,
  clock: { now: () => now },
  newId: () => randomUUID() as Uuid,
  secrets: { pepper: randomBytes(32), olderPeppers: [] },
  directory,
  keptDays,
};
const pictures = createPictures(options);
const remote = await openBucketServer();
const inBucket = createPictures({ ...options, bucket: remote.options });

const accountId = randomUUID() as Uuid;
await pool.query(
  `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
   values ($1, '10000001', 'ann@example.com', '1', 'en', 'INVITE01', now())`,
  [accountId],
);

async function taken(seed: number, kept = pictures, size = {}): Promise<Uuid> {
  const jpeg = await jpegPhoto({ seed, ...size });
  return kept.take(accountId, async () => ({ bytes: Readable.from([jpeg]), isWhole: () => true }));
}

const you = () => shownToOwner(accountId, now);
const files = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('a picture that a case names is kept as long as the configuration says, any other for a day', async () => {
  now = start;
  const [named, unnamed] = [await taken(1), await taken(2)];
  assert.ok(await inTransaction(pool, (within) => pictures.keep(within, { accountId, pictureIds: [named] })));
  assert.deepEqual(files().toSorted(), [named, unnamed].toSorted());

  now = start + dayMs - 1;
  await pictures.prune();
  assert.deepEqual(files().toSorted(), [named, unnamed].toSorted());

  now = start + dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), [named]);
  assert.equal(await pictures.show(unnamed, you()), undefined);
  assert.equal(await pictures.isOf(accountId, unnamed), false);

  now = start + keptDays * dayMs - 1;
  await pictures.prune();
  assert.ok(await pictures.show(named, you()));

  now = start + keptDays * dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), []);
  assert.equal(await pictures.show(named, you()), undefined);
  const { rows } = await pool.query('select 1 from pictures where wrapped_key is not null');
  assert.equal(rows.length, 0, 'no copy of a file can be read any more');
  assert.ok(!(await inTransaction(pool, (within) => pictures.keep(within, { accountId, pictureIds: [named] }))));
});

test('a document names the side whose picture is there no longer, and its owner is told of none that is gone', async () => {
  now = start;
  const sealing = createSealing(options.secrets, 'identity');
  const handedIn = (front: Uuid, back: Uuid) =>
    handIn(
      { ...options, sealing, pictures, conduct: { inForce: () => ({ ageMin: 18 }) } },
      { account_id: '', country: 'JP', document_kind: 'identity-card', document_number: 'AB 1234567', name: 'Ann Lee', birth_date: '1990-05-17', front: pathOfPicture(front), back: pathOfPicture(back) }, // oxfmt-ignore
      { session: { accountId, isVerified: false } as Session, isFirst: true },
    );
  const [front, lost] = [await taken(31), await taken(32)];
  assert.ok(await inTransaction(pool, (within) => pictures.keep(within, { accountId, pictureIds: [front] })));
  now = start + dayMs + 1;
  await pictures.prune();
  await assert.rejects(handedIn(front, lost), { code: 'picture-missing', facts: { field: 'back' } });
  await assert.rejects(handedIn(lost, front), { code: 'picture-missing', facts: { field: 'front' } });

  const back = await taken(33);
  await handedIn(front, back);
  const sides = async () => {
    const latest = await describeOwn({ sealing, pictures }, (await readLatest(pool, accountId))!);
    return [latest.front, latest.back];
  };
  assert.deepEqual(await sides(), [pathOfPicture(front), pathOfPicture(back)]);
  now += keptDays * dayMs + 1;
  await pictures.prune();
  assert.deepEqual(await sides(), [null, null]);
});

test('of an account that has proven nothing a picture goes after 30 days, and stays while it is needed or once the account is proven', async () => {
  const years = createPictures({ ...options, keptDays: 1_826 });
  const newcomer = randomUUID() as Uuid;
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     values ($1, '10000003', 'new@example.com', '1', 'en', 'INVITE03', now())`,
    [newcomer],
  );
  // The setting of this database is that of the first start, which has not been.
  now = start;
  const takeOf = async (seed: number): Promise<Uuid> => {
    const jpeg = await jpegPhoto({ seed });
    return years.take(newcomer, async () => ({ bytes: Readable.from([jpeg]), isWhole: () => true }));
  };
  const keep = (pictureId: Uuid) =>
    inTransaction(pool, (within) => years.keep(within, { accountId: newcomer, pictureIds: [pictureId] }));
  const isThere = (pictureId: Uuid): Promise<boolean> => years.isOf(newcomer, pictureId);
  const [stray, closed, asked] = [await takeOf(51), await takeOf(52), await takeOf(53)];
  for (const picture of [stray, closed, asked]) assert.ok(await keep(picture));
  const ticket = randomUUID();
  await pool.query(`insert into support_tickets (ticket_id, account_id, subject, language, created_at, changed_at) values ($1, $2, 'money', 'en', now(), now())`, [ticket, newcomer]); // oxfmt-ignore
  await pool.query(
    `insert into support_messages (ticket_id, message_id, account_id, request_key, request_digest, body, pictures, at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), '', 'look at this', $3, now())`,
    [ticket, newcomer, [asked]],
  );
  now = start + 30 * dayMs - 1;
  await years.prune();
  assert.deepEqual([await isThere(stray), await isThere(asked)], [true, true]);
  assert.ok(await keep(closed), 'needed again');
  now = start + 30 * dayMs + 1;
  await years.prune();
  assert.deepEqual([await isThere(stray), await isThere(closed), await isThere(asked)], [false, true, true]);
  await pool.query(`update accounts set verified_at = now(), verified_by = 'identity' where account_id = $1`, [
    newcomer,
  ]);
  now = start + 70 * dayMs;
  await years.prune();
  assert.deepEqual([await isThere(closed), await isThere(asked)], [true, true], 'proven by now');
  now = start + 1_826 * dayMs + 1;
  await years.prune();
  assert.deepEqual([await isThere(closed), await isThere(asked)], [false, false]);
  now = start;
});

test('what a killed process leaves of an upload is deleted after a day', async () => {
  now = start;
  const incoming = join(directory, 'incoming');
  const module = new URL('../src/pictures/spool.ts', import.meta.url).href;
  const script = `
    import { Readable } from 'node:stream';
    import { spool } from ${JSON.stringify(module)};
    const bytes = new Readable({ read() {} });
    bytes.push(Buffer.alloc(1_000, 1));
    setInterval(() => undefined, 1_000);
    await spool({ bytes, isWhole: () => true }, ${JSON.stringify(incoming)}, async () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  await until('the upload is on its way', () => existsSync(incoming) && readdirSync(incoming).length === 1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = files();
  assert.equal(left.length, 1);

  // It could be one that still comes.
  await pictures.prune();
  assert.deepEqual(files(), left);
  now = Date.now() + dayMs + 1;
  await pictures.prune();
  assert.deepEqual(files(), []);
});

test('tries count whatever comes of them: who breaks off or hands in what is cut off is not listened to for long', async () => {
  const other = randomUUID() as Uuid;
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     values ($1, '10000002', 'eve@example.com', '1', 'en', 'INVITE02', now())`,
    [other],
  );
  now = start + 10 * dayMs;
  let opened = 0;
  const tryWith = (bytes: () => Readable) =>
    pictures.take(other, async () => {
      opened++;
      return { bytes: bytes(), isWhole: () => true };
    });
  const cut = flatPng(900, 600).subarray(0, -60);
  const breaksOff = () => new Readable({ read() { this.destroy(new Error('gone')); } }); // oxfmt-ignore
  for (let tries = 0; tries < 120; tries++) {
    now += 1_000;
    const bytes = tries % 40 === 0 ? () => Readable.from([cut]) : breaksOff;
    await assert.rejects(tryWith(bytes), { code: 'upload-failed' });
  }
  await assert.rejects(tryWith(breaksOff), { code: 'too-many-requests', facts: { seconds: '86281' } });
  assert.equal(opened, 120);
  // Of nobody else, nor for ever.
  await taken(40);
  now += dayMs + 1;
  await assert.rejects(tryWith(breaksOff), { code: 'upload-failed' });
  await pictures.prune();
  assert.deepEqual(files(), []);
});

const ownerPath = '/pictures/kept/owner';
/** Besides the one that says whose they are. */
const objects = (): string[] =>
  [...remote.objects.keys()].filter((path) => path !== ownerPath).map((path) => path.replace('/pictures/kept/', ''));
const rows = async (): Promise<string[]> => {
  const found = await pool.query<{ id: string }>(`select picture_id::text as id from pictures where wrapped_key is not null`); // oxfmt-ignore
  return found.rows.map(({ id }) => id);
};
const keepNamed = (pictureId: Uuid) =>
  inTransaction(pool, (within) => inBucket.keep(within, { accountId, pictureIds: [pictureId] }));

test('with a bucket nothing stays on the disk, and what lay there before is still shown', async () => {
  now = start;
  const before = await taken(11);
  await keepNamed(before);
  const inside = await taken(12, inBucket);
  await keepNamed(inside);
  assert.deepEqual([files(), objects()], [[before], [inside]]);
  assert.ok(![...remote.objects.values()].some(({ bytes }) => bytes.includes(Buffer.from('JFIF'))), 'it is sealed');
  for (const id of [before, inside]) assert.ok(await inBucket.show(id, you()));
  await inBucket.check!();
  assert.equal(pictures.check, undefined);
  assert.deepEqual(objects(), [inside]);

  remote.objects.set('/pictures/kept/notes.txt', { bytes: Buffer.from('of somebody else'), writtenAt: 0 });
  now = start + keptDays * dayMs + 1;
  await inBucket.prune();
  assert.deepEqual([files(), objects(), await rows()], [[], ['notes.txt'], []]);
  remote.objects.clear();
});

test('an upload that the bucket does not take leaves neither a row nor an object', async () => {
  now = start;
  for (const mishaps of [
    ['cut-after', 'cut-after'],
    [500, 500],
    ['cut-before', 'cut-before'],
  ] as const) {
    remote.mishaps.push(...mishaps);
    await assert.rejects(taken(13, inBucket), { code: 'upload-failed' });
    assert.deepEqual([objects(), await rows(), files()], [[], [], []]);
  }
  // The word that takes it away is lost as well: it is a stray.
  remote.mishaps.push('cut-after', 'cut-after', 'cut-before');
  await assert.rejects(taken(13, inBucket), { code: 'upload-failed' });
  assert.deepEqual([objects().length, await rows()], [1, []]);
  await inBucket.prune();
  assert.equal(objects().length, 1, 'it could be one whose row still comes');
  now = Date.now() + dayMs + 1;
  await inBucket.prune();
  assert.deepEqual(objects(), []);
  remote.mishaps.push(403);
  await assert.rejects(inBucket.check!(), /answers 403/);
});

test('from the bucket of another deployment nothing is removed, and the check says so', async () => {
  now = start;
  await inBucket.check!();
  const own = remote.objects.get(ownerPath)!;
  const ids = [await taken(20, inBucket), await taken(21, inBucket)];
  const foreign = randomUUID();
  remote.objects.set(`/pictures/kept/${foreign}`, { bytes: Buffer.from('of the other'), writtenAt: 0 });
  remote.objects.set(ownerPath, { bytes: Buffer.from('another'), writtenAt: 0 });
  now = Date.now() + dayMs + 1;
  await inBucket.prune();
  assert.deepEqual(objects().toSorted(), [...ids, foreign].toSorted());
  assert.deepEqual(await rows(), [], 'its own time is over all the same');
  await assert.rejects(inBucket.check!(), /of another deployment/);
  assert.equal(remote.objects.get(ownerPath)!.bytes.toString(), 'another');

  // An operator who is sure takes the mark away.
  remote.objects.delete(ownerPath);
  await inBucket.check!();
  assert.ok(remote.objects.get(ownerPath)!.bytes.equals(own.bytes));
  await inBucket.prune();
  assert.deepEqual(objects(), []);
});

test('a removal that fails is tried again, and holds no other up', async () => {
  now = start;
  const ids = [await taken(14, inBucket), await taken(15, inBucket), await taken(16, inBucket)];
  assert.deepEqual(objects().toSorted(), ids.toSorted());
  now = Date.now() + dayMs + 1;
  remote.mishaps.push(500, 500);
  await assert.rejects(inBucket.prune(), /answers 500/);
  assert.equal(objects().length, 1);
  assert.deepEqual(await rows(), [], 'nobody can read it any more');
  await inBucket.prune();
  assert.deepEqual(objects(), []);
});

test('whoever asks for one picture after the other takes the turn of nobody', longRun('many looks'), async () => {
  now = start;
  const [mine, other] = [await taken(17), await taken(18)];
  const [greedy, patient] = [randomUUID() as Uuid, randomUUID() as Uuid];
  let [drawn, refused] = [0, 0];
  // Each by another name, so that none of them is drawn already.
  const looks = Array.from({ length: 200 }, (_each, place) =>
    pictures.show(mine, shownToOperator({ operatorId: greedy, name: `greedy ${place}` }, now)).then(
      () => void drawn++,
      () => void refused++,
    ),
  );
  await until('all that may wait do, and the others are told to come again', () => 200 - drawn - refused <= 18);
  const before = drawn;
  const look = await pictures.show(other, shownToOperator({ operatorId: patient, name: 'patient' }, now));
  assert.ok(look);
  assert.ok(drawn - before <= 5, `${drawn - before} of the others came first`);
  await Promise.all(looks);
  assert.equal(drawn + refused, 200);
  assert.ok(drawn >= 18 && refused > 100, `${drawn} were drawn`);

  const bytes = await Promise.all(Array.from({ length: 200 }, () => pictures.show(mine, you())));
  assert.ok(
    bytes.every((each) => each!.equals(bytes[0]!)),
    'the owner sees the same bytes all day, drawn once',
  );
});

test(
  'drawings anew are counted for each viewer, and no look at what is drawn already',
  longRun('many looks'),
  async () => {
    now = start;
    const id = await taken(19, pictures, { width: 240, height: 240 });
    const viewer = { operatorId: randomUUID() as Uuid, name: 'ann' };
    const at = (minute: number) => shownToOperator(viewer, start + minute * 60_000);
    const codes = new Set<string | undefined>();
    for (let minute = 0; minute < 101; minute++)
      await pictures.show(id, at(minute)).catch((error: { code?: string }) => codes.add(error.code));
    assert.deepEqual([...codes], ['too-many-requests']);
    assert.ok(await pictures.show(id, at(99)));
    assert.ok(await pictures.show(id, you()), 'nobody else is bounded by it');
  },
);
