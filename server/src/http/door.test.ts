// Around the calls: start-up, cookies, other sites, limits, keys and probes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { isUuid } from '@candor/wire';
import type { Endpoint } from '@candor/wire';
import { z } from 'zod';
import { until } from '../kit/until.test-support.ts';
import { createHttp } from './create-http.ts';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import { ann, ben, cookieOf, endpoint, openTestDoor, sectionOf, tokenOf } from './http.test-support.ts';
import type { Readiness } from './probes.ts';

const one = endpoint('/api/one');
const demo = endpoint('/dev/one', { isDemoOnly: true });
const json = { 'content-type': 'application/json' };

test('a call without handler, with two, or a handler without call stops the start', async () => {
  const options = {
    sessions: { find: async () => undefined, known: () => undefined }, claimKey: async () => ann.sessionId, clock: { now: () => 0 }, mode: 'demo', version: '0', allowedOrigins: [],
    onUpgrade: () => undefined, readiness: () => ({ ready: true }) as const, status: () => ({}),
  } as const; // oxfmt-ignore
  const bound = (call: Endpoint) => ({ call, handle: async () => ({}) });
  const start = (calls: Endpoint[], handled: Endpoint[]) =>
    createHttp({ ...options, sections: [sectionOf(calls)], handlers: handled.map(bound) });
  await assert.rejects(start([one], []), /POST \/api\/one has no handler/);
  await assert.rejects(start([one], [one, one]), /POST \/api\/one has 2 handlers/);
  await assert.rejects(start([], [one]), /POST \/api\/one has a handler but is not in the table/);
  await assert.rejects(start([one, endpoint('/api/one')], [one]), /twice/);
  const http = await createHttp({
    ...options,
    mode: 'production',
    sections: [sectionOf([one, demo])],
    handlers: [bound(one)],
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

test('the session cookie is locked to the host wherever it can be; a demo over http has a plain one, on this machine besides', async () => {
  const cases = [
    ['demo', 'localhost:3000', ['locked', 'plain']], ['demo', '127.0.0.1', ['locked', 'plain']], ['demo', '[::1]:80', ['locked', 'plain']],
    ['demo', '192.168.1.5:3000', ['plain']], ['demo', 'localhost.example.com', ['plain']], ['production', 'candor.example', ['locked']],
  ] as const; // oxfmt-ignore
  const written = {
    locked: (token: string, age: number) =>
      `__Host-candor=${token}; Max-Age=${age}; Path=/; HttpOnly; Secure; SameSite=Strict`,
    plain: (token: string, age: number) => `candor=${token}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Strict`,
  };
  for (const [mode, host, kinds] of cases) {
    const door = await openTestDoor({
      mode,
      calls: [one],
      allowedOrigins: [`${mode === 'demo' ? 'http' : 'https'}://${host}`],
      handle: ({ context, payload }) => {
        const { name } = payload as { name: string };
        if (name === 'in') context.startSession(tokenOf(ann));
        if (name === 'out') context.endSession();
        return {};
      },
    });
    const send = (name: string, cookie = '') =>
      door.app.inject({ method: 'POST', url: '/api/one', payload: { name }, headers: { host, cookie } });
    const setBy = async (name: string): Promise<string[]> => [(await send(name)).headers['set-cookie'] ?? []].flat();
    const sessionBy = async (cookie: string) => {
      await send('', cookie);
      return door.reached.at(-1)!.context.session;
    };
    assert.deepEqual(
      await setBy('in'),
      kinds.map((kind) => written[kind](tokenOf(ann), 604_800)),
      host,
    );
    assert.deepEqual(
      await setBy('out'),
      kinds.map((kind) => written[kind]('', 0)),
      host,
    );
    assert.equal(await sessionBy(`a=b; __Host-candor=${tokenOf(ben)}; c=d`), ben);
    const isPlain = kinds.some((kind) => kind === 'plain');
    assert.equal(
      await sessionBy(`candor=${tokenOf(ben)}`),
      isPlain ? ben : undefined,
      'a production believes no plain one',
    );
    assert.equal(
      await sessionBy(`candor=${tokenOf(ann)}; __Host-candor=${tokenOf(ben)}`),
      ben,
      'the locked one comes first',
    );
    assert.equal(await sessionBy(`xcandor=${tokenOf(ben)}; __Host-candor=bad token;`), undefined);
    await door.close();
  }
});

test('a POST from another site is refused before anything else', async () => {
  const door = await openTestDoor({ calls: [one], allowedOrigins: ['https://app.example.com'] });
  const post = async (headers: Record<string, string>): Promise<unknown> => {
    const response = await door.app.inject({
      method: 'POST',
      url: '/api/one',
      headers: { host: '192.168.1.5:3000', ...headers },
    });
    return response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code;
  };
  const table: [Record<string, string>, string][] = [
    [{}, 'done'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://192.168.1.5:3000' }, 'done'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'none' }, 'foreign-origin'],
    [{ origin: 'http://192.168.1.5:3000' }, 'done'],
    [{ origin: 'HTTP://LOCALHOST:3000', host: 'localhost:3000' }, 'done'],
    [{ origin: 'https://192.168.1.5:3000' }, 'done'],
    [{ origin: 'ftp://192.168.1.5:3000' }, 'foreign-origin'],
    [{ origin: 'x://192.168.1.5:3000' }, 'foreign-origin'],
    [{ origin: '192.168.1.5:3000' }, 'foreign-origin'],
    [{ origin: 'https://app.example.com' }, 'done'],
    [{ origin: 'https://app.example.com', host: 'app.example.com' }, 'done'],
    [{ origin: 'http://app.example.com', host: 'app.example.com' }, 'done'],
    [{ origin: 'http://192.168.1.5' }, 'foreign-origin'],
    [{ origin: 'http://192.168.1.5:3000.evil.test' }, 'foreign-origin'],
    [{ origin: 'http://evil.test:3000', host: 'evil.test:3000' }, 'unknown-host'],
    [{ 'sec-fetch-site': 'same-origin', host: 'evil.test' }, 'unknown-host'],
    [{ host: '192.168.1.5.evil.test:3000' }, 'unknown-host'],
    [{ host: 'localhost.evil.test' }, 'unknown-host'],
    [{ host: '[::1]:3000' }, 'done'],
    [{ origin: 'https://evil.test' }, 'foreign-origin'],
    [{ origin: 'null' }, 'foreign-origin'],
    [{ origin: '' }, 'foreign-origin'],
  ];
  for (const [headers, expected] of table) assert.equal(await post(headers), expected, JSON.stringify(headers));
  assert.equal(door.reached.length, table.filter(([, expected]) => expected === 'done').length);
  await door.close();
});

test('a page over TLS is not spoken for by one that came without, and a name that nobody gave the server is none of its own', async () => {
  const behindProxy = await openTestDoor({
    calls: [one],
    mode: 'production',
    allowedOrigins: ['https://candor.example'],
    trustedProxies: trustedProxies(['127.0.0.1']),
  });
  const post = async (headers: Record<string, string>, url = '/api/one') =>
    (
      await behindProxy.app.inject({ method: 'POST', url, headers: { 'x-forwarded-proto': 'https', ...headers } })
    ).json<{
      code?: string;
    }>().code;
  const host = 'candor.example';
  assert.equal(await post({ host, origin: 'https://candor.example' }), undefined);
  assert.equal(await post({ host, origin: 'http://candor.example' }), 'foreign-origin');
  assert.equal(await post({ host: 'other.example', origin: 'https://other.example' }), 'unknown-host');
  const page = await behindProxy.app.inject({ url: '/docs', headers: { host: 'evil.test' } });
  assert.deepEqual([page.statusCode, page.json<{ code: string }>().code], [421, 'unknown-host']);
  await behindProxy.close();
});

test('a session that ended while the body was coming is not believed any more', async () => {
  const self = endpoint('/api/self', { who: 'self' });
  let session: typeof ann | undefined = ann;
  let isFound = false;
  let passed = 0;
  const find = async () => {
    isFound = true;
    return session;
  };
  const door = await openTestDoor({
    calls: [self],
    sessions: { find, known: () => session },
    timers: { now: () => passed },
  });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
  socket.write(
    `POST /api/self HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookieOf(ann)}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
  );
  await until('its session was found', () => isFound);
  session = undefined;
  // One that was found within the last second is believed.
  passed = 1_000;
  socket.write('}');
  assert.match(await answer, /^HTTP\/1\.1 401 /);
  assert.equal(door.reached.length, 0);
  socket.destroy();
  await door.close();
});

const pay = endpoint('/api/pay', { movesMoney: true });

test('a key is a UUID; without one the same request within 2 s of the first has the same', async () => {
  const other = endpoint('/api/other', { takesKey: true });
  const door = await openTestDoor({ calls: [pay, other] });
  const key = async (
    options: { name?: string; path?: string; cookie?: string; header?: string } = {},
  ): Promise<string> => {
    const { name = 'a', path = '/api/pay', cookie = cookieOf(ann), header } = options;
    const headers = {
      ...json,
      host: 'localhost',
      cookie,
      ...(header === undefined ? {} : { 'idempotency-key': header }),
    };
    const response = await door.app.inject({ method: 'POST', url: path, payload: { name }, headers });
    return response.statusCode === 200
      ? door.reached.at(-1)!.context.idempotency.key
      : response.json<{ code: string }>().code;
  };
  const first = await key();
  assert.ok(isUuid(first));
  door.clock.advance(1_999);
  assert.equal(await key(), first);
  const others = [
    await key({ name: 'b' }),
    await key({ path: '/api/other' }),
    await key({ cookie: cookieOf(ben) }),
    await key({ cookie: '' }),
  ];
  assert.equal(new Set([first, ...others]).size, 5);
  assert.equal(await key({ path: '/api/other' }), others[1]);
  door.clock.advance(1);
  assert.notEqual(await key(), first);
  assert.equal(await key({ header: '0B7CDA4C-3F57-4D52-8C0B-5B7E3A1D9E10' }), '0b7cda4c-3f57-4d52-8c0b-5b7e3a1d9e10');
  const nil = '00000000-0000-0000-0000-000000000000';
  for (const header of ['', 'x', '0b7cda4c3f574d528c0b5b7e3a1d9e10', `${first}, ${first}`, nil])
    assert.equal(await key({ header }), 'key-malformed', header);
  await door.close();
});

const cancel = endpoint('/api/cancel', { movesMoney: true, mayBeLate: true });

test('when an order was placed is told to its handler; of a call that may be late, or does not move money, it is not read', async () => {
  const door = await openTestDoor({ calls: [pay, cancel, one] });
  const placedAt = async (header: string, url = '/api/pay'): Promise<unknown> => {
    const headers = { host: 'localhost', cookie: cookieOf(ann), 'placed-at': header };
    const response = await door.app.inject({ method: 'POST', url, payload: { name: 'a' }, headers });
    return response.statusCode === 200
      ? door.reached.at(-1)!.context.idempotency.placedAt
      : response.json<{ code: string }>().code;
  };
  assert.equal(await placedAt('1770000000123'), 1_770_000_000_123);
  for (const header of ['', 'now', '-1', '0', '1.5', '1e3', '01', '1770000000123, 1', '9'.repeat(16)])
    assert.equal(await placedAt(header), 'bad-clock', header);
  assert.equal(await placedAt('now', '/api/cancel'), undefined);
  assert.equal(await placedAt('1770000000123', '/api/cancel'), undefined);
  await door.close();
});

test('a page that moves money without a key is refused, a program is not', async () => {
  const door = await openTestDoor({ calls: [pay, one] });
  const code = async (url: string, headers: Record<string, string>) =>
    (await door.app.inject({ method: 'POST', url, headers: { host: 'localhost', ...headers } })).json<{
      code?: string;
    }>().code;
  const fromPage = { 'sec-fetch-site': 'same-origin' };
  assert.equal(await code('/api/pay', fromPage), 'key-required');
  assert.equal(await code('/api/pay', { origin: 'http://localhost' }), 'key-required');
  assert.equal(await code('/api/pay', {}), undefined);
  assert.equal(await code('/api/pay', { ...fromPage, 'idempotency-key': crypto.randomUUID() }), undefined);
  assert.equal(await code('/api/one', fromPage), undefined);
  await door.close();
});

test('probes say what they find and why, also when asking fails', async () => {
  let readiness: () => Readiness = () => ({ ready: true });
  const door = await openTestDoor({ calls: [], readiness: () => readiness(), status: () => ({ source: 'htx' }) });
  const get = async (url: string) => {
    door.clock.advance(1_000);
    const response = await door.app.inject({ url });
    return [response.statusCode, response.json<object>()];
  };
  assert.deepEqual(await get('/livez'), [200, { live: true }]);
  assert.deepEqual(await get('/readyz'), [200, { ready: true }]);
  assert.deepEqual(await get('/status'), [200, { source: 'htx' }]);
  readiness = () => ({ ready: false, reason: 'another process writes the ticks' });
  assert.deepEqual(await get('/readyz'), [503, { ready: false, reason: 'another process writes the ticks' }]);
  readiness = () => {
    throw new Error('no database at 10.0.0.9');
  };
  assert.deepEqual(await get('/readyz'), [503, { ready: false, reason: 'it could not be found out' }]);
  await door.close();
});

test('however many probe at once, they are one question a second', async () => {
  let asked = 0;
  let answer: ((found: Readiness) => void) | undefined;
  const readiness = (): Promise<Readiness> => {
    asked++;
    return new Promise((resolve) => (answer = resolve));
  };
  const status = async (): Promise<object> => ({ asked: await readiness() });
  const door = await openTestDoor({ calls: [], readiness, status });
  for (const url of ['/readyz', '/status']) {
    asked = 0;
    const flood = Array.from({ length: 300 }, () => door.app.inject({ url }));
    await until('the first is asked', () => asked > 0);
    answer!({ ready: true });
    for (const response of await Promise.all(flood)) assert.equal(response.statusCode, 200);
    assert.equal((await door.app.inject({ url })).statusCode, 200);
    assert.equal(asked, 1, url);
    door.clock.advance(1_000);
    const later = door.app.inject({ url });
    await until('it is asked again', () => asked === 2);
    answer!({ ready: true });
    await later;
  }
  await door.close();
});

test('a probe is answered when what it asks is not, and asks no second time meanwhile', async () => {
  let asked = 0;
  const door = await openTestDoor({ calls: [], readiness: () => new Promise(() => void asked++), probePatienceMs: 50 });
  for (let probe = 0; probe < 5; probe++) {
    door.clock.advance(2_000);
    const response = await door.app.inject({ url: '/readyz' });
    assert.deepEqual([response.statusCode, response.json<object>()], [503, { ready: false, reason: 'it could not be found out' }]); // oxfmt-ignore
  }
  assert.equal(asked, 1);
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

test('an answer that can not change is packed once, may be kept by all, and is not sent again to who has it', async () => {
  const archive = endpoint('/market/archive', { method: 'GET', payload: z.object({}), reply: z.any() });
  const kept = { rawJson: JSON.stringify({ ticks: 'x'.repeat(5_000) }), isImmutable: true as const };
  const door = await openTestDoor({ calls: [archive], handle: () => kept, checksReplies: true });
  const ask = (headers: Record<string, string>) => door.app.inject({ url: '/market/archive', headers });
  const plain = await ask({});
  assert.deepEqual(plain.json<object>(), { status: 1, data: JSON.parse(kept.rawJson) as object });
  const packed = await ask({ 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
  for (const { headers } of [plain, packed]) {
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  await door.close();
});

test('an answer that is the same for all who ask is packed for the second of them, and stays out of stores', async () => {
  const list = endpoint('/market/list', { method: 'GET', payload: z.object({}), reply: z.any(), form: 'bare' });
  const shared = (name: string): object => ({ rawJson: JSON.stringify({ name, rest: 'x'.repeat(5_000) }), isShared: true }); // oxfmt-ignore
  let kept = shared('first');
  const door = await openTestDoor({ calls: [list], handle: () => kept, checksReplies: true });
  const ask = () => door.app.inject({ url: '/market/list', headers: { 'accept-encoding': 'gzip' } });
  const [alone, second, third] = [await ask(), await ask(), await ask()];
  assert.deepEqual([alone, second, third].map(({ headers }) => headers['content-encoding']), [undefined, 'gzip', 'gzip']); // oxfmt-ignore
  assert.equal(gunzipSync(third.rawPayload).toString(), alone.body);
  for (const { headers } of [alone, second]) assert.equal(headers['cache-control'], 'no-store');
  kept = shared('second');
  assert.equal((await ask()).json<{ name: string }>().name, 'second');
  await door.close();
});
