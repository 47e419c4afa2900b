// A whole server during fail-overs of its database, and behind a pooler that changes its sessions: the server recovers by itself, every order
// is answered in time, and the books are right afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlAs } from '@candor/embedded-postgres';
import { submitOptionsOrder } from '@candor/wire';
import pg from 'pg';
import { openPool } from '../src/kit/postgres.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { openCutOff, type CutOff } from './support/cut-off.ts';
import { prepareTemplate, startThrowAwayServer } from './support/database.ts';
import { enrol, untilLive, type Person } from './support/running-app.ts';
import { openDeployment, type Deployment, type ServerProcess } from './support/server-processes.ts';

/** Time limit of a customer's order, plus a margin for a loaded machine. */
const answeredWithinMs = 15_000 + 3_000;
/** Measured from the moment at which the database accepts writes again. */
const backWithinMs = 20_000;

/** Connection URLs as superuser and as server, bypassing the proxy. */
let [adminUrl, url] = ['', ''];
let admin: pg.Client;
let way: CutOff;
let deployment: Deployment;
let server: ServerProcess;
let person: Person;

before(async () => {
  // A database server of its own, because the wrong search path fills its log with errors. It stops with this process.
  adminUrl = await prepareTemplate((await startThrowAwayServer()).adminUrl);
  url = urlAs(adminUrl, 'candor_app');
  admin = new pg.Client({ connectionString: adminUrl, application_name: 'administrator' });
  await admin.connect();
  way = await openCutOff(url);
  deployment = openDeployment({ DATABASE_URL: way.url, LOG_LEVEL: 'silent' });
  server = await deployment.start('web,engine');
  await untilLive(server.url);
  person = await enrol(server.url, { name: 'failover', money: '10000' });
});
after(async () => {
  await deployment.close();
  await way.close();
  await admin.end();
});

const setReadOnly = (isReadOnly: boolean) =>
  admin.query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
const endConnections = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  );
const isReady = async (): Promise<boolean> =>
  (await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200;

interface Answer {
  isPlaced: boolean;
  words: string;
  tookMs: number;
}
/** Places one order and returns its result, also if it was refused. */
async function place({ client, user }: Person): Promise<Answer> {
  const startedAt = performance.now();
  const reply = await client.call(submitOptionsOrder, {
    pair_type: 'btcusdt',
    trade_user_id: user.account_id,
    trade_num: '10',
    option_config_id: '1',
    trade_transaction_type: 1,
  });
  const words = JSON.stringify(reply);
  return { isPlaced: /option_order_id/.test(words), words, tookMs: performance.now() - startedAt };
}

const pauseMs = 500;
/** Places an order every half second, during `work` and after it until one is accepted. Returns all answers. */
async function ordersDuring(work: () => Promise<void>): Promise<{ answers: Answer[]; backAfterMs: number }> {
  const asked: Promise<Answer>[] = [];
  let workedAt: number | undefined;
  const working = work().then(() => (workedAt = performance.now()));
  let backAt: number | undefined;
  let last = 'none is answered';
  while (backAt === undefined) {
    const askedAt = performance.now();
    const answer = place(person);
    asked.push(answer);
    void answer.then(({ isPlaced }) => {
      if (isPlaced && workedAt !== undefined && askedAt >= workedAt) backAt ??= performance.now();
    });
    void answer.then(({ words }) => (last = words));
    await sleep(pauseMs);
    assert.ok(
      workedAt === undefined || performance.now() - workedAt < 2 * backWithinMs,
      `no order is placed any more: ${last}`,
    );
  }
  await working;
  return { answers: await Promise.all(asked), backAfterMs: backAt - workedAt! };
}

async function assertAllAnswered({
  answers,
  backAfterMs,
}: {
  answers: Answer[];
  backAfterMs: number;
}): Promise<string> {
  const longest = Math.max(...answers.map(({ tookMs }) => tookMs));
  const said = `${answers.length} orders, ${answers.filter(({ isPlaced }) => isPlaced).length} placed, the longest answered after ${Math.round(longest)} ms, back after ${Math.round(backAfterMs)} ms`;
  assert.ok(longest < answeredWithinMs, said);
  assert.ok(backAfterMs < backWithinMs, said);
  await until('it is ready', isReady, backWithinMs);
  assert.equal(server.child.exitCode, null);
  const pool = openPool(url, 1);
  try {
    assert.deepEqual(
      (await checkInvariants(pool, invariants)).filter(({ broken }) => broken > 0),
      [],
    );
  } finally {
    await pool.end();
  }
  return said;
}

const limits = { timeout: 240_000 };

test('connections end while new ones may only read, and may write again later', limits, async (context) => {
  const found = await ordersDuring(async () => {
    await setReadOnly(true);
    await endConnections();
    await until('it is not ready', async () => !(await isReady()));
    await sleep(3_000);
    await setReadOnly(false);
  });
  context.diagnostic(await assertAllAnswered(found));
});

test('sockets to a host that is gone stay open and say nothing', limits, async (context) => {
  const found = await ordersDuring(async () => {
    way.silence();
    await endConnections();
  });
  context.diagnostic(await assertAllAnswered(found));
});

const states = [
  'deallocate all',
  'discard all',
  'set search_path = pg_temp',
  'set session characteristics as transaction read only',
  'set default_transaction_isolation = serializable',
];
for (const state of states)
  test(`a pooler leaves its sessions with "${state}"`, limits, async (context) => {
    let changed = 0;
    const found = await ordersDuring(async () => {
      await until('sessions are idle', () => (changed += way.runInIdle(state)) > 3);
    });
    context.diagnostic(`${changed} sessions; ${await assertAllAnswered(found)}`);
  });

test('all that was ordered ends, and the engine that began decides still', limits, async () => {
  const open = async (): Promise<number> =>
    (await admin.query('select from option_orders where result is null')).rowCount!;
  await until('all have ended', async () => (await open()) === 0, 120_000);
  assert.equal(server.child.exitCode, null);
});
