// Proxies that are set up wrongly, each in its own way, and what the server says of them once it started.
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import { createProxyCheck } from './check-proxy.ts';
import { openTestDoor } from './http.test-support.ts';

/** Asks through a proxy that sends on what `rewrite` makes of the client's headers. */
async function problemsWith(
  rewrite: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
  trusted: readonly string[] = ['127.0.0.1'],
): Promise<string[]> {
  const proxies = trustedProxies(trusted);
  const check = createProxyCheck(proxies);
  const door = await openTestDoor({ calls: [], trustedProxies: proxies, onLiveProbe: check.notice });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  const proxy = createServer((request, response) => {
    const { 'x-forwarded-for': _told, ...others } = request.headers;
    const headers = { ...others, ...rewrite(request.headers) };
    ask({ port, path: request.url, headers }, (answer) => answer.pipe(response)).end();
  });
  const origin = await listen(proxy);
  const problems = await check.run(origin);
  proxy.close();
  await door.close();
  return problems;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const https = { 'x-forwarded-proto': 'https' };
const only = (problems: string[], expected: RegExp): void => {
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(problems[0]!, expected);
};

test('a proxy that replaces or continues what a client claims is right', async () => {
  assert.deepEqual(await problemsWith(() => ({ ...https, 'x-forwarded-for': '127.0.0.1' })), []);
  assert.deepEqual(await problemsWith(({ 'x-forwarded-for': told }) => ({ ...https, 'x-forwarded-for': `${told!.toString()}, 203.0.113.7` })), []); // oxfmt-ignore
});

test('what is wrong with a proxy is said by its name', async () => {
  only(await problemsWith(() => https), /sends no X-Forwarded-For/);
  only(
    await problemsWith(({ 'x-forwarded-for': told }) => ({ ...https, 'x-forwarded-for': told })),
    /anybody can be anyone/,
  );
  only(
    await problemsWith(() => ({ ...https, 'x-forwarded-for': '203.0.113.7:50123' })),
    /203.0.113.7:50123 .* no address/,
  );
  only(await problemsWith(() => ({ 'x-forwarded-for': '203.0.113.7' })), /does not say .* https/);
  only(await problemsWith(() => ({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' })), /does not say/);
  only(
    await problemsWith(() => ({ ...https, 'x-forwarded-for': '203.0.113.7', host: 'candor' })),
    /Host candor instead of 127/,
  );
  only(
    await problemsWith(() => ({ ...https, 'x-forwarded-for': '203.0.113.7' }), ['10.0.0.4']),
    /come from 127.0.0.1, which TRUSTED_PROXIES does not name/,
  );
  only(await problemsWith(() => ({ ...https, 'x-forwarded-for': '203.0.113.7' }), []), /one address/);
});

test('an address that answers for somebody else, or not at all, is said too and holds nothing up', async () => {
  const check = createProxyCheck(trustedProxies(['127.0.0.1']), 200);
  const other = createServer((_request, response) => response.end('hello'));
  const origin = await listen(other);
  only(await check.run(origin), /answered by another server/);
  await new Promise((resolve) => other.close(resolve));
  only(await check.run(origin), /can't be asked .* ECONNREFUSED/);
  const silent = createServer(() => undefined);
  only(await check.run(await listen(silent)), /can't be asked/);
  silent.closeAllConnections();
  silent.close();
});
