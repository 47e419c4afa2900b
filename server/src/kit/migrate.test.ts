import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, migrationsDirectory } from '../../test/support/database.ts';
import { until } from './until.test-support.ts';
import { checkMigrated, migrate, readMigrations } from './migrate.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-migrate-'));
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;

before(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
  rmSync(directory, { recursive: true });
});
// An empty database and an empty directory for each.
beforeEach(async () => {
  await client.query('drop schema public cascade; create schema public; grant usage on schema public to public');
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  write('0001_first.sql', 'create table counted (n int); insert into counted values (1);');
});

const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
const run = (): Promise<number> => migrate({ url: database.ownerUrl, directory, timeoutMs: 10_000 });
const tables = async (): Promise<string[]> =>
  (await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`))
    .rows.map((row) => row.name); // oxfmt-ignore

test('what is missing is applied once, in order, and told', async () => {
  write('0002_second.sql', 'insert into counted select n + 1 from counted;');
  const told: string[] = [];
  const onApplied = (name: string): void => void told.push(name);
  assert.equal(await migrate({ url: database.ownerUrl, directory, onApplied }), 2);
  assert.deepEqual(told, ['0001_first.sql', '0002_second.sql']);
  write('0003_third.sql', 'insert into counted values (3);');
  assert.deepEqual([await run(), await run()], [1, 0]);
  assert.deepEqual((await client.query({ text: 'select n from counted', rowMode: 'array' })).rows, [[1], [2], [3]]);
});

test('many that migrate at once apply each migration once', async () => {
  write('0002_slow.sql', 'select pg_sleep(0.2); insert into counted values (2);');
  const applied = await Promise.all([run(), run(), run(), run()]);
  assert.equal(applied.reduce((sum, each) => sum + each, 0), 2); // oxfmt-ignore
  assert.equal((await client.query('select from counted')).rowCount, 2);
});

test('a migration that fails leaves nothing behind and says why', async () => {
  write('0002_broken.sql', 'create table half (); select 1/0;');
  await assert.rejects(run(), /^error: 0002_broken\.sql: division by zero/);
  assert.deepEqual(await tables(), ['counted', 'schema_migrations']);
});

test('a file that was changed, is unknown, or comes too late is refused', async () => {
  write('0003_third.sql', 'select 1;');
  await run();
  write('0002_late.sql', 'select 1;');
  await assert.rejects(run(), /0002_late.sql comes before 0003_third.sql/);
  rmSync(join(directory, '0002_late.sql'));
  write('0003_third.sql', 'select 2;');
  await assert.rejects(run(), /0003_third.sql was changed/);
  rmSync(join(directory, '0003_third.sql'));
  await assert.rejects(run(), /migration 0003_third.sql, which this version does not know/);
});

test('a file that says what it was when it was applied is taken as applied, by who migrates and who looks', async () => {
  const before = 'insert into counted values (2);';
  const was = createHash('sha256').update(before).digest('hex');
  write('0002_second.sql', before);
  await run();
  write('0002_second.sql', `-- Also applied as ${was}\ninsert into counted values (1 + 1);`);
  write('0003_third.sql', 'grant select on schema_migrations to candor_app;');
  assert.equal(await run(), 1);
  await checkMigrated({ url: database.url, directory });
  write('0002_second.sql', `-- Also applied as ${was.replaceAll(/./g, '0')}\ninsert into counted values (3);`);
  await assert.rejects(run(), /0002_second.sql was changed/);
});

test('a database that began with other migrations is refused, by where it is, and left as it was', async () => {
  await run();
  write('0001_first.sql', 'create table joined ();');
  const place = '/data/postgres';
  await assert.rejects(
    migrate({ url: database.ownerUrl, directory, place }),
    /in \/data\/postgres was made by an earlier version.*a new one/,
  );
  rmSync(join(directory, '0001_first.sql'));
  write('0001_other.sql', 'create table joined ();');
  await assert.rejects(run(), /in DATABASE_URL was made by an earlier version/);
  assert.deepEqual(await tables(), ['counted', 'schema_migrations']);
});

test('files that are misnamed, share a number or handle transactions are refused before anything is done', () => {
  for (const [name, text, reason] of [
    ['second.sql', 'select 1;', /no name of a migration/],
    ['0001_again.sql', 'select 1;', /Two migrations have the number 0001/],
    ['0002_own.sql', 'begin;\nselect 1;\ncommit;', /ends or begins a transaction/],
  ] as const) {
    write(name, text);
    assert.throws(() => readMigrations(directory), reason);
    rmSync(join(directory, name));
  }
  assert.ok(readMigrations(migrationsDirectory).length > 0);
});

test('who may not migrate is told whether somebody must', async () => {
  const check = (): Promise<void> => checkMigrated({ url: database.url, directory });
  await assert.rejects(check(), /lacks 0001_first.sql: npm run migrate, with DATABASE_OWNER_URL/);
  await run();
  await assert.rejects(check(), /made by an earlier version/, 'where its list can’t be read');
  await client.query('grant select on schema_migrations to candor_app');
  await check();
  write('0002_second.sql', 'select 1;');
  await assert.rejects(check(), /lacks 0002_second.sql/);
});

test('a migration queues for a table in use a while at a time, so that others get on, and not for ever', async () => {
  await run();
  write('0002_alter.sql', 'alter table counted add m int;');
  await client.query('begin');
  await client.query('select from counted');
  const migrateFor = (timeoutMs: number) =>
    migrate({ url: database.ownerUrl, directory, timeoutMs, lockTimeoutMs: 20 });
  await assert.rejects(
    migrateFor(10),
    /0002_alter\.sql: what it changes has been in use for too long, by a backup perhaps \(.*lock timeout\)/,
  );
  const waiting = migrateFor(300_000);
  const queued = `select query_start::text as since from pg_stat_activity where datname = current_database() and query like '%alter table counted%' and wait_event_type = 'Lock'`;
  const tries = new Set<string>();
  await until('it has queued a second time', async () => {
    await client.query('select pg_stat_clear_snapshot()');
    for (const { since } of (await client.query<{ since: string }>(queued)).rows) tries.add(since);
    return tries.size > 1;
  });
  await client.query('commit');
  assert.equal(await waiting, 1);
});

test('a migration that another connection holds up is waited for, but not for ever', async () => {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(7245010318)');
  await assert.rejects(migrate({ url: database.ownerUrl, directory, timeoutMs: 200 }), /Another process/);
  const waiting = run();
  await client.query('commit');
  assert.equal(await waiting, 1);
});
