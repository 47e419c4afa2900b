// Pictures in a bucket of an S3 server of others, which checks every signature: what our own stand-in can't say of itself, at the bucket
// and through the whole server.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { claimIdentityCase, insertAuthentication, parseWireId, photoPath, type Uuid } from '@candor/wire';
import { openBucket } from '../src/kit/bucket.ts';
import { createPictures } from '../src/pictures/create-pictures.ts';
import { requireClient } from './support/clients-package.ts';
import { identityCases } from './support/identity-cases.ts';
import { openRunningApp, got, setTradePassword, type Person, type RunningApp } from './support/running-app.ts';

type S3rver = new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> };

const directory = mkdtempSync(join(tmpdir(), 'candor-s3-'));
const server = new (requireClient('@20minutes/s3rver') as S3rver)({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'pictures', configs: [] }],
});
const { port } = await server.run();
after(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const url = `http://127.0.0.1:${port}/pictures/eu`;
// The one account that it knows.
const keys = { region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' };
const bucket = openBucket({ ...keys, url });

test('objects go to and fro byte for byte, and what is not there is nothing', async () => {
  const bytes = randomBytes(2_000_000);
  await bucket.put('one', bytes);
  assert.ok((await bucket.get('one'))?.equals(bytes));
  await bucket.put('one', bytes.subarray(1));
  assert.ok((await bucket.get('one'))?.equals(bytes.subarray(1)));
  await bucket.remove('one');
  assert.equal(await bucket.get('one'), undefined);
  await bucket.remove('one');
});

test('another secret is refused, and a bucket that is not there is no empty one', async () => {
  const stranger = openBucket({ ...keys, url, secret: 'other' });
  await assert.rejects(stranger.get('one'), /403 SignatureDoesNotMatch to GET/);
  await assert.rejects(stranger.put('one', randomBytes(9)), /403 SignatureDoesNotMatch to PUT/);
  const missing = openBucket({ ...keys, url: url.replace('pictures', 'others') });
  await assert.rejects(missing.get('one'), /404 NoSuchBucket to GET/);
  await assert.rejects(missing.put('one', randomBytes(9)), /404 NoSuchBucket to PUT/);
  await assert.rejects(missing.list()[Symbol.asyncIterator]().next(), /404 NoSuchBucket/);
});

test('what lies in the folder is listed, and nothing besides', async () => {
  // Pages are for the stand-in to give: this server signs its marks by a cipher that OpenSSL has given up.
  const names = Array.from({ length: 40 }, (_each, place) => `n${String(place).padStart(4, '0')}`);
  await Promise.all(names.map((name) => bucket.put(name, Buffer.from(name))));
  await openBucket({ ...keys, url: url.replace('/eu', '') }).put('besides', Buffer.from('x'));
  const found: { name: string; writtenAt: number }[] = [];
  for await (const page of bucket.list()) found.push(...page);
  assert.deepEqual(found.map(({ name }) => name).toSorted(), names); // oxfmt-ignore
  assert.ok(found.every(({ writtenAt }) => Math.abs(writtenAt - Date.now()) < 60_000));
});

const dayMs = 24 * 3_600_000;
const keptDays = 3;
let app: RunningApp;
const { uploaded, documentOf, reviewerNumber, caseOf } = identityCases(() => app);

const view = async ({ client }: Person, path: string, password: string): Promise<[number, string | null]> => {
  const body = JSON.stringify({ path, user_paypass: password });
  const headers = { cookie: client.cookies(), 'content-type': 'application/json' };
  const { status, headers: said } = await fetch(`${app.url}/api/photo/view`, { method: 'POST', body, headers });
  return [status, said.get('content-type')];
};

test('a document goes through the app into the bucket, is shown to whose it is and who reviews it, and is gone in time', async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'candor-s3-app-'));
  const options = { ...keys, url: `http://127.0.0.1:${port}/pictures/app` };
  const settings = { DATA_DIRECTORY: data, PICTURES_KEPT_DAYS: `${keptDays}`, PICTURES_S3_URL: options.url, PICTURES_S3_KEY_ID: keys.keyId, PICTURES_S3_SECRET: keys.secret }; // oxfmt-ignore
  app = await openRunningApp({ liveCoins: [], settings });
  context.after(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const place = openBucket(options);
  const [ann, ben] = [await app.person(), await app.person()];
  await setTradePassword(ann, '291847');
  await setTradePassword(ben, '738291');
  const document = await documentOf(ann);
  const front = await uploaded(ann);
  got(await ann.client.call(insertAuthentication, { ...document, front }));
  const idOf = (path: string): Uuid => parseWireId('picture', path.slice(photoPath('').length))!;
  const kept = [front, document.back!].map(idOf);
  for (const id of [...kept, idOf(document.front)]) {
    const sealed = (await place.get(id))!;
    assert.ok(sealed.length > 1_000 && !sealed.includes('JFIF'));
  }

  const [reviewer, other] = [await reviewerNumber(1), await reviewerNumber(2)];
  const id = await caseOf(reviewer, ann);
  const look = async (client: typeof reviewer, side: string): Promise<number> =>
    (await fetch(`${app.consoleUrl()}/api/identity/cases/${id}/picture/${side}`, { headers: { cookie: client.cookies() } })).status; // oxfmt-ignore
  assert.equal(await look(reviewer, 'front'), 409);
  got(await reviewer.call(claimIdentityCase, { case_id: id }));
  assert.deepEqual([await look(reviewer, 'front'), await look(reviewer, 'back')], [200, 200]);
  assert.equal(await look(other, 'front'), 409);
  assert.deepEqual(await view(ann, front, '291847'), [200, 'image/jpeg']);
  assert.equal((await view(ben, front, '738291'))[0], 404);

  // Another process of the same deployment, whose clock is days ahead.
  let ahead = 0;
  const { pool, secrets } = app;
  const clock = { now: () => Date.now() + ahead };
  const later = createPictures({ pool, clock, newId: () => randomUUID() as Uuid, secrets, directory: join(data, 'pictures'), bucket: options, keptDays }); // oxfmt-ignore
  ahead = (keptDays - 0.5) * dayMs;
  await later.prune();
  assert.equal(await place.get(idOf(document.front)), undefined, 'nothing names it');
  assert.deepEqual([await look(reviewer, 'front'), (await view(ann, front, '291847'))[0]], [200, 200]);
  ahead = (keptDays + 0.5) * dayMs;
  await later.prune();
  for (const each of kept) assert.equal(await place.get(each), undefined);
  assert.deepEqual([await look(reviewer, 'front'), await look(reviewer, 'back')], [404, 404]);
  assert.equal((await view(ann, front, '291847'))[0], 404);
  assert.ok(await place.get('owner'), 'the bucket stays theirs');
  await app.audit();
});
