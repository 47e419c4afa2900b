import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readPostmaster, stopPostmaster } from './postmaster.ts';
import { throwAwaySettings } from './settings.ts';
import { startEmbeddedPostgres } from './start.ts';
import { superviseEmbeddedPostgres } from './supervise.ts';

const isRoot = process.getuid?.() === 0;
/** Another user runs the sources where they lie, so each folder above them must let it in. */
const isOpen = foldersAbove(import.meta.dirname).every((folder) => (statSync(folder).mode & 0o005) === 0o005);
const noOtherUser =
  (!isRoot && 'only root can change user') || (!isOpen && 'other users cannot read the folder of this clone');
const parents: string[] = [];
const settings = throwAwaySettings;

after(async () => {
  for (const parent of parents) {
    for (const name of readdirSync(parent)) await stopPostmaster(join(parent, name)).catch(() => undefined);
    rmSync(parent, { recursive: true, force: true });
  }
});

/** Closed to others, as a project under /root is: root's chosen user cannot walk to it. */
function newParent(): string {
  const parent = mkdtempSync(join(tmpdir(), `candor-launch-${process.pid}-`));
  parents.push(parent);
  return parent;
}

function foldersAbove(folder: string): string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...foldersAbove(dirname(folder))];
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = (await client.query({ text, rowMode: 'array' })) as { rows: unknown[][] };
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Starts it in a process of its own, as a user of its own if asked; the process leaves PostgreSQL running. */
function startElsewhere(
  dataDirectory: string,
  uid?: number,
): Promise<{ pid: number; url: string; wasRunning: boolean }> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./start.ts'))};
    const started = await startEmbeddedPostgres(${JSON.stringify({ dataDirectory, settings })});
    process.stdout.write(JSON.stringify(started));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('close', (status) => (status === 0 ? resolve(JSON.parse(output)) : reject(new Error(errors))));
  });
}

test('a cluster lives through kill -9, adoption, races and stale lock files', { timeout: 60_000 }, async (t) => {
  const dataDirectory = join(newParent(), 'postgres');
  const first = await startEmbeddedPostgres({ dataDirectory, settings });
  await query(first.ownerUrl, 'create table kept as select 42 as answer');
  await query(first.ownerUrl, 'grant select on kept to candor_app');
  // Throw-away settings answer a commit before it is written, and the next step kills the postmaster.
  await query(first.adminUrl, 'checkpoint');

  await t.test('it is closed to others and set up as it should be', async () => {
    assert.equal(first.wasRunning, false);
    for (const [url, role] of [
      [first.url, 'candor_app'],
      [first.ownerUrl, 'candor_owner'],
      [first.adminUrl, 'candor'],
    ] as const) {
      assert.equal(await query(url, 'select current_user'), role);
    }
    await assert.rejects(query(first.url, 'create table mine (n int)'), /permission denied/);
    assert.equal(await query(first.adminUrl, 'show data_checksums'), 'on');
    assert.equal(await query(first.adminUrl, 'show listen_addresses'), '127.0.0.1');
    const locale = `select concat(datlocprovider, ' ', datlocale) from pg_database where datname = 'candor'`;
    assert.equal(await query(first.adminUrl, locale), 'b C.UTF-8');
    assert.equal(statSync(join(dataDirectory, 'candor.password')).mode & 0o777, 0o600);
    assert.equal(statSync(dataDirectory).mode & 0o777, 0o700);
    const otherWaysIn = `select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256'`;
    assert.equal(await query(first.adminUrl, otherWaysIn), 0);
    await assert.rejects(
      query(first.adminUrl.replace(first.password, 'wrong'), 'select 1'),
      /password authentication failed/,
    );
    const socket = new pg.Client({ host: first.socketDirectory, port: first.port, user: 'candor', password: first.password, database: 'candor' }); // oxfmt-ignore
    await socket.connect();
    await socket.end();
  });

  await t.test('PostgreSQL runs as no root', { skip: !isRoot && 'this is not root' }, () => {
    const owner = statSync(`/proc/${first.pid}`).uid;
    assert.notEqual(owner, 0);
    assert.equal(statSync(dataDirectory).uid, owner);
  });

  await t.test('a running one is adopted, also by another process', async () => {
    const startedAt = performance.now();
    const again = await startEmbeddedPostgres({ dataDirectory, settings });
    assert.deepEqual([again.wasRunning, again.pid, again.adminUrl], [true, first.pid, first.adminUrl]);
    assert.ok(performance.now() - startedAt < 2_000);
    const elsewhere = await startElsewhere(dataDirectory);
    assert.deepEqual([elsewhere.wasRunning, elsewhere.pid, elsewhere.url], [true, first.pid, first.url]);
  });

  await t.test('kill -9 of the postmaster, start at once: same address, data there', async () => {
    const busy = query(first.adminUrl, 'select count(*) from generate_series(1, 1000000000)').catch(() => undefined);
    await sleep(100);
    process.kill(first.pid, 'SIGKILL');
    const startedAt = performance.now();
    const next = await startEmbeddedPostgres({ dataDirectory, settings, port: first.port });
    assert.ok(performance.now() - startedAt < 10_000);
    assert.deepEqual([next.wasRunning, next.adminUrl], [false, first.adminUrl]);
    assert.notEqual(next.pid, first.pid);
    assert.equal(await query(next.adminUrl, 'select answer from kept'), 42);
    await busy;
  });

  await t.test('the whole tree killed, then several starters at once: one starts it, the others adopt it', async () => {
    const { pid } = readPostmaster(dataDirectory)!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const each of [pid, ...children.map((child) => parseInt(child, 10))]) process.kill(each, 'SIGKILL');
    const started = await Promise.all([
      startElsewhere(dataDirectory),
      startElsewhere(dataDirectory),
      startEmbeddedPostgres({ dataDirectory, settings }),
    ]);
    assert.equal(new Set(started.map((each) => each.pid)).size, 1);
    assert.equal(started.filter((each) => !each.wasRunning).length, 1);
    assert.equal(await query(started[0].url, 'select answer from kept'), 42);
  });

  await t.test('stop ends it, and lock files that name other programs do not keep it from starting', async () => {
    const running = await startEmbeddedPostgres({ dataDirectory, settings });
    await running.stop();
    assert.equal(readPostmaster(dataDirectory), undefined);
    // A process that has ended while its parent, a program that does not care for children, lives on.
    const keeper = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 20'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const zombie = parseInt(String((await keeper.stdout.take(1).toArray())[0]), 10);
    const lockFile = (pid: number): string => `${pid}\n${dataDirectory}\n1\n5432\n.\n*\n1 1\nready\n`;
    for (const content of [lockFile(process.pid), lockFile(zombie), '', '\0'.repeat(64), 'garbage\n', '-\n', '0\n']) {
      writeFileSync(join(dataDirectory, 'postmaster.pid'), content);
      const next = await startEmbeddedPostgres({ dataDirectory, settings });
      assert.equal(next.wasRunning, false);
      assert.equal(await query(next.adminUrl, 'select answer from kept'), 42);
      await next.stop();
    }
    keeper.kill();
  });

  await t.test('another version is refused', async () => {
    writeFileSync(join(dataDirectory, 'PG_VERSION'), '15\n');
    await assert.rejects(startEmbeddedPostgres({ dataDirectory, settings }), /written by PostgreSQL 15/);
    writeFileSync(join(dataDirectory, 'PG_VERSION'), '18\n');
  });

  await t.test('a port that is taken: refused with the log if it was asked for, else passed over', async () => {
    const occupant = createServer().listen(first.port, '127.0.0.1');
    try {
      const fixed = startEmbeddedPostgres({ dataDirectory, settings, port: first.port, timeoutMs: 3_000 });
      await assert.rejects(fixed, /Address already in use/);
      const next = await startEmbeddedPostgres({ dataDirectory, settings });
      assert.notEqual(next.port, first.port);
      await next.stop();
    } finally {
      occupant.close();
    }
  });

  await t.test('a setting that PostgreSQL refuses ends in an error that quotes its log', async () => {
    const wrong = startEmbeddedPostgres({ dataDirectory, settings: { shared_buffers: 'plenty' } });
    await assert.rejects(wrong, /invalid value for parameter "shared_buffers"/);
  });

  await t.test('supervised, it comes back by itself on the same address, and stop is final', async () => {
    const supervised = await superviseEmbeddedPostgres(
      { dataDirectory, settings },
      { info() {}, warn() {}, error() {} },
    );
    const killed = supervised.pid;
    process.kill(killed, 'SIGKILL');
    for (let waits = 0; waits < 400 && supervised.pid === killed; waits++) await sleep(25);
    assert.notEqual(supervised.pid, killed);
    assert.equal(await query(supervised.adminUrl, 'select answer from kept'), 42);
    await supervised.stop();
    await sleep(200);
    assert.equal(readPostmaster(dataDirectory), undefined);
  });
});

