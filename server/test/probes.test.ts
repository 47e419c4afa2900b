// Health calls cost customers nothing, however many ask: they take one connection at most, once a second.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { submitOptionsOrder } from '@candor/wire';
import { leastWrite } from '../src/kit/ask-for-write.ts';
import { got, openRunningApp, type RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp()));
after(async () => {
  agent.destroy();
  await app.close();
});

/** As many connections as one address may have. */
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (response) => response.resume().on('end', () => resolve(response.statusCode!)))
      .on('error', reject)
      .end();
  });
const paths = ['/livez', '/readyz', '/status'];

test(
  '500 health calls at once, again and again, while orders are placed: all are answered, and no order waits for them',
  longRun('a flood against the clock'),
  async () => {
    const person = await app.person('2000');
    const order = { pair_type: 'btcusdt', trade_user_id: person.user.account_id, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 }; // oxfmt-ignore
    const place = async (): Promise<void> => void got(await person.client.call(submitOptionsOrder, order));
    await place();
    let isOver = false;
    let answered = 0;
    const asking = (async () => {
      while (!isOver) {
        const statuses = await Promise.all(
          Array.from({ length: 500 }, (_, place) => statusOf(app.url + paths[place % paths.length])),
        );
        assert.deepEqual(new Set(statuses), new Set([200]));
        answered += statuses.length;
      }
    })();
    for (let count = 0; count < 20; count++) {
      await place();
      // Besides the pool of this test, at most eight of the web process's and six of the engine's read; one of them for all who ask.
      const { rows } = await app.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query = '${leastWrite}' and state = 'active'`,
      );
      assert.ok(rows[0]!.count <= 1, `${rows[0]!.count} connections answer health calls`);
    }
    isOver = true;
    await asking;
    assert.ok(answered >= 500, `${answered}`);
    await app.audit();
  },
);
