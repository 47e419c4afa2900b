// A bucket over real connections: what is put, got, listed and removed, and what is lost on the way.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openBucketServer } from '../../test/support/bucket-server.ts';
import { openHttpDouble } from '../../test/support/neighbours/http-double.ts';
import { toldPatience } from '../../test/support/told-patience.ts';
import { openBucket } from './bucket.ts';

const server = await openBucketServer();
const bucket = openBucket(server.options);
after(() => server.close());
afterEach(() => {
  server.objects.clear();
  server.asked.length = 0;
  assert.deepEqual(server.mishaps.splice(0), []);
});

const path = '/pictures/kept/one';
const bytes = randomBytes(100_000);

test('what is put can be got by its name, byte for byte, and is gone once it is removed', async () => {
  await bucket.put('one', bytes);
  assert.deepEqual([...server.objects.keys()], [path]);
  assert.ok((await bucket.get('one'))?.equals(bytes));
  await bucket.remove('one');
  assert.equal(server.objects.size, 0);
  assert.equal(await bucket.get('one'), undefined);
  await bucket.remove('one');
});

test('a service that fails, or whose connection is lost, is asked once more', async () => {
  for (const mishap of [500, 503, 429, 'cut-before', 'cut-after'] as const) {
    server.mishaps.push(mishap);
    await bucket.put('one', bytes);
    server.mishaps.push(mishap);
    assert.ok((await bucket.get('one'))?.equals(bytes), String(mishap));
    server.mishaps.push(mishap);
    await bucket.remove('one');
    assert.equal(server.objects.size, 0);
  }
});

test('one that stays silent is let go, and what it may have kept is taken away', async () => {
  server.mishaps.push('silent', 'silent');
  await assert.rejects(bucket.get('one'), /does not answer to GET/);
  server.mishaps.push('cut-after', 'cut-after');
  await assert.rejects(bucket.put('one', bytes), /does not answer to PUT/);
  assert.deepEqual(server.asked.slice(-3), [`PUT ${path}`, `PUT ${path}`, `DELETE ${path}`]);
  assert.equal(server.objects.size, 0);
});

test('a request also times out after a garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const patience = toldPatience();
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const double = await openHttpDouble({
    name: 'bucket',
    steps: ['GET'],
    stepOf: () => 'GET',
    answer: () => ({ status: 200, body: bytes }),
    onLate: () => arrived[double.asked.length - 1]!.resolve(),
  });
  double.turn('late', 'GET', { times: 2 });
  const { patience: _, ...options } = server.options;
  const got = openBucket({ ...options, url: `${double.url}/pictures`, patience: patience.patience }).get('one');
  const outcome = got.then(
    () => 'answered',
    ({ message }: Error) => message,
  );
  for (const { promise } of arrived) {
    await promise;
    // Waits until no pending operation references the request any more, so that it can be collected.
    for (let turn = 0; turn < 1_000; turn++) await nextTurn();
    collect();
    patience.end();
    // The second request only arrives if the first was aborted.
    for (let turn = 0; turn < 20_000 && double.asked.length === 1; turn++) await nextTurn();
    if (double.asked.length === 1) break;
  }
  assert.equal(double.asked.length, 2, 'the first request is still waited for');
  assert.equal(await outcome, 'the bucket does not answer to GET');
  await double.close();
});

test('what it refuses is said with its code, and is not asked again', async () => {
  const stranger = openBucket({ ...server.options, keyId: 'AKIDOTHER' });
  await assert.rejects(stranger.get('one'), /^Error: the bucket answers 403 SignatureDoesNotMatch to GET$/);
  await assert.rejects(stranger.remove('one'), /403/);
  assert.equal(server.asked.length, 2);
  await assert.rejects(stranger.put('one', bytes), (error: Error) => !JSON.stringify([error.stack, error.cause]).includes('canary')); // oxfmt-ignore
  server.mishaps.push(500, 500);
  await assert.rejects(bucket.get('one'), /answers 500 InternalError to GET/);
});

test('all of its folder is listed, page by page, and nothing besides', async () => {
  const names = Array.from({ length: 7 }, (_each, place) => `name-${place}`);
  for (const name of names) await bucket.put(name, bytes);
  server.objects.set('/pictures/other', { bytes, writtenAt: 0 });
  const pages: { name: string; writtenAt: number }[][] = [];
  for await (const page of bucket.list()) pages.push([...page]);
  assert.deepEqual(pages.map(({ length }) => length), [3, 3, 1]); // oxfmt-ignore
  assert.deepEqual(pages.flat().map(({ name }) => name), names); // oxfmt-ignore
  assert.ok(pages.flat().every(({ writtenAt }) => Math.abs(writtenAt - Date.now()) < 60_000));
});
