// Pictures in a bucket of an S3 server of others, which checks every signature: what our own stand-in can't say of itself.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openBucket } from '../src/kit/bucket.ts';
import { requireClient } from './support/clients-package.ts';

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
