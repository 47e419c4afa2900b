// Sessions through the door, as a browser and as one who would like somebody else's: cookies, the list, and what ends them.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createClient, getUser, listSessions, logOut, parseWireId, queryLogin, revokeSessions, updateUser } from '@candor/wire'; // oxfmt-ignore
import type { Client } from '@candor/wire';
import { WebSocket } from 'ws';
import { digestOfToken, newToken } from '../src/kit/tokens.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: [] })));
after(() => app.close());

const logIn = async ({ email, password }: Person, client = createClient({ baseUrl: app.url, keepsCookies: true })) => {
  got(await client.call(queryLogin, { user_name: email, user_password: password }));
  return client;
};
const isOpen = async (client: Client, { user }: Person): Promise<boolean> =>
  (await client.call(getUser, { account_id: user.account_id })).ok;

test('the session that asks can end itself by its id: the answer says so, the cookie goes, the session is over', async () => {
  const person = await app.person();
  const { client } = person;
  const cookie = client.cookies();
  const own = got(await client.call(listSessions, {})).RESULT_LIST.find((row) => row.is_current);
  assert.deepEqual(got(await client.call(revokeSessions, { session_id: own!.session_id })), { ended: 1 });
  assert.equal(client.cookies(), '');
  assert.equal(await statusWith(cookie, person), 401);
});

test('a cookie from before the login is not what the login makes a session of', async () => {
  const person = await app.person();
  const planted = randomBytes(48).toString('base64url');
  const body = new URLSearchParams({
    ACTION_NAME: 'queryLogin',
    ACTION_INFO: JSON.stringify({ user_name: person.email, user_password: person.password }),
  });
  const headers = { cookie: `__Host-candor=${planted}` };
  const response = await fetch(`${app.url}/api/action`, { method: 'POST', body, headers });
  assert.equal(response.status, 200);
  const [set] = response.headers.getSetCookie();
  assert.match(set!, /^__Host-candor=[\w-]{64};.*HttpOnly; Secure; SameSite=Strict/);
  assert.ok(!set!.includes(planted));
  assert.equal(await statusWith(`__Host-candor=${planted}`, person), 401);
});

test('made-up, cut and renamed cookies open nothing', async () => {
  const person = await app.person();
  const [real = ''] = person.client.cookies().split('; ');
  const token = real.slice(real.indexOf('=') + 1);
  assert.equal(await statusWith(real, person), 200);
  for (const cookie of [
    `__Host-candor=${randomBytes(48).toString('base64url')}`,
    real.slice(0, -1),
    `${real}A`,
    `candors=${token}`,
    `__Secure-candor=${token}`,
    `__host-candor=${token}`,
    `__Host-candor="${token}"; x=1`,
    `__Host-candor=${person.user.account_id}`,
  ]) {
    assert.equal(await statusWith(cookie, person), 401, cookie.replace(token, '<token>'));
  }
});

test('whoever writes sessions without the key file makes none whose token he knows', async () => {
  const [victim, own] = [await app.person(), await app.person()];
  const idOf = ({ user }: Person) => parseWireId('account', user.account_id)!;
  const insert = (digest: Buffer): Promise<unknown> =>
    app.pool.query(
      `insert into sessions (session_id, account_id, token_hash, ip, user_agent, created_at, last_seen_at)
       values (gen_random_uuid(), $1, $2, '198.51.100.1', 'test', now(), now())`,
      [idOf(victim), digest],
    );
  const statusOf = (token: string, person = victim) => statusWith(`__Host-candor=${token}`, person);

  for (const token of [newToken(idOf(victim)), randomBytes(32).toString('base64url')]) {
    await insert(hash('sha256', token, 'buffer'));
    assert.equal(await statusOf(token), 401, 'a plain digest of a token');
  }
  const ofLink = newToken(idOf(victim));
  await insert(Buffer.from(digestOfToken(app.secrets.codeKey, 'operator link', ofLink), 'base64'));
  assert.equal(await statusOf(ofLink), 401, 'the digest of something else');
  const fromOtherFile = newToken(idOf(victim));
  await insert(Buffer.from(digestOfToken(randomBytes(32), 'session', fromOtherFile), 'base64'));
  assert.equal(await statusOf(fromOtherFile), 401, 'the digest of another key file');

  const { rows } = await app.pool.query<{ digest: Buffer }>('delete from sessions where account_id = $1 returning token_hash as digest', [idOf(own)]); // oxfmt-ignore
  await insert(rows[0]!.digest);
  const token = own.client.cookies().split('; ')[0]!.split('=')[1]!;
  for (const person of [victim, own]) assert.equal(await statusOf(token, person), 401, 'the own session, given to another account'); // oxfmt-ignore
  assert.equal(await isOpen(victim.client, victim), true);
});

test('a login in the same browser and a logout end the session before', async () => {
  const person = await app.person();
  const first = person.client.cookies();
  await logIn(person, person.client);
  assert.notEqual(person.client.cookies(), first);
  assert.equal(await statusWith(first, person), 401);
  const second = person.client.cookies();
  got(await person.client.call(logOut, {}));
  assert.equal(await statusWith(second, person), 401);
});

test('at most five are open, and the others can be ended together', async () => {
  const person = await app.person();
  const clients = [person.client];
  for (let count = 0; count < 6; count++) clients.push(await logIn(person));
  const open = await Promise.all(clients.map((client) => isOpen(client, person)));
  assert.equal(open.filter(Boolean).length, 5);
  assert.equal(open.at(-1), true);
  assert.deepEqual(got(await clients.at(-1)!.call(revokeSessions, { session_id: 'others' })), { ended: 4 });
  assert.equal((await Promise.all(clients.map((client) => isOpen(client, person)))).filter(Boolean).length, 1);
});

test('a changed password ends every session and its sockets', async () => {
  const person = await app.person();
  const other = await logIn(person);
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/notify`, { headers: { cookie: other.cookies() } });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const change = { account_id: person.user.account_id, user_password: 'wren and lark', original: person.password };
  got(await person.client.call(updateUser, change));
  assert.equal((await closed)[0], 4401);
  for (const client of [person.client, other]) assert.equal(await isOpen(client, person), false);
  const again = createClient({ baseUrl: app.url, keepsCookies: true });
  const old = await again.call(queryLogin, { user_name: person.email, user_password: person.password });
  assert.equal(refusalOf(old), 'login-failed');
});

async function statusWith(cookie: string, { user }: Person): Promise<number> {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ account_id: user.account_id });
  return (await fetch(`${app.url}/api/user/get`, { method: 'POST', headers, body })).status;
}
