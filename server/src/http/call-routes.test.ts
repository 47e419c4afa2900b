// What the door lets in and how it answers, with three small calls of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { defineAction, defineEndpoint, refusals, text, wholeNumber } from '@candor/wire';
import { z } from 'zod';
import { Refusal } from '../kit/refuse.ts';
import { ann, cookieOf, openTestDoor } from './http.test-support.ts';
import type { Reached } from './http.test-support.ts';

const stake = defineEndpoint({
  method: 'POST',
  path: '/api/stake/:coin',
  summary: 'Stakes.',
  who: 'anyone',
  movesMoney: true,
  payload: z.strictObject({ coin: text(1, 5), amount: text(1, 10), times: wholeNumber(1, 9).default(1) }),
  reply: z.object({ paid: z.string() }),
  refusals: ['insufficient-balance', 'market-halted'],
  statusOf: { 'insufficient-balance': 2 },
});
const quote = defineEndpoint({
  method: 'GET',
  path: '/market/quote',
  summary: 'Quotes.',
  who: 'anyone',
  form: 'bare',
  payload: z.strictObject({ coin: text(1, 5) }),
  reply: z.object({ price: z.string() }),
  refusals: [],
});
const count = defineAction({
  name: 'count',
  summary: 'Counts.',
  who: 'anyone',
  payload: z.strictObject({ upTo: z.number().default(3), tags: z.array(z.string()).default([]) }),
  reply: z.object({ TOTAL: z.number() }),
  refusals: ['code-expired'],
  statusOf: { 'code-expired': 2 },
});

