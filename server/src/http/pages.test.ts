import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import { openTestDoor } from './http.test-support.ts';

let directory: string;
let door: Awaited<ReturnType<typeof openTestDoor>>;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'candor-pages-'));
  mkdirSync(join(directory, 'public/assets'), { recursive: true });
  writeFileSync(join(directory, 'secret.txt'), 'secret');
  writeFileSync(join(directory, 'public/.env'), 'secret');
  writeFileSync(join(directory, 'public/index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(directory, 'public/assets/index-B1x9_Qz4.js'), 'export {};');
  writeFileSync(join(directory, 'public/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  door = await openTestDoor({
    calls: [],
    publicDirectory: join(directory, 'public'),
    pages: { '/proof': { contentType: 'text/html; charset=utf-8', body: () => '<!doctype html>proof' } },
  });
});
after(async () => {
  await door.close();
  rmSync(directory, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  door.app.inject({ method, url, headers });

test('files of the app are served, those with a digest in their name for ever', async () => {
  const script = await get('/assets/index-B1x9_Qz4.js');
  assert.deepEqual([script.statusCode, script.body], [200, 'export {};']);
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(script.headers['content-type'], 'application/javascript; charset=utf-8');
  assert.equal((await get('/')).headers['content-type'], 'text/html; charset=utf-8');
  const icon = await get('/favicon.svg');
  assert.equal(icon.headers['content-type'], 'image/svg+xml; charset=utf-8');
  assert.equal(icon.headers['cache-control'], 'no-cache');
  assert.equal((await get('/favicon.svg', { 'if-none-match': String(icon.headers.etag) })).statusCode, 304);
});

test('a page is where a page is; nothing else is one, and only who wants a page is told so by a page', async () => {
  for (const url of ['/', '/index.html', '/?x=1']) {
    const page = await get(url);
    assert.deepEqual([page.statusCode, page.body], [200, '<!doctype html><title>app</title>'], url);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  assert.equal((await get('/proof')).body, '<!doctype html>proof');
  assert.equal((await get('/', {}, 'HEAD')).statusCode, 200);
  for (const url of [
    '/trade/BTC',
    '/trade?x=1',
    '/proof/',
    '/v2/market-status',
    '/assets/gone.js',
    '/assets',
    '//',
    '/%00',
    '/a%00b',
  ]) {
    const seen = await get(url, { accept: 'text/html,application/xhtml+xml' });
    assert.equal(seen.statusCode, 404, url);
    assert.match(seen.body, /<h1>Not found/, url);
    const read = await get(url, { accept: '*/*' });
    assert.deepEqual([read.statusCode, read.json<object>()], [404, { status: 0, code: 'not-found', facts: {} }], url);
  }
  for (const url of ['/%', '/%zz', '/%ff', '/%c0%af'])
    assert.deepEqual(
      [(await get(url)).statusCode, (await get(url)).json<{ code: string }>().code],
      [400, 'malformed'],
      url,
    );
  for (const [method, url, expected] of [
    ['POST', '/', 405],
    ['DELETE', '/proof', 405],
    ['PUT', '/nothing', 404],
  ] as const) {
    const changed = await door.app.inject({ method, url });
    assert.deepEqual(
      [changed.statusCode, changed.headers.allow],
      [expected, expected === 405 ? 'GET, HEAD' : undefined],
    );
  }
});

test('a file that is left out is not there, in no form', async () => {
  const other = await openTestDoor({ calls: [], publicDirectory: join(directory, 'public'), leftOut: /^\/assets\// });
  for (const url of ['/assets/index-B1x9_Qz4.js', '/assets/%69ndex-B1x9_Qz4.js', '//assets/index-B1x9_Qz4.js'])
    assert.equal((await other.app.inject({ url })).statusCode, 404, url);
  assert.equal((await other.app.inject({ method: 'POST', url: '/assets/index-B1x9_Qz4.js' })).statusCode, 404);
  assert.equal((await other.app.inject({ url: '/favicon.svg' })).statusCode, 200);
  await other.close();
});

test('what is the same for all is packed once, has a name, and is not sent to who has it', async () => {
  const long = `<!doctype html>${'proof '.repeat(1_000)}`;
  let rendered = 0;
  const other = await openTestDoor({
    calls: [],
    pages: { '/long': { contentType: 'text/html; charset=utf-8', body: () => (rendered++, long) } },
  });
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    other.app.inject({ method, url: '/long', headers });
  const unpacked: Record<string, (bytes: Buffer) => Buffer> = {
    br: (bytes) => brotliDecompressSync(bytes),
    gzip: (bytes) => gunzipSync(bytes),
    identity: (bytes) => bytes,
  };
  const etags = new Set<string>();
  for (const [accepted, expected] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=1.0, br;q=0', 'gzip'],
    ['', 'identity'],
    ['zstd', 'identity'],
    ['gzip;q=0', 'identity'],
  ] as const) {
    const answer = await ask({ 'accept-encoding': accepted });
    assert.equal(answer.headers['content-encoding'] ?? 'identity', expected, accepted);
    assert.equal(unpacked[expected]!(answer.rawPayload).toString(), long);
    assert.equal(answer.headers.vary, 'accept-encoding');
    const etag = String(answer.headers.etag);
    etags.add(etag);
    for (const named of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await ask({ 'accept-encoding': accepted, 'if-none-match': named });
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag]);
    }
    assert.equal((await ask({ 'accept-encoding': accepted, 'if-none-match': '"x"' })).statusCode, 200);
  }
  assert.equal(etags.size, 3, 'each packing has a name of its own');
  const head = await ask({ 'accept-encoding': 'br' }, 'HEAD');
  assert.deepEqual([head.statusCode, head.body], [200, '']);
  assert.equal(rendered, 1);
  await other.close();
});

test('nothing outside of the directory can be had', async () => {
  for (const url of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.env',
    '/%2eenv',
    '/..%5csecret.txt',
    '/%00',
    '/%ff',
  ]) {
    const response = await get(url);
    assert.notEqual(response.body, 'secret', url);
    assert.ok(response.statusCode < 500, url);
  }
});

test('pages forbid scripts and frames from elsewhere; TLS adds what only TLS can keep', async () => {
  const plain = (await get('/')).headers;
  const policy = String(plain['content-security-policy']);
  for (const part of [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'", "object-src 'none'",
    "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "require-trusted-types-for 'script'",
  ]) assert.ok(policy.split(';').includes(part), part); // oxfmt-ignore
  assert.doesNotMatch(policy, /unsafe|upgrade-insecure/);
  assert.equal(plain['strict-transport-security'], undefined);
  assert.equal(plain['x-content-type-options'], 'nosniff');
  assert.equal(plain['cross-origin-opener-policy'], 'same-origin');
  assert.equal(plain['x-powered-by'], undefined);
  assert.match(String(plain['permissions-policy']), /camera=\(self\).*geolocation=\(\).*microphone=\(\)/);

  const behindProxy = await openTestDoor({ calls: [], trustedProxies: trustedProxies(['127.0.0.1']) });
  const overTls = (await behindProxy.app.inject({ url: '/docs', headers: { 'x-forwarded-proto': 'https' } })).headers;
  assert.match(String(overTls['content-security-policy']), /upgrade-insecure-requests/);
  assert.equal(overTls['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  const api = (await behindProxy.app.inject({ url: '/api/nothing', headers: { 'x-forwarded-proto': 'https' } }))
    .headers;
  assert.equal(api['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  await behindProxy.close();
  const believed = (await get('/', { 'x-forwarded-proto': 'https' })).headers;
  assert.equal(believed['strict-transport-security'], undefined, 'a forwarded header was believed from anybody');
});
