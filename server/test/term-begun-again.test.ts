// An engine takes the lease and can not begin: it tries again until it can, and nothing of what it had begun goes on beside that.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { openEngine, type Engine } from '../src/engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createLink } from '../src/kit/link.ts';
import { log } from '../src/kit/log.ts';
import { readMetrics } from '../src/kit/metrics.ts';
import { openPool } from '../src/kit/postgres.ts';
import { readUntil, until } from '../src/kit/until.test-support.ts';
import { cloneDatabase, runAsOwner } from './support/database.ts';

const config = readConfig({
  MARKET_SOURCE: 'simulated',
  SIMULATED_HISTORY: '20',
  SIMULATED_STEP_MS: '1000',
  LOG_LEVEL: 'error',
});

test('a term that could not begin leaves nothing behind, neither a connection nor a job', async (context) => {
  const database = await cloneDatabase();
  const pool = openPool(database.url, 1);
  const running = new Set<Engine>();
  const close = async (engine: Engine): Promise<void> => {
    running.delete(engine);
    await engine.close();
  };
  context.after(async () => {
    await Promise.all([...running].map(close));
    await pool.end();
    await database.drop();
  });
  const failures: string[] = [];
  context.mock.method(log, 'error', (said: string) => failures.push(said));
  const open = async (onDeciding?: (epoch: number | undefined) => void): Promise<Engine> => {
    const engine = await openEngine({
      config,
      databaseUrl: database.url,
      secrets: { signingKey: randomBytes(32).toString('hex') },
      clock: systemClock,
      links: createLink(),
      retryMs: 1,
      ...(onDeciding && { onDeciding }),
    });
    running.add(engine);
    return engine;
  };
  const connections = async (): Promise<number> => {
    const others = `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'candor%'`;
    return (await pool.query<{ count: number }>(others)).rows[0]!.count;
  };
  const dueSweeps = async (): Promise<number> => {
    const runs = (await readMetrics()).find(({ name }) => name === 'candor_job_runs_total');
    return runs?.values.find(({ labels }) => labels['job'] === 'due-work')?.value ?? 0;
  };
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const [alone, ticking] = [await connections(), timers()];
  const first = await open();
  const tried: (number | undefined)[] = [];
  const second = await open((epoch) => void tried.push(epoch));
  // Contracts are read when other parts have begun already.
  await runAsOwner(database, 'revoke select on contract_orders from candor_app');
  await close(first);
  await until('it has tried and given up three times', () => tried.filter((epoch) => epoch === undefined).length >= 3);
  const sweeps = await dueSweeps();
  await runAsOwner(database, 'grant select on contract_orders to candor_app');
  // What is due is looked for by the last part that begins, so none of the tries before came to it.
  await readUntil('all of it has begun', dueSweeps, (count) => count > sweeps);
  await close(second);
  assert.deepEqual(new Set(failures), new Set(['this process can not decide yet']));
  assert.equal(await readUntil('all connections are closed', connections, (count) => count <= alone), alone);
  await until('no job is planned any more', () => timers() <= ticking);
});
