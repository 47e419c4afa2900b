// Around the calls: start-up, cookies, other sites, limits, keys and probes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineEndpoint, isUuid, text } from '@candor/wire';
import type { Endpoint } from '@candor/wire';
import { z } from 'zod';
import { createHttp } from './create-http.ts';
import { ann, ben, cookieOf, openTestDoor, tokenOf } from './http-for-tests.ts';

const endpoint = (path: `/${string}`, more: Partial<Endpoint> = {}): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: 'Does it.',
    who: 'anyone',
    payload: z.strictObject({ name: text(0, 20).default('') }),
    reply: z.object({}),
    refusals: [],
    ...more,
  });
const one = endpoint('/api/one');
const demo = endpoint('/dev/one', { isDemoOnly: true });
const json = { 'content-type': 'application/json' };

test('a call without handler, with two, or a handler without call stops the start', async () => {
  const options = {
    sessions: { find: async () => undefined }, clock: { now: () => 0 }, mode: 'demo', version: '0', allowedOrigins: [],
    onUpgrade: () => undefined, isReady: () => true, status: () => ({}),
  } as const; // prettier-ignore
  const bound = (call: Endpoint) => ({ call, handle: async () => ({}) });
  const start = (calls: Endpoint[], handled: Endpoint[]) =>
    createHttp({ ...options, calls, features: [{ name: 'x', calls: handled.map(bound) }] });
  await assert.rejects(start([one], []), /POST \/api\/one has no handler/);
  await assert.rejects(start([one], [one, one]), /POST \/api\/one has 2 handlers/);
  await assert.rejects(start([], [one]), /POST \/api\/one has a handler but is not in the table/);
  await assert.rejects(start([one, endpoint('/api/one')], [one]), /twice/);
  const http = await createHttp({
    ...options,
    mode: 'production',
    calls: [one, demo],
    features: [{ name: 'x', calls: [bound(one)] }],
  });
  await http.close();
});

test('a demo call does not exist in production, even with a handler', async () => {
  for (const mode of ['demo', 'production'] as const) {
    const door = await openTestDoor({ calls: [demo], mode });
    const response = await door.app.inject({ method: 'POST', url: '/dev/one' });
    const expected = mode === 'demo' ? [200, undefined, 1] : [404, 'demo-only', 0];
    assert.deepEqual([response.statusCode, response.json<{ code?: string }>().code, door.reached.length], expected);
    await door.close();
  }
});

test('the session cookie is locked to the host wherever it can be, and the plain one is not believed there', async () => {
  const cases = [
    ['demo', 'localhost:3000', true], ['demo', '127.0.0.1', true], ['demo', '[::1]:80', true], ['demo', '192.168.1.5:3000', false],
    ['demo', 'localhost.example.com', false], ['production', 'candor.example', true],
  ] as const; // prettier-ignore
  for (const [mode, host, isLocked] of cases) {
    const door = await openTestDoor({
      mode,
      calls: [one],
      handle: ({ context, payload }) => {
        const { name } = payload as { name: string };
        if (name === 'in') context.startSession(tokenOf(ann));
        if (name === 'out') context.endSession();
        return {};
      },
    });
    const send = (name: string, cookie = '') =>
      door.app.inject({ method: 'POST', url: '/api/one', payload: { name }, headers: { host, cookie } });
    const set = String((await send('in')).headers['set-cookie']);
    const name = isLocked ? '__Host-candor' : 'candor';
    assert.equal(
      set,
      `${name}=${tokenOf(ann)}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict${isLocked ? '; Secure' : ''}`,
      host,
    );
    assert.match(String((await send('out')).headers['set-cookie']), new RegExp(`^${name}=; Max-Age=0; Path=/`));
    await send('', `a=b; ${name}=${tokenOf(ben)}; c=d`);
    assert.equal(door.reached.at(-1)!.context.session, ben);
    await send('', `__Host-candor=${tokenOf(ben)}`);
    assert.equal(door.reached.at(-1)!.context.session, ben);
    await send('', `candor=${tokenOf(ben)}`);
    assert.equal(door.reached.at(-1)!.context.session, isLocked ? undefined : ben);
    await send('', `x${name}=${tokenOf(ben)}; ${name}=bad token;`);
    assert.equal(door.reached.at(-1)!.context.session, undefined);
    await door.close();
  }
});

