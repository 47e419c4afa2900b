import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestDoor } from './http-for-tests.ts';

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
  assert.match(String(script.headers['content-type']), /javascript/);
  const icon = await get('/favicon.svg');
  assert.equal(icon.headers['cache-control'], 'no-cache');
  assert.equal((await get('/favicon.svg', { 'if-none-match': String(icon.headers.etag) })).statusCode, 304);
});

test('paths of pages are the app, paths of missing files are not', async () => {
  for (const url of ['/', '/index.html', '/trade/BTC', '/trade?x=1', '/proof/']) {
    const page = await get(url);
    assert.deepEqual([page.statusCode, page.body], [200, '<!doctype html><title>app</title>'], url);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  assert.equal((await get('/proof')).body, '<!doctype html>proof');
  assert.equal((await get('/', {}, 'HEAD')).statusCode, 200);
  const missing = await get('/assets/gone.js');
  assert.equal(missing.statusCode, 404);
  assert.match(missing.body, /Not found/);
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
  ]) assert.ok(policy.split(';').includes(part), part); // prettier-ignore
  assert.doesNotMatch(policy, /unsafe|upgrade-insecure/);
  assert.equal(plain['strict-transport-security'], undefined);
  assert.equal(plain['x-content-type-options'], 'nosniff');
  assert.equal(plain['cross-origin-opener-policy'], 'same-origin');
  assert.equal(plain['x-powered-by'], undefined);

  const behindProxy = await openTestDoor({ calls: [], trustedProxies: ['127.0.0.1'] });
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
