// The way back, tried: a base backup and the WAL of after it make the database as it was at an instant, with its keys and its sums.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { killPostmaster, startEmbeddedPostgres, stopPostmaster, throwAwaySettings } from '@candor/embedded-postgres';
import pg from 'pg';
import { claimDatabase } from '../src/deployment/deployment.ts';
import { log } from '../src/kit/log.ts';
import { migrate } from '../src/kit/migrate.ts';
import { openPool } from '../src/kit/postgres.ts';
import type { Secrets } from '../src/kit/secrets.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { invariants } from '../src/products.ts';
import { migrationsDirectory } from './support/database.ts';
import { openTestLedger } from './support/money.ts';

log.setLevel('silent');
const parent = mkdtempSync(join(tmpdir(), 'candor-restore-'));
const [lost, wal, base, restored] = ['lost', 'wal', 'base', 'restored'].map((name) => join(parent, name)) as [string, string, string, string]; // oxfmt-ignore
after(async () => {
  killPostmaster(lost);
  await stopPostmaster(restored);
  rmSync(parent, { recursive: true, force: true });
});
const keyFile = '/keys/secrets.json';
const newSecrets = (): Secrets => ({
  pepper: randomBytes(32),
  fingerprintKey: randomBytes(32),
  codeKey: randomBytes(32),
  signingKey: randomBytes(32).toString('hex'),
  pushKey: '1'.padStart(64, '0'),
});
const deploy = join(import.meta.dirname, '../../deploy');
const restore = (...args: string[]) => spawnSync(join(deploy, 'restore.sh'), args, { encoding: 'utf8' });

/** As pg_basebackup leaves it, which does not come with the embedded PostgreSQL. */
async function takeBaseBackup(admin: pg.Client): Promise<void> {
  await admin.query(`select pg_backup_start('base', true)`);
  assert.equal(spawnSync('cp', ['-a', lost, base]).status, 0);
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(base, name), { force: true });
  for (const name of readdirSync(join(base, 'pg_wal'))) if (name.length === 24) rmSync(join(base, 'pg_wal', name));
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  writeFileSync(join(base, 'backup_label'), rows[0]!.labelfile);
  const { uid, gid } = statSync(base);
  chownSync(join(base, 'backup_label'), uid, gid);
}

test('what a base backup and the archived WAL hold comes back as it was at an instant, and goes on', async () => {
  chmodSync(parent, 0o755);
  mkdirSync(wal);
  // Where PostgreSQL's user gets to.
  copyFileSync(join(deploy, 'archive-wal.sh'), join(parent, 'archive-wal.sh'));
  chmodSync(wal, 0o777);
  const settings = {
    ...throwAwaySettings,
    archive_mode: 'on',
    archive_command: `${parent}/archive-wal.sh %p ${wal}/%f`,
  };
  const server = await startEmbeddedPostgres({ dataDirectory: lost, settings });
  await migrate({ url: server.ownerUrl, directory: migrationsDirectory });
  const secrets = newSecrets();
  await claimDatabase(server.url, { mode: 'demo', secrets, keyFile });
  const ledger = await openTestLedger({ database: server });
  const accountId = await ledger.pay('1');
  const admin = new pg.Client({ connectionString: server.adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  await takeBaseBackup(admin);
  await ledger.pay('2', { accountId });
  const { rows } = await admin.query<{ instant: string }>('select clock_timestamp()::text as instant');
  await sleep(50);
  await ledger.pay('4', { accountId });
  assert.equal(await ledger.available(accountId), '7');
  const { rows: last } = await admin.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await until('the WAL is archived', () => existsSync(join(wal, last[0]!.name)));
  await ledger.close();
  await admin.end();
  killPostmaster(lost);
  rmSync(lost, { recursive: true, force: true });

  assert.match(restore(wal, wal, restored, rows[0]!.instant).stderr, /is no base backup/);
  const made = restore(base, wal, restored, rows[0]!.instant);
  assert.equal(made.status, 0, made.stderr);
  assert.match(restore(base, wal, restored, rows[0]!.instant).stderr, /is there already/);
  const back = await startEmbeddedPostgres({ dataDirectory: restored, settings: throwAwaySettings });
  const pool = openPool(back.url, 1);
  await until('it takes work', async () => (await pool.query('select where not pg_is_in_recovery()')).rowCount === 1);
  const broken = (await checkInvariants(pool, invariants)).filter((report) => report.broken > 0);
  assert.deepEqual(broken, []);
  await claimDatabase(back.url, { mode: 'demo', secrets, keyFile });
  await assert.rejects(
    claimDatabase(back.url, { mode: 'demo', secrets: newSecrets(), keyFile }),
    /is not the key file/,
  );
  const goingOn = await openTestLedger({ database: back });
  assert.equal(await goingOn.available(accountId), '3', 'what came after the instant is not there');
  await goingOn.pay('8', { accountId });
  assert.equal(await goingOn.available(accountId), '11');
  await goingOn.audit();
  await goingOn.close();
  await pool.end();
});