let handle: (reached: Reached) => unknown = () => ({});
let door: Awaited<ReturnType<typeof openTestDoor>>;
before(async () => (door = await openTestDoor({ calls: [stake, quote, count], handle: (reached) => handle(reached) })));
after(() => door.close());
beforeEach(() => {
  handle = () => ({});
  door.reached.length = 0;
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

async function post(url: string, payload: string | Buffer, headers: Record<string, string> = form) {
  const response = await door.app.inject({ method: 'POST', url, payload, headers });
  const reply: Record<string, unknown> = { http: response.statusCode, ...response.json<object>() };
  return reply;
}

test('a form and a JSON body of one meaning reach the handler alike, with the place in the path as a field', async () => {
  handle = () => ({ paid: '10.5' });
  const reply = await post('/api/stake/BTC', 'amount=10%2E5&times=2');
  assert.deepEqual(reply, { http: 200, status: 1, data: { paid: '10.5' } });
  await post('/api/stake/BTC', '{"times":2,"amount":"10.5"}', json);
  const [first, second] = door.reached;
  assert.deepEqual({ ...(first!.payload as object) }, { coin: 'BTC', amount: '10.5', times: 2 });
  assert.deepEqual(first!.payload, second!.payload);
  assert.deepEqual(first!.context.idempotency.digest, second!.context.idempotency.digest);
  assert.equal(first!.context.idempotency.key, second!.context.idempotency.key);
});

test('an action answers in the form of the spec, and carries its refusals there', async () => {
  handle = () => ({ TOTAL: 3 });
  const ok = { http: 200, ACTION_NAME: 'count', ACTION_RETURN_CODE: '000000', ACTION_INFO: { TOTAL: 3 } };
  assert.deepEqual(await post('/api/action', 'ACTION_NAME=count&ACTION_INFO=%7B%22upTo%22%3A3%7D'), ok);
  assert.deepEqual(await post('/api/action', 'ACTION_NAME=count'), ok);
  assert.deepEqual(await post('/api/action', '{"ACTION_NAME":"count","ACTION_INFO":{"upTo":3}}', json), ok);
  assert.deepEqual(await post('/api/action', 'ACTION_NAME=nothing&ACTION_INFO=%7B%7D'), {
    http: 404, ACTION_NAME: '', ACTION_RETURN_CODE: '000404', code: 'unknown-action', facts: { action: 'nothing' },
  }); // oxfmt-ignore
  handle = () => {
    throw new Refusal('code-expired');
  };
  assert.deepEqual(await post('/api/action', 'ACTION_NAME=count'), {
    http: 200, ACTION_NAME: 'count', ACTION_RETURN_CODE: '000200', code: 'code-expired', facts: {}, ACTION_INFO: 2,
  }); // oxfmt-ignore
});

test('a refusal with a number of its own is HTTP 200 with it, one without is the status of the catalogue', async () => {
  handle = () => {
    throw new Refusal('insufficient-balance', { available: '3' });
  };
  const short = await post('/api/stake/BTC', 'amount=1');
  assert.deepEqual(short, { http: 200, status: 2, code: 'insufficient-balance', facts: { available: '3' } });
  handle = () => {
    throw new Refusal('market-halted');
  };
  assert.deepEqual(await post('/api/stake/BTC', 'amount=1'), {
    http: 503,
    status: 0,
    code: 'market-halted',
    facts: {},
  });
});

test('a reply that is JSON text already leaves digit by digit, and a bare call has nothing around it', async () => {
  handle = () => ({ rawJson: '{"price":1.10000000000000000001}' });
  const response = await door.app.inject({ url: '/market/quote?coin=BTC' });
  assert.equal(response.body, '{"price":1.10000000000000000001}');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.match(String(response.headers['content-type']), /^application\/json/);
});

test('an exception is a coded 500 with the id of its log line, and tells nothing else', async () => {
  handle = () => {
    throw new TypeError('secret detail in /srv/app.ts');
  };
  const response = await door.app.inject({ url: '/market/quote?coin=BTC' });
  const reply = response.json<{ code: string; facts: object }>();
  assert.equal(response.statusCode, refusals['unknown-error'].http);
  assert.equal(response.statusCode, 500);
  assert.equal(reply.code, 'unknown-error');
  assert.match(JSON.stringify(reply.facts), /^\{"request_id":"[\w-]+"\}$/);
});

test('a money call that fails for an unknown reason never says that nothing was done', async () => {
  for (const error of [new TypeError('after the commit'), new Error('a row is not as expected')]) {
    handle = () => {
      throw error;
    };
    const reply = await post('/api/stake/BTC', 'amount=1');
    assert.deepEqual([reply.http, reply['code']], [503, 'outcome-unknown']);
    assert.match(JSON.stringify(reply['facts']), /^\{"request_id":"[\w-]+"\}$/);
  }
  assert.doesNotMatch(refusals['unknown-error'].text + refusals['outcome-unknown'].text, /nothing was done/i);
});

test('a lost database is busy for a read; for anything else the outcome is unknown', async () => {
  for (const error of [
    Object.assign(new Error('x'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
  ]) {
    handle = () => {
      throw error;
    };
    assert.equal((await post('/api/stake/BTC', 'amount=1'))['code'], 'outcome-unknown');
    assert.equal((await door.app.inject({ url: '/market/quote?coin=BTC' })).json<{ code: string }>().code, 'busy');
  }
});

const malformed: [what: string, body: string | Buffer, headers: Record<string, string>, field?: string][] = [
  ['a field twice', 'amount=1&amount=2', form, 'amount'],
  ['a field of the path again', 'amount=1&coin=ETH', form, 'coin'],
  ['an unknown field', 'amount=1&price=5', form, 'price'],
  ['a field that is missing', 'times=2', form, 'amount'],
  ['a prototype', 'amount=1&__proto__=2', form, '__proto__'],
  ['a constructor', '{"amount":"1","constructor":{}}', json, 'constructor'],
  ['a prototype in JSON', '{"amount":"1","__proto__":{"times":2}}', json, '__proto__'],
  ['a key twice in JSON', '{"amount":"1","amount":"2"}', json],
  ['a list for a text', '{"amount":["1"]}', json, 'amount'],
  ['a list as form fields', 'amount[]=1', form],
  ['an object for a text', '{"amount":{"$gt":"0"}}', json, 'amount'],
  ['a number for an amount', '{"amount":1}', json, 'amount'],
  ['a fraction', '{"amount":"1","times":1.5}', json],
  ['an exponent', '{"amount":"1","times":1e0}', json],
  ['a list as body', '["amount"]', json],
  ['a text as body', '"amount"', json],
  ['half a JSON', '{"amount":"1"', json],
  ['JSON with a tail', '{"amount":"1"}{}', json],
  ['deep nesting', `{"amount":"1","x":${'['.repeat(7)}${']'.repeat(7)}}`, json, 'x'],
  [
    'more fields than any call has',
    JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, '']))),
    json,
  ],
  ['more fields in a form', Array.from({ length: 65 }, (_, n) => `f${n}=`).join('&'), form],
  ['nothing but ampersands', '&'.repeat(5_000), form],
  ['more values than any call needs', `{"amount":[${'0,'.repeat(600)}0]}`, json],
  ['a number with leading zeros', 'amount=1&times=02', form, 'times'],
  ['a zero with a sign', 'amount=1&times=-0', form, 'times'],
  ['very deep nesting', '['.repeat(8000), json],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff, 0xfe]), form],
  ['an escape that is no UTF-8', 'amount=%FF', form],
  ['half an escape', 'amount=%E', form],
  ['a NUL', 'amount=1%00', form],
  ['a NUL in JSON', '{"amount":"1\\u0000"}', json, 'amount'],
  ['half a character', '{"amount":"\\ud800"}', json, 'amount'],
  ['a field without a name', '=1&amount=1', form],
  ['no body', '', form, 'amount'],
];
for (const [what, body, headers, field] of malformed) {
  test(`refused as malformed: ${what}`, async () => {
    const reply = await post('/api/stake/BTC', body, headers);
    assert.deepEqual([reply.http, reply['code'], door.reached.length], [400, 'malformed', 0]);
    if (field !== undefined) assert.equal((reply['facts'] as Record<string, string>)['field'], field);
  });
}

