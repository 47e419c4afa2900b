// Production as it is reached: through nginx with deploy/nginx.conf. Customers are told apart by their own addresses, which nobody
// can make up, and everything that only TLS can keep is there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent as PlainAgent, request as askPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as SafeAgent, request as askSafely } from 'node:https';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect as connectSafely, type ConnectionOptions } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { getMarketStatus, isEndpoint, listSessions, queryLogin, register, sendEmailCode } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { WebSocket } from 'ws';
import { addressKey } from '../src/kit/address-key.ts';
import { until } from '../src/kit/until.test-support.ts';
import { findNginx } from './run/find-nginx.ts';
import { prepareProduction, type ProductionServer } from './support/production-server.ts';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy.ts';

const programs = findNginx();
const skip = programs ? false : 'there is no nginx here, and none could be installed';

let proxy: TlsProxy;
let production: ProductionServer;
let server: Awaited<ReturnType<ProductionServer['start']>>;
let ca: Buffer;
const agents: (PlainAgent | SafeAgent)[] = [];
before(async () => {
  if (!programs) return;
  proxy = await startTlsProxy(programs);
  ca = readFileSync(proxy.certificateFile);
  production = await prepareProduction();
  assert.equal(production.migrate().code, 0);
  server = await production.start({
    PORT: String(proxy.serverPort),
    PUBLIC_ORIGIN: `https://127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: proxy.certificateFile,
  });
});
after(async () => {
  if (!programs) return;
  for (const agent of agents) agent.destroy();
  await production.close();
  await proxy.stop();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer at an address of the loopback network; `isDirect` goes round the proxy. */
function customerAt(localAddress: string, { isDirect = false } = {}) {
  let cookie = '';
  const agent = new (isDirect ? PlainAgent : SafeAgent)({ keepAlive: true, maxSockets: 50 });
  agents.push(agent);
  const ask = (method: string, path: string, sent: { headers?: Record<string, string>; body?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: isDirect ? proxy.serverPort : proxy.port, localAddress, agent };
      const headers = { ...(cookie === '' ? {} : { cookie }), ...sent.headers };
      const request = (isDirect ? askPlain : askSafely)({ ...to, method, path, headers, ...(isDirect ? {} : { ca }) }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const set = response.headers['set-cookie']?.[0]?.split(';')[0];
          if (set !== undefined) cookie = set;
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts).toString() });
        });
      }); // oxfmt-ignore
      request.on('error', reject).end(sent.body);
    });
  const post = (path: string, body: object, headers: Record<string, string>): Promise<Answer> =>
    ask('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const call = (wanted: Action | Endpoint, payload: object, headers: Record<string, string> = {}): Promise<Answer> => {
    if (!isEndpoint(wanted)) return post('/api/action', { ACTION_NAME: wanted.name, ACTION_INFO: payload }, headers);
    return wanted.method === 'GET' ? ask('GET', wanted.path, { headers }) : post(wanted.path, payload, headers);
  };
  return { ask, call, cookie: () => cookie };
}
type Customer = ReturnType<typeof customerAt>;

const codeOf = ({ body }: Answer): string => (JSON.parse(body) as { code?: string }).code ?? 'done';

async function openAccount(customer: Customer, email: string): Promise<Answer> {
  assert.equal(codeOf(await customer.call(sendEmailCode, { email })), 'done');
  await until('the code arrived', () => production.codeFor(email) !== undefined);
  const account = { user_name: email, user_password: 'correct horse 9' };
  const registered = await customer.call(register, { ...account, authCode: production.codeFor(email)! });
  assert.equal(codeOf(registered), 'done');
  const entered = await customer.call(queryLogin, account);
  assert.equal(codeOf(entered), 'done');
  return entered;
}

const addressesOf = async (customer: Customer): Promise<string[]> => {
  const { body } = await customer.call(listSessions, {});
  return (JSON.parse(body) as { data: { RESULT_LIST: { ip: string }[] } }).data.RESULT_LIST.map(({ ip }) => ip);
};

/** Asks without a pause until the caller was refused often and `meanwhile` is over; how often that was. */
async function flood(
  customer: Customer,
  { headers = () => ({}), meanwhile = async () => undefined }: { headers?: (place: number) => Record<string, string>; meanwhile?: () => Promise<unknown> } = {},
): Promise<number> {
  let [asked, timesRefused, isOver] = [0, 0, false];
  const ask = async (_: unknown, place: number): Promise<void> => {
    while (asked++ < 20_000 && !(isOver && timesRefused > 40)) {
      if (isRefused(await customer.call(getMarketStatus, {}, headers(place)))) timesRefused++;
    }
  };
  const asking = Promise.all(Array.from({ length: 40 }, ask));
  await until('the flood is refused', () => timesRefused > 20);
  await meanwhile();
  isOver = true;
  await asking;
  return timesRefused;
} // oxfmt-ignore
const isRefused = (answer: Answer): boolean => answer.status === 429 && codeOf(answer) === 'too-many-requests';

test('the server asks itself through the proxy and finds everything as it should be', { skip }, async () => {
  await until('it says so', () => server.said().includes('requests through the proxy arrive as they should'));
  assert.doesNotMatch(server.said(), /not set up rightly/);
});

test('what only TLS can keep is there: a locked cookie, strict transport, upgraded requests', { skip }, async () => {
  const { headers } = await openAccount(customerAt('127.0.0.21'), 'tls@example.com');
  const set = headers['set-cookie']![0]!;
  assert.match(set, /^__Host-candor=[\w-]{64}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(headers['access-control-allow-origin'], undefined);
  const page = await customerAt('127.0.0.21').ask('GET', '/docs');
  assert.equal(page.status, 200);
  assert.equal(page.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.match(String(page.headers['content-security-policy']), /upgrade-insecure-requests/);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  const direct = await customerAt('127.0.0.22', { isDirect: true }).ask('GET', '/docs', { headers: { 'x-forwarded-proto': 'https' } }); // oxfmt-ignore
  assert.equal(direct.headers['strict-transport-security'], undefined);
});

test('connections of an IPv6 network count as those of one address, as for the server, and no two networks count as one', () => {
  const written = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  const network = new RegExp(/'~(.+)' \$candor_network;/.exec(written)![1]!);
  const counted = (ip: string): string => network.exec(ip)?.groups!['candor_network'] ?? ip;
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1', '2001:db8:1::1', '2001:db8:1::2', '2001:db8::1', '2001:db8::9:8:7:6', '2001:db8:0:2::1', '::1', '::ffff:192.0.2.1', '::ffff:192.0.2.2', '192.0.2.1', '192.0.2.3', 'fe80::1']; // oxfmt-ignore
  for (const one of addresses)
    for (const other of addresses)
      if (one < other && !one.startsWith('::') && !other.startsWith('::'))
        assert.equal(counted(one) === counted(other), addressKey(one) === addressKey(other), `${one} and ${other}`);
  assert.notEqual(counted('::ffff:192.0.2.1'), counted('::ffff:192.0.2.2'));
});

test('http leads to https; a program that calls over http is refused', { skip }, async () => {
  const answered = (path: string) =>
    new Promise<IncomingMessage>((resolve) => {
      askPlain({ host: '127.0.0.1', port: proxy.plainPort, path }, (answer) => resolve(answer.resume())).end();
    });
  const page = await answered('/markets?a=b');
  assert.deepEqual([page.statusCode, page.headers.location], [308, 'https://127.0.0.1/markets?a=b']);
  const call = await answered('/api/action');
  assert.deepEqual([call.statusCode, call.headers.location], [403, undefined]);
});

test(
  'what the proxy answers itself tells browsers what the server does, and nothing is there twice',
  { skip },
  async () => {
    const told = ['strict-transport-security', 'x-content-type-options', 'content-security-policy', 'referrer-policy'];
    const customer = customerAt('127.0.0.23');
    const tooLarge = await customer.ask('POST', '/api/action', { body: 'x'.repeat(70_000) });
    assert.equal(tooLarge.status, 413);
    assert.match(tooLarge.headers['content-type'] ?? '', /^text\/html; charset=utf-8$/);
    const own = await customer.ask('GET', '/readyz');
    const passed = await customer.ask('GET', '/docs');
    for (const { headers } of [tooLarge, own, passed]) for (const name of told) assert.ok(headers[name], name);
    for (const name of told.slice(0, 2)) assert.doesNotMatch(String(passed.headers[name]), /,/, name);
    assert.match(String(tooLarge.headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.match(String(passed.headers['content-security-policy']), /^default-src 'none';script-src/);
  },
);

test('of ciphers only those with forward secrecy and authenticated encryption are taken', { skip }, async () => {
  const agreedOn = (options: ConnectionOptions) =>
    new Promise<string>((resolve) => {
      const socket = connectSafely({ host: '127.0.0.1', port: proxy.port, ca, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });
  assert.match(await agreedOn({}), /^TLSv1\.3 TLS_/);
  const second = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  assert.equal(await agreedOn(second), 'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384');
  assert.equal(await agreedOn({ ...second, ciphers: 'ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384' }), 'refused');
  assert.equal(await agreedOn({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }), 'refused');
});

test("a session shows its customer's address, whatever the customer claims", { skip }, async () => {
  const ada = customerAt('127.0.0.31');
  await openAccount(ada, 'ada@example.com');
  assert.deepEqual(await addressesOf(ada), ['127.0.0.31']);
  const account = { user_name: 'ada@example.com', user_password: 'correct horse 9' };
  for (const [isDirect, from] of [[false, '127.0.0.32'], [true, '127.0.0.33']] as const) {
    const again = customerAt(from, { isDirect });
    const claims = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    assert.equal(codeOf(await again.call(queryLogin, account, claims)), 'done');
    assert.equal((await addressesOf(again))[0], from);
  } // oxfmt-ignore
});

test(
  'two customers do not share a limit, and nobody gets another one by claiming to be elsewhere',
  { skip },
  async () => {
    const [greedy, modest] = [customerAt('127.0.0.41'), customerAt('127.0.0.42')];
    const modestAsks = async (): Promise<void> => {
      for (let times = 0; times < 40; times++) assert.equal((await modest.call(getMarketStatus, {})).status, 200);
    };
    await flood(greedy, { meanwhile: modestAsks });
    const elsewhere = (place: number) => ({ 'x-forwarded-for': `203.0.113.${place}` });
    await flood(greedy, { headers: elsewhere, meanwhile: modestAsks });
    await flood(customerAt('127.0.0.43', { isDirect: true }), { headers: elsewhere });
    const blamed = () => ({ 'x-forwarded-for': '127.0.0.42' });
    await flood(customerAt('127.0.0.44', { isDirect: true }), { headers: blamed, meanwhile: modestAsks });
    await flood(greedy, { headers: blamed, meanwhile: modestAsks });
  },
);

test('tokens that nobody has, codes and wrong passwords count for who sends them alone', { skip }, async () => {
  const [thief, owner] = [customerAt('127.0.0.51'), customerAt('127.0.0.52')];
  await openAccount(owner, 'owner@example.com');
  const guess = (place: number) => ({ cookie: `__Host-candor=${String(place).padStart(43, 'x')}` });
  await flood(thief, {
    headers: guess,
    meanwhile: async () => {
      for (let times = 0; times < 20; times++) assert.equal((await owner.call(listSessions, {})).status, 200);
    },
  });
  const patient = customerAt('127.0.0.53');
  const codes: string[] = [];
  for (let place = 0; place < 31; place++)
    codes.push(codeOf(await patient.call(sendEmailCode, { email: `c${place}@example.com` })));
  assert.equal(codes.at(-1), 'code-limit');
  assert.equal(codeOf(await customerAt('127.0.0.54').call(sendEmailCode, { email: 'newcomer@example.com' })), 'done');
  const guesser = customerAt('127.0.0.55');
  const wrong = { user_name: 'owner@example.com', user_password: 'wrong password' };
  let said = '';
  for (let tries = 0; tries < 12 && said !== 'login-throttled'; tries++)
    said = codeOf(await guesser.call(queryLogin, wrong));
  assert.equal(said, 'login-throttled');
  const entered = await owner.call(queryLogin, { ...wrong, user_password: 'correct horse 9' });
  assert.equal(codeOf(entered), 'done');
});

test('sockets pass the proxy, with the session that the cookie carries', { skip }, async () => {
  const customer = customerAt('127.0.0.61');
  await openAccount(customer, 'socket@example.com');
  const open = (path: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}${path}`, { ca, localAddress: '127.0.0.61', headers });
    const heard: string[] = [];
    socket.on('message', (data: Buffer, isBinary) => heard.push((isBinary ? gunzipSync(data) : data).toString()));
    return {
      socket,
      heard,
      opened: new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject)),
    };
  };
  const market = open('/ws');
  await market.opened;
  await until('it is pinged', () => market.heard.some((text) => text.startsWith('{"ping"')));
  const origin = `https://127.0.0.1:${proxy.port}`;
  const own = open('/notify', { cookie: customer.cookie(), origin });
  await own.opened;
  own.socket.send('{"action":"join","room":"account"}');
  await until('it joined', () => own.heard.some((text) => text.includes('"joined"')));
  await assert.rejects(open('/notify', { cookie: customer.cookie(), origin: 'https://evil.example' }).opened, /403/);
  market.socket.close();
  own.socket.close();
});

test('probes of the server are not for the public, but that it lives is', { skip }, async () => {
  const customer = customerAt('127.0.0.71');
  assert.equal((await customer.ask('GET', '/livez')).status, 200);
  assert.equal((await customer.ask('GET', '/readyz')).status, 404);
  const status = JSON.parse((await customer.ask('GET', '/status')).body) as object;
  assert.deepEqual(status, { version: '0.1.0', mode: 'production', market: 'htx', live: false });
  assert.notEqual((await customer.ask('GET', '/dev/outbox')).status, 200);
  assert.doesNotMatch((await customer.ask('GET', '/metrics')).body, /process_cpu_seconds_total/);
});
