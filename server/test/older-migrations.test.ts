// Databases that took a migration before its text was changed end up as those that took it since.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { migrate, readMigrations } from '../src/kit/migrate.ts';
import { openPool } from '../src/kit/postgres.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { cloneDatabase, migrationsDirectory, runAsOwner } from './support/database.ts';
import { asksTheJournal, leftOutAt0097, readAfterwards, rowsAt0083 } from './support/older-rows.ts';

/** As 0016 and 0017 were while 16 was the oldest PostgreSQL. */
const asBefore = (text: string): string =>
  text
    .replace(/^-- Also applied as .*\n/m, '')
    .replace(/^-- As `is json object`[^]*?end \$\$;\n\n/m, '')
    .replaceAll(/is_json_object\((\w+)\)/g, '$1 is json object');

/** Every function and constraint, and what may be done with a function. */
async function shapeOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as body, null as rights
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select oid::regprocedure::text, pg_get_functiondef(oid), proacl::text
     from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  );
  await client.end();
  return rows;
}

async function versionOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  await client.end();
  return rows[0]!.version;
}

async function checkRows(url: string): Promise<void> {
  const pool = openPool(url, 1);
  try {
    for (const [what, [sql, value]] of Object.entries(readAfterwards))
      assert.deepEqual(
        (await pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)),
        [[value]],
        what,
      );
    const broken = (await checkInvariants(pool, invariants)).filter(
      ({ name, broken }) => broken > 0 && !asksTheJournal.test(name),
    );
    assert.deepEqual(broken.map(({ name }) => name), []); // oxfmt-ignore
  } finally {
    await pool.end();
  }
}

test('a database that took 0016 and 0017 with `is json` is carried on to what they are now', async (context) => {
  const [fresh, old] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  const directory = mkdtempSync(join(tmpdir(), 'candor-older-'));
  try {
    if ((await versionOf(old.url)) < 16) return context.skip('PostgreSQL 15 could not take them');
    const migrations = readMigrations(migrationsDirectory);
    for (const { name, text, olderChecksums } of migrations.filter(({ name }) => name < '0083')) {
      const then = olderChecksums.length > 0 ? asBefore(text) : text;
      if (olderChecksums.length > 0)
        assert.deepEqual(olderChecksums, [createHash('sha256').update(then).digest('hex')], name);
      writeFileSync(join(directory, name), then);
    }
    await runAsOwner(old, 'drop schema public cascade; create schema public; grant usage on schema public to public');
    await migrate({ url: old.ownerUrl, directory });
    await runAsOwner(old, rowsAt0083);
    for (const { name, text } of migrations.filter(({ name }) => name >= '0083' && name < '0098'))
      writeFileSync(join(directory, name), text);
    await migrate({ url: old.ownerUrl, directory });
    await runAsOwner(old, leftOutAt0097);
    const missing = migrations.filter(({ name }) => name >= '0098').length;
    assert.equal(await migrate({ url: old.ownerUrl, directory: migrationsDirectory }), missing);
    assert.deepEqual(await shapeOf(old.ownerUrl), await shapeOf(fresh.ownerUrl));
    await checkRows(old.ownerUrl);
  } finally {
    rmSync(directory, { recursive: true });
    await Promise.all([fresh.drop(), old.drop()]);
  }
});
