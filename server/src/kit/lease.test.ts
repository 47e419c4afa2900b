// The lease on a real database: one holder at a time, a deadline by the holder's own clock, and nothing of an older epoch after a take-over.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, afterEach, before, test } from 'node:test';
import { cloneDatabase, runAsOwner } from '../../test/support/database.ts';
import { manualClock, systemClock, type Clock } from './clock.ts';
import { isFenced, openLease, type Lease } from './lease.ts';
import { log } from './log.ts';
import { openConnection, openPool, type Pool } from './postgres.ts';
import { until } from './until.test-support.ts';
import { isLongRun } from '../../test/support/long-run.ts';

log.setLevel('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
const opened: Lease[] = [];
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
});
afterEach(async () => {
  for (const lease of opened.splice(0)) await lease.stop();
});
after(async () => {
  await pool.end();
  await database.drop();
});

async function open(clock: Clock = systemClock): Promise<Lease> {
  const lease = openLease({ databaseUrl: database.url, clock, timing: { tryMs: 30 } });
  opened.push(lease);
  await lease.start();
  return lease;
}

interface LeaseRow {
  holder: string | null;
  final_ms: number;
  reach_ms: number;
}
const row = async () => (await pool.query<LeaseRow>('select holder, final_ms, reach_ms from engine_lease')).rows[0]!;

/** Another holder as of now: what a take-over does once the lease has run out. */
async function takeBy(holder: string): Promise<number> {
  await pool.query(`update engine_lease set until = clock_timestamp()`);
  const { rows } = await pool.query<{ taken_epoch: number }>(
    `select taken_epoch from engine_take_lease($1, interval '1 minute', 0)`,
    [holder],
  );
  return rows[0]!.taken_epoch;
}
const somebody = '00000000-0000-4000-8000-000000000000';
const nobody = () => pool.query(`update engine_lease set holder = null, until = '-infinity'`);

test('one holds it; another takes over in a higher epoch, at once when it is given up', async () => {
  const [first, second] = [await open(), await open()];
  const { epoch } = first.term()!;
  assert.deepEqual([first.isHeld(), second.isHeld(), second.term()], [true, false, undefined]);
  await sleep(2_500);
  assert.equal(first.epoch(), epoch, 'it is renewed');
  const lost = first.term()!.lost;
  await first.stop(systemClock.now());
  await lost;
  const term = await second.taken();
  assert.ok(term.epoch > epoch);
  assert.deepEqual([first.isHeld(), first.reachMs()], [false, -Infinity]);
  assert.equal((await row()).holder, second.holder);
});

test('a holder whose renewals do not get through stops before another can begin, and goes on if none did', async () => {
  const lease = await open();
  const { epoch } = lease.term()!;
  const { reach_ms: reach } = await row();
  const client = await pool.connect();
  await client.query('begin; select from engine_lease for update');
  await until('it has run out', () => !lease.isHeld());
  assert.equal(lease.reachMs(), -Infinity);
  const { rows } = await client.query<{ is_safe: boolean }>(
    'select until > clock_timestamp() as is_safe from engine_lease',
  );
  assert.equal(rows[0]!.is_safe, true, 'it ended by its own clock while the lease was still its own');
  await client.query('commit');
  client.release();
  await until('it is renewed', () => lease.isHeld());
  assert.equal(lease.epoch(), epoch);
  assert.ok(lease.reachMs() > reach);
});

test('what was or could have been promised binds the next holder, whatever its clock says', async () => {
  const clock = manualClock(systemClock.now());
  const first = await open(clock);
  const reach = first.reachMs();
  assert.equal(reach, clock.now() + 2_000);
  const behind = manualClock(clock.now() - 10_000);
  const taken = takeBy(somebody);
  await taken;
  assert.equal((await row()).final_ms, reach, 'a holder that ended without a word');
  await nobody();
  const second = await open(behind);
  assert.equal(second.term()!.finalMs, reach);
  await second.stop(reach + 7);
  assert.deepEqual([(await row()).final_ms, (await row()).reach_ms], [reach + 7, reach + 7]);
  await assert.rejects(pool.query('update engine_lease set final_ms = final_ms - 1'), /never goes back/);
  await assert.rejects(pool.query('delete from engine_lease'), /permission denied/);
  await assert.rejects(runAsOwner(database, 'delete from engine_lease'), /never goes back/);
});

test('a transaction that passed the fence is waited for, one that comes later is refused', async () => {
  await nobody();
  const epoch = await takeBy(somebody);
  const [early, late] = [await openConnection(database.url), await openConnection(database.url)];
  await runAsOwner(database, 'create table fenced (epoch bigint); grant select, insert on fenced to candor_app');
  await early.query('begin');
  await early.query('select engine_fence($1)', [epoch]);
  await early.query('insert into fenced values ($1)', [epoch]);
  // Its snapshot is older than the take-over, which must not help it.
  await late.query('begin');
  await late.query('select 1');
  let isTaken = false;
  const taking = takeBy('00000000-0000-4000-8000-000000000001').then((next) => ((isTaken = true), next));
  await sleep(200);
  assert.equal(isTaken, false, 'the take-over waits for what is being committed');
  const refused = late.query('select engine_fence($1)', [epoch]).then(
    () => undefined,
    (error: unknown) => error,
  );
  await sleep(100);
  await early.query('commit');
  assert.equal(await taking, epoch + 1);
  assert.equal(isFenced(await refused), true);
  await late.query('rollback');
  await late.query('select engine_fence($1)', [epoch + 1]);
  assert.equal((await pool.query('select from fenced')).rowCount, 1);
  await Promise.all([early.end(), late.end()]);
  await nobody();
});

test('a holder that stands still in the midst of a transaction keeps nobody waiting', async () => {
  const lease = openLease({ databaseUrl: database.url, clock: systemClock, timing: { renewMs: 60_000 } });
  await lease.start();
  const { epoch } = lease.term()!;
  const stuck = await openConnection(database.url, { name: lease.connectionName });
  await stuck.query('begin');
  await stuck.query('select engine_fence($1)', [epoch]);
  await sleep(2_100);
  const startedAt = performance.now();
  const next = await open();
  await next.taken();
  if (isLongRun) assert.ok(performance.now() - startedAt < 1_500);
  await assert.rejects(stuck.query('commit'));
  lease.refused(epoch);
  await lease.stop();
});