test('fields in the query of a POST, and a body under a GET, are malformed', async () => {
  assert.equal((await post('/api/stake/BTC?amount=1', 'amount=1'))['code'], 'malformed');
  assert.equal((await post('/api/action?ACTION_NAME=count', 'ACTION_NAME=count'))['code'], 'malformed');
  const read = await door.app.inject({ method: 'GET', url: '/market/quote?coin=BTC', payload: '{}', headers: json });
  assert.deepEqual([read.statusCode, read.json<{ code: string }>().code], [400, 'malformed']);
  assert.equal(door.reached.length, 0);
});

test('an action whose parts have the wrong form is malformed', async () => {
  for (const body of [
    '',
    'ACTION_INFO=%7B%7D',
    'ACTION_NAME=count&ACTION_INFO=[]',
    'ACTION_NAME=count&x=1',
    'ACTION_NAME=count&ACTION_INFO=%7B',
  ]) {
    const reply = await post('/api/action', body);
    assert.deepEqual([reply.http, reply['code'], reply['ACTION_RETURN_CODE']], [400, 'malformed', '000400'], body);
  }
  assert.equal((await post('/api/action', '{"ACTION_NAME":["count"]}', json))['code'], 'malformed');
});

test('another content type, charset or a packed body is not read', async () => {
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    'application/json; charset=utf-16',
  ];
  for (const type of types) {
    const reply = await post('/api/stake/BTC', '{"amount":"1"}', { 'content-type': type });
    assert.deepEqual([reply.http, reply['code']], [415, 'unsupported-media-type'], type);
  }
  const packed = await post('/api/stake/BTC', 'amount=1', { ...form, 'content-encoding': 'gzip' });
  assert.equal(packed['code'], 'unsupported-media-type');
  assert.equal(
    (await post('/api/stake/BTC', '{"amount":"1"}', { 'content-type': 'application/json; charset=UTF-8' })).http,
    200,
  );
});

test('paths and parameters that are not in the table are 404 in JSON', async () => {
  const asked = [
    ['GET', '/api/nothing'], ['GET', '/market'], ['GET', '/dev/outbox'], ['POST', '/'],
    ['GET', '/api/%zz'], ['POST', `/api/stake/${'x'.repeat(300)}`], ['GET', '/ws'], ['PROPFIND', '/api/action'], ['GET', '/v2/market-status'],
  ] as const; // oxfmt-ignore
  for (const [method, url] of asked) {
    const response = await door.app.inject({ method: method as 'GET', url });
    assert.ok(response.statusCode === 404 || response.statusCode === 400, `${method} ${url}: ${response.statusCode}`);
    assert.ok(['not-found', 'malformed'].includes(response.json<{ code: string }>().code), `${method} ${url}`);
  }
});

test('a method that a path does not take is 405 with those that it takes, whatever the body', async () => {
  const asked = [
    ['GET', '/api/stake/BTC', 'POST'], ['DELETE', '/market/quote?coin=BTC', 'GET, HEAD'], ['HEAD', '/api/stake/BTC', 'POST'], ['PUT', '/api/stake/BTC', 'POST'],
    ['DELETE', '/api/action', 'POST'], ['OPTIONS', '/api/action', 'POST'], ['POST', '/market/quote', 'GET, HEAD'], ['POST', '/livez', 'GET, HEAD'],
    ['PUT', '/status', 'GET, HEAD'], ['POST', '/docs', 'GET, HEAD'], ['TRACE', '/api/action', 'POST'],
  ] as const; // oxfmt-ignore
  for (const [method, url, allowed] of asked) {
    for (const payload of ['', '<xml/>']) {
      const headers = { 'content-type': 'application/xml' };
      const response = await door.app.inject({ method: method as 'GET', url, payload, headers });
      assert.deepEqual([response.statusCode, response.headers.allow], [405, allowed], `${method} ${url}`);
      if (method !== 'HEAD')
        assert.ok(response.json<{ code: string }>().code === 'method-not-allowed', `${method} ${url}`);
    }
  }
  assert.equal(door.reached.length, 0);
});

test('HEAD answers with the status and the headers of a GET, and without its body', async () => {
  for (const url of ['/market/quote?coin=BTC', '/market/quote?coin=NONE', '/livez', '/status']) {
    const [get, head] = [await door.app.inject({ method: 'GET', url }), await door.app.inject({ method: 'HEAD', url })];
    assert.deepEqual([head.statusCode, head.body], [get.statusCode, ''], url);
    assert.equal(head.headers['content-type'], get.headers['content-type'], url);
    assert.equal(head.headers['content-length'], get.headers['content-length'], url);
  }
});

test('a request with a session tells the handler whose it is', async () => {
  await post('/api/stake/BTC', 'amount=1', {
    ...form,
    host: 'localhost:3000',
    cookie: cookieOf(ann),
    'user-agent': 'test',
  });
  const { context } = door.reached[0]!;
  assert.deepEqual([context.session, context.userAgent, context.ip], [ann, 'test', '127.0.0.1']);
});
