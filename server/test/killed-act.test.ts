// The process that operators talk to is killed after an approval stands and before the act is done: the next one does it, once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approveAct, createConsoleClient, getAct, proposeAct, tryRole, type ConsoleClient } from '@candor/wire';
import { openPool } from '../src/kit/postgres.ts';
import type { Pool } from '../src/kit/postgres.ts';
import { childrenOf } from '../src/kit/processes.test-support.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { cloneDatabase } from './support/database.ts';
import { got, untilLive } from './support/running-app.ts';
import { openDeployment, type Deployment, type ServerProcess } from './support/server-processes.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let deployment: Deployment;
let server: ServerProcess;

before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.ownerUrl, 3);
  deployment = openDeployment({
    DATABASE_URL: database.url,
    DATABASE_CONSOLE_URL: database.consoleUrl,
    LOG_LEVEL: 'silent',
  });
  server = await deployment.start('web,engine,console');
  await untilLive(server.url);
});
after(async () => {
  await deployment.close();
  await until('the process that takes requests is gone', () => childrenOf(server.child.pid!).length === 0);
  await pool.end();
  await database.drop();
});

test(
  'killed between approval and act, it is carried out once',
  { skip: process.platform !== 'linux', timeout: 240_000 },
  async () => {
    const [maker, checker] = [await as(1), await as(2)];
    const body = { coin: 'BTC', reason: 'the sources disagree' };
    const proposal = got(await maker.call(proposeAct, { kind: 'halt-coin', body, why: 'a test' }));
    const { proposal_id, version } = proposal;

    // Nobody writes a halt as long as this transaction reads them all.
    const blocker = await pool.connect();
    await blocker.query('begin; lock table market_halts in share mode');
    const approved = checker.call(approveAct, { proposal_id, version });
    await until('the act waits', async () => (await countOf(`select count(*) from pg_locks where not granted`)) > 0);
    assert.equal(got(await maker.call(getAct, { proposal_id })).state, 'approved');
    const [web] = childrenOf(server.child.pid!);
    process.kill(web!, 'SIGKILL');
    assert.equal((await approved).ok, false);
    await blocker.query('commit');
    blocker.release();

    const again = await as(1);
    await until('it is carried out', async () => got(await again.call(getAct, { proposal_id })).state === 'done');
    assert.equal(await countOf(`select count(*) from market_halts where coin = 'BTC'`), 1);
    assert.equal(await countOf(`select count(*) from audit_log where act = 'act-done'`), 1);
    assert.deepEqual(
      (await checkInvariants(pool, invariants)).filter(({ broken }) => broken > 0),
      [],
    );
  },
);

async function as(person: number): Promise<ConsoleClient> {
  const client = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  await until('the console answers', async () => (await client.call(tryRole, { role: 'risk', person })).ok);
  return client;
}

async function countOf(sql: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(sql);
  return Number(rows[0]!.count);
}