test('what a start killed half-way left is cleared, and foreign files are not touched', async () => {
  const parent = newParent();
  const dataDirectory = join(parent, 'postgres');
  mkdirSync(join(`${dataDirectory}.init-123`, 'base'), { recursive: true });
  writeFileSync(`${dataDirectory}.init-123.password`, 'left');
  mkdirSync(dataDirectory);
  writeFileSync(join(dataDirectory, 'diary.txt'), 'mine');
  await assert.rejects(startEmbeddedPostgres({ dataDirectory, settings }), /neither empty nor/);
  assert.equal(readFileSync(join(dataDirectory, 'diary.txt'), 'utf8'), 'mine');
  rmSync(join(dataDirectory, 'diary.txt'));
  const started = await startEmbeddedPostgres({ dataDirectory, settings });
  await started.stop();
  assert.deepEqual(readdirSync(parent).sort(), ['postgres', 'postgres.log']);
});

test('as a normal user, in a path too long for a socket', { skip: noOtherUser }, async () => {
  const parent = newParent();
  chmodSync(parent, 0o755);
  const home = join(parent, 'x'.repeat(100));
  mkdirSync(home);
  chownSync(home, 65534, 65534);
  const dataDirectory = join(home, 'postgres');
  const started = await startElsewhere(dataDirectory, 65534);
  assert.equal(statSync(`/proc/${started.pid}`).uid, 65534);
  assert.equal(await query(started.url, 'select 1'), 1);
  assert.deepEqual(
    readdirSync(dataDirectory).filter((name) => name.startsWith('.s.PGSQL')),
    [],
  );
  await stopPostmaster(dataDirectory);
  const byRoot = await startEmbeddedPostgres({ dataDirectory, settings });
  assert.equal(statSync(`/proc/${byRoot.pid}`).uid, 65534, 'root leaves it to its owner');
  chownSync(dataDirectory, 0, 0);
  await assert.rejects(startElsewhere(dataDirectory, 65534), /belongs to user id 0/);
  chownSync(dataDirectory, 65534, 65534);
  await stopPostmaster(dataDirectory);
});

test('a user without a name is told so', { skip: noOtherUser }, async () => {
  const home = join(newParent(), 'home');
  chmodSync(join(home, '..'), 0o755);
  mkdirSync(home);
  chownSync(home, 54_321, 54_321);
  await assert.rejects(startElsewhere(join(home, 'postgres'), 54_321), /54321 has no entry in \/etc\/passwd/);
});
