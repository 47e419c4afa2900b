import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { feedCloseCodes } from '@candor/wire';
import { log } from '../kit/log.ts';
import { until } from '../kit/until.test-support.ts';
import { endLeftovers, listen, startFeed, type FeedServer, type Listener } from './feed-server.test-support.ts';
import { eventOf } from './market-event.test-support.ts';
import type { SocketSession } from './session-sockets.ts';

after(endLeftovers);

const sessionNamed = (name: string): SocketSession =>
  ({ sessionId: `session-${name}`, accountId: name.replace(/\d$/, '') }) as SocketSession;
/** The cookie is the name of the session: ada1 and ada2 are two of one account. */
const sessionOf = async (request: IncomingMessage): Promise<SocketSession | undefined> =>
  request.headers.cookie === undefined ? undefined : sessionNamed(request.headers.cookie);

let server: FeedServer;
before(async () => {
  log.setLevel('silent');
  server = await startFeed({ sessionOf });
});
after(() => server.stop());

const listenAs = (cookie?: string): Promise<Listener> =>
  listen(server, '/notify', cookie === undefined ? {} : { headers: { cookie } });

async function answerTo(client: Listener, message: unknown): Promise<string> {
  client.texts.length = 0;
  client.say(message);
  return client.heard(() => true);
}

test('the home room is open to all and gets what is said in it, in order', async () => {
  const client = await listenAs();
  assert.equal(await answerTo(client, { action: 'join', room: 'home' }), '{"action":"joined","room":"home"}');
  const coins = ['BTC', 'ETH', 'XRP', 'SOL', 'ADA'];
  for (const coin of coins) server.hub.notify('home', () => eventOf(coin));
  await client.heard((text) => text.includes('ADA'));
  assert.deepEqual(
    client.texts.slice(1),
    coins.map((coin) => JSON.stringify(eventOf(coin))),
  );
  assert.equal(await answerTo(client, { action: 'leave', room: 'home' }), '{"action":"left","room":"home"}');
  const encodedBefore = server.stats().encoded;
  server.hub.notify('home', () => eventOf('BTC'));
  assert.equal(server.stats().encoded, encodedBefore);
  client.socket.close();
});

test("the own room is the account's: all its sessions hear it, nobody else does", async () => {
  const [ada1, ada2, bob] = [await listenAs('ada1'), await listenAs('ada2'), await listenAs('bob1')];
  for (const client of [ada1, ada2, bob]) {
    assert.equal(await answerTo(client, { action: 'join', room: 'account' }), '{"action":"joined","room":"account"}');
  }
  server.hub.notify('account:ada', () => eventOf('BTC'));
  server.hub.notify('account:bob', () => eventOf('ETH'));
  for (const client of [ada1, ada2]) await client.heard((text) => text.includes('BTC'));
  await bob.heard((text) => text.includes('ETH'));
  assert.deepEqual(bob.texts.slice(1), [JSON.stringify(eventOf('ETH'))]);
  assert.deepEqual(ada1.texts.slice(1), [JSON.stringify(eventOf('BTC'))]);
  for (const client of [ada1, ada2, bob]) client.socket.close();
});

test("others' rooms, unknown rooms and malformed messages are refused with a code", async () => {
  const [guest, bob] = [await listenAs(), await listenAs('bob1')];
  const refused = (code: string, facts: object): string => JSON.stringify({ action: 'refused', code, facts });
  const cases: [Listener, unknown, string][] = [
    [guest, { action: 'join', room: 'account' }, refused('login-required', { room: 'account' })],
    [guest, { action: 'join', room: 'account:ada' }, refused('login-required', { room: 'account:ada' })],
    [bob, { action: 'join', room: 'account:ada' }, refused('not-yours', { room: 'account:ada' })],
    [bob, { action: 'join', room: 'account:bob2' }, refused('not-yours', { room: 'account:bob2' })],
    [bob, { action: 'join', room: 'cellar' }, refused('not-found', { room: 'cellar' })],
    [bob, { action: 'join', room: 5 }, refused('malformed', { field: 'room' })],
    [bob, { action: 'dance' }, refused('malformed', { field: 'action' })],
    [bob, 'not json', refused('malformed', { field: '' })],
    [bob, '[]', refused('malformed', { field: '' })],
  ];
  for (const [client, message, expected] of cases) assert.equal(await answerTo(client, message), expected);
  assert.equal(server.stats().rooms, 0);
  assert.equal(await answerTo(bob, { action: 'ping' }), '{"action":"pong"}');
  for (const client of [guest, bob]) client.socket.close();
});

test('two names of the own room are one membership each; leaving without a name leaves all', async () => {
  const bob = await listenAs('bob1');
  for (const room of ['account', 'account:bob', 'home']) await answerTo(bob, { action: 'join', room });
  await answerTo(bob, { action: 'leave', room: 'account' });
  server.hub.notify('account:bob', () => eventOf('BTC'));
  await bob.heard((text) => text.includes('BTC'));
  assert.equal(bob.texts.filter((text) => text.includes('BTC')).length, 1);
  assert.equal(await answerTo(bob, { action: 'leave' }), '{"action":"left"}');
  assert.equal(server.stats().rooms, 0);
  bob.socket.close();
});

test('a revoked session loses its sockets, and only they', async () => {
  const [ada1, ada2] = [await listenAs('ada1'), await listenAs('ada2')];
  await answerTo(ada1, { action: 'join', room: 'account' });
  server.hub.endSession('session-ada1');
  assert.deepEqual(await ada1.ending(), { code: feedCloseCodes.sessionEnded, reason: 'the session has ended' });
  assert.equal(await answerTo(ada2, { action: 'join', room: 'account' }), '{"action":"joined","room":"account"}');
  server.hub.endSession('session-nobody');
  ada2.socket.close();
  await until('disconnected', () => server.stats().notifyConnections === 0);
});

test('a session that is revoked while its socket opens opens as a guest', async () => {
  let release: ((session: SocketSession) => void) | undefined;
  const slow = await startFeed({ sessionOf: () => new Promise((resolve) => (release = resolve)) });
  const opening = listen(slow, '/notify', { headers: { cookie: 'ada1' } });
  await until('the check is under way', () => release !== undefined);
  slow.hub.endSession('session-ada1');
  release!(sessionNamed('ada1'));
  const client = await opening;
  assert.match(await answerTo(client, { action: 'join', room: 'account' }), /login-required/);
  client.socket.close();
  await slow.stop();
});

test("when sessions can't be looked up the upgrade is refused, and the server lives", async () => {
  const broken = await startFeed({ sessionOf: async () => Promise.reject(new Error('no database')) });
  await assert.rejects(listen(broken, '/notify'), /503/);
  const client = await listen(broken, '/ws');
  client.socket.close();
  await broken.stop();
});
