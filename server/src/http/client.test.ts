// The typed client of wire/ against a real door on a real port.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { calls, createClient, defineAction, defineEndpoint, isDoneOnce, isUuid, text } from '@candor/wire';
import { z } from 'zod';
import { Refusal } from '../kit/refuse.ts';
import { ann, openTestDoor, tokenOf } from './http.test-support.ts';
import type { Reached } from './http.test-support.ts';

const shape = { summary: 'Does it.', who: 'anyone', refusals: [] } as const;
const logIn = defineEndpoint({
  ...shape,
  method: 'POST',
  path: '/api/log-in',
  payload: z.strictObject({}),
  reply: z.object({}),
});
const pay = defineEndpoint({
  ...shape,
  method: 'POST',
  path: '/api/pay/:coin',
  movesMoney: true,
  payload: z.strictObject({ coin: text(1, 9), amount: text(1, 9) }),
  reply: z.object({ paid: z.string() }),
  refusals: ['insufficient-balance'],
  statusOf: { 'insufficient-balance': 2 },
});
const receipt = defineEndpoint({
  ...shape,
  method: 'GET',
  path: '/api/receipt/:id',
  form: 'bare',
  payload: z.strictObject({ id: text(1, 20), lang: text(0, 20).optional() }),
  reply: z.object({ id: z.string() }),
});
const list = defineAction({
  ...shape,
  name: 'list',
  payload: z.strictObject({ word: text(0, 20) }),
  reply: z.object({ TOTAL: z.number() }),
});

let handle: (reached: Reached) => unknown = () => ({});
let door: Awaited<ReturnType<typeof openTestDoor>>;
let baseUrl: string;
before(async () => {
  door = await openTestDoor({ calls: [logIn, pay, receipt, list], handle: (reached) => handle(reached) });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${port}`;
});
after(() => door.close());
beforeEach(() => (door.reached.length = 0));

test('payloads arrive as given, and data comes back, for every form of call', async () => {
  const client = createClient({ baseUrl });
  handle = ({ payload }) => ({ paid: (payload as { amount: string }).amount });
  assert.deepEqual(await client.call(pay, { coin: 'a/b&c', amount: '1.50' }), { ok: true, data: { paid: '1.50' } });
  assert.deepEqual(door.reached[0]!.payload, { coin: 'a/b&c', amount: '1.50' });
  handle = ({ payload }) => payload;
  assert.deepEqual(await client.call(receipt, { id: 'ü?#', lang: 'a+b' }), {
    ok: true,
    data: { id: 'ü?#', lang: 'a+b' },
  });
  assert.deepEqual(await client.call(receipt, { id: '1', lang: undefined }), { ok: true, data: { id: '1' } });
  handle = () => ({ TOTAL: 2 });
  assert.deepEqual(await client.call(list, { word: '&=%+é' }), { ok: true, data: { TOTAL: 2 } });
  assert.deepEqual(door.reached.at(-1)!.payload, { word: '&=%+é' });
});

test('a refusal comes back with its code, facts, number and HTTP status', async () => {
  const client = createClient({ baseUrl });
  handle = () => {
    throw new Refusal('insufficient-balance', { available: '3' });
  };
  const short = { ok: false, code: 'insufficient-balance', facts: { available: '3' }, status: 2, httpStatus: 200 };
  assert.deepEqual(await client.call(pay, { coin: 'BTC', amount: '5' }), short);
  const malformed = await client.call(list, { word: 'x'.repeat(21) });
  assert.ok(!malformed.ok);
  assert.deepEqual(
    [malformed.code, malformed.facts['field'], malformed.status, malformed.httpStatus],
    ['malformed', 'word', 0, 400],
  );
  handle = () => {
    throw new Error('broken');
  };
  const failed = await client.call(list, { word: '' });
  assert.ok(!failed.ok && failed.code === 'unknown-error' && failed.httpStatus === 500);
});

test('each call that moves money is a new intent unless it repeats a key', async () => {
  const client = createClient({ baseUrl });
  handle = () => ({});
  const payload = { coin: 'BTC', amount: '5' };
  await client.call(pay, payload);
  await client.call(pay, payload);
  const idempotencyKey = crypto.randomUUID();
  await client.call(pay, payload, { idempotencyKey });
  const keys = door.reached.map(({ context }) => context.idempotency.key);
  assert.ok(keys.every(isUuid));
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], idempotencyKey);
});

test('whatever is done once under a key is sent with one, whether it moves money or not', async () => {
  const client = createClient({ baseUrl });
  const sent: (string | null)[] = [];
  for (const call of calls.filter(isDoneOnce)) {
    const fetching = globalThis.fetch;
    globalThis.fetch = (_url, init) => {
      sent.push(new Headers(init?.headers).get('idempotency-key'));
      return Promise.resolve(Response.json({ status: 1, data: {} }));
    };
    await client.call(call, {}).finally(() => (globalThis.fetch = fetching));
  }
  assert.ok(sent.length >= 8 && sent.every((key) => key !== null && isUuid(key)), JSON.stringify(sent));
});

test('in Node it keeps the session cookie and drops it at the logout', async () => {
  const client = createClient({ baseUrl, keepsCookies: true });
  handle = ({ context }) => (context.startSession(tokenOf(ann)), {});
  await client.call(logIn, {});
  assert.equal(client.cookies(), `__Host-candor=${tokenOf(ann)}; candor=${tokenOf(ann)}`);
  handle = ({ context }) => (context.endSession(), {});
  await client.call(logIn, {});
  assert.deepEqual(door.reached[1]!.context.session, ann);
  assert.equal(client.cookies(), '');
});

test("an answer tells the server's clock, whatever asked for it, unless it may be out of a cache", async () => {
  const heard: number[] = [];
  const client = createClient({ baseUrl, onDate: (at) => heard.push(at) });
  await client.call(receipt, { id: 'a' });
  await client.call(logIn, {});
  assert.equal(heard.length, 2);
  assert.ok(heard.every((at) => at > 0 && at % 1000 === 0));
  const cached = createServer((_, response) => response.setHeader('cache-control', 'max-age=60').end('{}'));
  await new Promise<void>((listening) => cached.listen(0, '127.0.0.1', listening));
  const { port } = cached.address() as AddressInfo;
  const other = createClient({ baseUrl: `http://127.0.0.1:${port}`, onDate: (at) => heard.push(at) });
  await other.call(receipt, { id: 'a' });
  cached.close();
  assert.equal(heard.length, 2);
});

test('no answer, or one that is not ours, is unreachable', async () => {
  const nobody = { ok: false, code: 'unreachable', facts: {}, status: 0, httpStatus: 0 };
  assert.deepEqual(await createClient({ baseUrl: 'http://127.0.0.1:1' }).call(logIn, {}), nobody);
  assert.deepEqual(await createClient({ baseUrl }).call(logIn, {}, { signal: AbortSignal.abort() }), nobody);
  handle = () => ({ rawJson: '<html>' });
  assert.deepEqual(await createClient({ baseUrl }).call(receipt, { id: '1' }), { ...nobody, httpStatus: 200 });
});