test('a POST from another site is refused before anything else', async () => {
  const door = await openTestDoor({ calls: [one], allowedOrigins: ['https://app.example.com'] });
  const post = async (headers: Record<string, string>): Promise<unknown> => {
    const response = await door.app.inject({
      method: 'POST',
      url: '/api/one',
      headers: { host: 'candor.example:3000', ...headers },
    });
    return response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code;
  };
  const table: [Record<string, string>, string][] = [
    [{}, 'done'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://candor.example:3000' }, 'done'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'none' }, 'foreign-origin'],
    [{ origin: 'http://candor.example:3000' }, 'done'],
    [{ origin: 'HTTP://CANDOR.example:3000' }, 'done'],
    [{ origin: 'https://app.example.com' }, 'done'],
    [{ origin: 'http://candor.example' }, 'foreign-origin'],
    [{ origin: 'http://candor.example:3000.evil.test' }, 'foreign-origin'],
    [{ origin: 'https://evil.test' }, 'foreign-origin'],
    [{ origin: 'null' }, 'foreign-origin'],
    [{ origin: '' }, 'foreign-origin'],
  ];
  for (const [headers, expected] of table) assert.equal(await post(headers), expected, JSON.stringify(headers));
  assert.equal(door.reached.length, table.filter(([, expected]) => expected === 'done').length);
  await door.close();
});

test('a caller over the limit waits the seconds that facts name; sessions, addresses and unknown tokens count apart', async () => {
  const limits = {
    session: { perSecond: 2, burst: 3 },
    anonymous: { perSecond: 0.5, burst: 2 },
    unknownToken: { perSecond: 1, burst: 1 },
  };
  const door = await openTestDoor({ calls: [one], limits });
  const post = async (cookie: string): Promise<string> => {
    const response = await door.app.inject({ method: 'POST', url: '/api/one', headers: { host: 'localhost', cookie } });
    if (response.statusCode === 200) return 'done';
    assert.equal(response.statusCode, 429);
    return response.json<{ facts: { seconds: string } }>().facts.seconds;
  };
  const times = async (count: number, cookie: string): Promise<string> => {
    const answers: string[] = [];
    while (answers.length < count) answers.push(await post(cookie));
    return answers.join(' ');
  };
  assert.equal(await times(4, cookieOf(ann)), 'done done done 1');
  assert.equal(await times(3, ''), 'done done 2');
  assert.equal(await times(1, cookieOf(ben)), 'done');
  door.clock.advance(2_000);
  assert.equal(await times(5, cookieOf(ann)), 'done done done 1 1');
  assert.equal(await times(2, ''), 'done 2');
  door.clock.advance(60_000);
  assert.equal(await times(2, '__Host-candor=a-token-that-nobody-has'), 'done 1');
  await door.close();
});

test('a key is a UUID; without one it follows from caller, path, payload and a window of 2 s', async () => {
  const other = endpoint('/api/other');
  const door = await openTestDoor({ calls: [one, other] });
  const key = async (
    options: { name?: string; path?: string; cookie?: string; header?: string } = {},
  ): Promise<string> => {
    const { name = 'a', path = '/api/one', cookie = cookieOf(ann), header } = options;
    const headers = {
      ...json,
      host: 'localhost',
      cookie,
      ...(header === undefined ? {} : { 'idempotency-key': header }),
    };
    const response = await door.app.inject({ method: 'POST', url: path, payload: { name }, headers });
    return response.statusCode === 200
      ? door.reached.at(-1)!.context.idempotencyKey
      : response.json<{ code: string }>().code;
  };
  const derived = await key();
  assert.ok(isUuid(derived));
  assert.equal(await key(), derived);
  const others = [
    await key({ name: 'b' }),
    await key({ path: '/api/other' }),
    await key({ cookie: cookieOf(ben) }),
    await key({ cookie: '' }),
  ];
  assert.equal(new Set([derived, ...others]).size, 5);
  door.clock.advance(2_000);
  assert.notEqual(await key(), derived);
  assert.equal(await key({ header: '0B7CDA4C-3F57-4D52-8C0B-5B7E3A1D9E10' }), '0b7cda4c-3f57-4d52-8c0b-5b7e3a1d9e10');
  for (const header of ['', 'x', '0b7cda4c3f574d528c0b5b7e3a1d9e10', `${derived}, ${derived}`])
    assert.equal(await key({ header }), 'key-malformed', header);
  await door.close();
});

test('probes say what they find, also when asking fails', async () => {
  let isReady: () => boolean = () => true;
  const door = await openTestDoor({ calls: [], isReady: () => isReady(), status: () => ({ source: 'htx' }) });
  const get = async (url: string) => {
    const response = await door.app.inject({ url });
    return [response.statusCode, response.json<object>()];
  };
  assert.deepEqual(await get('/livez'), [200, { live: true }]);
  assert.deepEqual(await get('/readyz'), [200, { ready: true }]);
  assert.deepEqual(await get('/status'), [200, { source: 'htx' }]);
  isReady = () => false;
  assert.deepEqual(await get('/readyz'), [503, { ready: false }]);
  isReady = () => {
    throw new Error('no database');
  };
  assert.deepEqual(await get('/readyz'), [503, { ready: false }]);
  await door.close();
});

test('a reply that is not as its table says is found when replies are checked', async () => {
  const strict = endpoint('/api/strict', { reply: z.object({ name: z.string() }) });
  let reply: object = { name: 'a' };
  const door = await openTestDoor({ calls: [strict], checksReplies: true, handle: () => reply });
  const status = async () => (await door.app.inject({ method: 'POST', url: '/api/strict' })).statusCode;
  assert.equal(await status(), 200);
  reply = { name: 1 };
  assert.equal(await status(), 500);
  reply = { name: 'a', password_hash: 'x' };
  assert.equal(await status(), 500);
  await door.close();
});
