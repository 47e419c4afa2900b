// Two servers on one database, as behind a balancer or before a failover: what ends at one has ended at the other, and the one
// that waits says so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createClient,
  feedCloseCodes,
  getUser,
  listSessions,
  logOut,
  parseWireId,
  queryLogin,
  revokeSessions,
  updateUser,
} from '@candor/wire';
import { WebSocket } from 'ws';
import { until } from '../src/kit/until.test-support.ts';
import { runAsOwner } from './support/database.ts';
import { got, openRunningApp, type Person, type RunningApp } from './support/running-app.ts';

let first: RunningApp;
let second: Awaited<ReturnType<RunningApp['openBeside']>>;
before(async () => {
  first = await openRunningApp();
  second = await first.openBeside();
});
after(() => first.close());

/** A socket to the second server that has joined the room of its account. */
async function joinAtSecond(cookie: string) {
  const socket = new WebSocket(`${second.url.replace('http', 'ws')}/notify`, { headers: { cookie } });
  const heard: string[] = [];
  let code: number | undefined;
  socket.on('message', (text: Buffer) => heard.push(text.toString()));
  socket.on('close', (closed) => (code = closed));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send('{"action":"join","room":"account"}');
  await until('joined', () => heard.some((text) => text.includes('"joined"')));
  return { socket, code: () => code };
}

/** Another session of the same person. */
async function logInAgain({ email, password }: Person) {
  const client = createClient({ baseUrl: first.url, keepsCookies: true });
  got(await client.call(queryLogin, { user_name: email, user_password: password }));
  return client;
}

test('a session that ends at one server loses its sockets at the other, within two seconds and alone', async () => {
  const ways: [name: string, end: (person: Person) => Promise<unknown>][] = [
    ['logged out', async ({ client }) => got(await client.call(logOut, {}))],
    ['password changed', async (person) => got(await (await logInAgain(person)).call(updateUser, { account_id: person.user.account_id, original: person.password, user_password: 'another password' }))],
    [
      'revoked',
      async (person) => {
        const other = await logInAgain(person);
        const { RESULT_LIST } = got(await other.call(listSessions, {}));
        for (const { session_id, is_current } of RESULT_LIST) if (!is_current) got(await other.call(revokeSessions, { session_id }));
      },
    ],
    ['deleted by a statement', ({ user }) => first.pool.query('delete from sessions where account_id = $1', [parseWireId('account', user.account_id)])],
  ]; // oxfmt-ignore
  const bystander = await joinAtSecond((await first.person()).client.cookies());
  for (const [name, end] of ways) {
    const person = await first.person();
    const cookie = person.client.cookies();
    const { code } = await joinAtSecond(cookie);
    await end(person);
    await until(`${name}: the socket ends`, () => code() !== undefined);
    assert.equal(code(), feedCloseCodes.sessionEnded, name);
    const stale = await fetch(`${second.url}${getUser.path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: person.user.account_id }),
    });
    assert.equal(stale.status, 401, name);
  }
  assert.equal(bystander.code(), undefined);
  bystander.socket.close();
});

test('also when nobody says so: sockets of a session that is gone, or has run out, end within seconds', async () => {
  const [silent, old] = [await first.person(), await first.person()];
  const [one, two] = [await joinAtSecond(silent.client.cookies()), await joinAtSecond(old.client.cookies())];
  const idOf = ({ user }: Person) => parseWireId('account', user.account_id);
  await runAsOwner(first, 'alter table sessions disable trigger sessions_ended');
  await first.pool.query('delete from sessions where account_id = $1', [idOf(silent)]);
  await runAsOwner(first, 'alter table sessions enable trigger sessions_ended');
  await first.pool.query(`update sessions set created_at = now() - interval '8 days' where account_id = $1`, [
    idOf(old),
  ]);
  await until('both sockets end', () => one.code() !== undefined && two.code() !== undefined);
  assert.deepEqual([one.code(), two.code()], [feedCloseCodes.sessionEnded, feedCloseCodes.sessionEnded]);
});

test('the server that waits to write ticks is not ready and says why; it is once it took over', async () => {
  const ready = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };
  assert.deepEqual(await ready(first.url), [200, { ready: true }]);
  assert.deepEqual(await ready(second.url), [
    503,
    { ready: false, reason: 'no fresh prices come to this process: it waits to write the ticks' },
  ]);
  await first.restart(async () => {
    await until('it took over', async () => (await ready(second.url))[0] === 200);
    await second.close();
  });
});
