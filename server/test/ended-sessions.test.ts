// A session that has run out is over at once: for calls, and for the sockets that it opened.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { feedCloseCodes, notifyPath, queryAlerts } from '@candor/wire';
import { WebSocket } from 'ws';
import { openRunningApp, refusalOf } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp()));
after(() => app.close());

for (const [what, change] of [
  ['is too old as a whole', `created_at = now() - interval '8 days'`],
  ['was not used for too long', `last_seen_at = now() - interval '13 hours'`],
] as const) {
  test(`a session that ${what} loses its sockets within seconds`, longRun('bounds in time or memory'), async () => {
    const [person, other] = [await app.person(), await app.person()];
    const open = async ({ client }: typeof person): Promise<WebSocket> => {
      const socket = new WebSocket(app.url.replace('http', 'ws') + notifyPath, {
        headers: { cookie: client.cookies() },
      });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return socket;
    };
    const [socket, staying] = [await open(person), await open(other)];
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await app.pool.query(
      `update sessions set ${change} where account_id = (select account_id from accounts where email = $1)`,
      [person.email],
    );
    const startedAt = performance.now();
    assert.equal(await closed, feedCloseCodes.sessionEnded);
    assert.ok(performance.now() - startedAt < 6_000);
    assert.equal(refusalOf(await person.client.call(queryAlerts, {})), 'login-required');
    assert.equal(staying.readyState, WebSocket.OPEN);
    staying.close();
  });
}
