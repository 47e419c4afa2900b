// Any PostgreSQL from 15 on, as hosted services give it: an administrator who is no superuser makes the roles once, and an ordinary role
// that owns its database does all the rest. The main job is played and the whole database audited, on each version that is at hand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { bareEnvironment } from './support/bare-environment.ts';
import { startThrowAwayServer } from './support/database.ts';
import { playMainJob } from './support/main-job.ts';
import { majorOf, otherPostgres, startOtherPostgres } from './support/other-postgres.ts';
import { enrol, untilLive } from './support/running-app.ts';
import { openDeployment } from './support/server-processes.ts';

const sources = join(import.meta.dirname, '../src');
const databaseSql = readFileSync(join(import.meta.dirname, '../../deploy/database.sql'), 'utf8');

function command(file: string, settings: Record<string, string>): { code: number | null; said: string } {
  const env = { ...bareEnvironment, ...settings };
  const ran = spawnSync(process.execPath, [join(sources, file)], { env, encoding: 'utf8' });
  return { code: ran.status, said: ran.stdout + ran.stderr };
}

/** Another database of the same server, as another role. */
function urlOf(adminUrl: string, database: string, username: string, password = username): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${database}`, username, password }).href;
}

/** One statement after the other, as psql sends them: a database can't be made in a transaction. */
async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements.replaceAll(/^--.*$/gm, '').split(/;\s*\n/)) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An administrator and an owner as ordinary as can be; no role of Candor's. */
const hosted = `drop database if exists candor;
  drop role if exists candor_owner, candor_console, candor_app;
  create role keeper login createdb createrole password 'keeper';
  create role "shop-owner" login password 'shop-owner';
  create database "shop-1" owner "shop-owner";
`;

async function tryAll(superuserUrl: string): Promise<void> {
  await run(superuserUrl, hosted);
  const keeper = urlOf(superuserUrl, 'postgres', 'keeper');
  const ownerUrl = urlOf(superuserUrl, 'shop-1', 'shop-owner');
  const [url, consoleUrl] = ['candor_app', 'candor_console'].map((role) => urlOf(superuserUrl, 'shop-1', role)) as [string, string]; // oxfmt-ignore

  const early = command('migrate-database.ts', { DATABASE_OWNER_URL: ownerUrl });
  assert.equal(early.code, 1);
  assert.match(early.said, /^The role candor_app.*not there\. Once, as somebody who may make roles.*\n {2}create role candor_app login password '…';\n$/); // oxfmt-ignore

  await run(keeper, databaseSql);
  await run(keeper, `alter role candor_app password 'candor_app'`);
  await run(keeper, `alter role candor_console password 'candor_console'`);
  await run(keeper, `alter role candor_owner password 'candor_owner'`);
  const asApp = command('migrate-database.ts', { DATABASE_OWNER_URL: url });
  assert.equal(asApp.code, 1);
  assert.match(asApp.said, /opens the database as candor_app, which is what a server comes as/);
  // The owner of deploy/database.sql, and one of another name.
  for (const each of [urlOf(superuserUrl, 'candor', 'candor_owner'), ownerUrl]) {
    const migrated = command('migrate-database.ts', { DATABASE_OWNER_URL: each });
    assert.equal(migrated.code, 0, migrated.said);
  }
  await playAndAudit({ url, consoleUrl, ownerUrl });
}

async function playAndAudit({
  url,
  consoleUrl,
  ownerUrl,
}: Record<'url' | 'consoleUrl' | 'ownerUrl', string>): Promise<void> {
  const deployment = openDeployment({ DATABASE_URL: url, DATABASE_CONSOLE_URL: consoleUrl });
  try {
    await assert.rejects(deployment.start('web,engine,console', { DATABASE_URL: ownerUrl }), /it ended with 1/);
    const server = await deployment.start('web,engine,console');
    await untilLive(server.url);
    const { user, client } = await enrol(server.url, { name: 'anyone', money: '1000' });
    await playMainJob({ user, clients: [{ url: server.url, client }] });
    await server.stop();
  } finally {
    await deployment.close();
  }
  const folder = mkdtempSync(join(tmpdir(), 'candor-any-'));
  const audited = command('audit.ts', { DATABASE_URL: url, DATA_DIRECTORY: folder });
  rmSync(folder, { recursive: true });
  assert.equal(audited.code, 0, audited.said);
  assert.match(audited.said, /✓ the public log takes in every kind of orders/);
}

const limits = { timeout: 300_000 };

test('an ordinary owner on the embedded PostgreSQL', limits, async () => {
  const server = await startThrowAwayServer();
  await tryAll(new URL('/postgres', server.adminUrl).href);
});

const others = otherPostgres();
for (const folder of others)
  test(`an ordinary owner on PostgreSQL ${majorOf(folder)}`, limits, async () => {
    const server = await startOtherPostgres(folder);
    try {
      await tryAll(server.adminUrl);
    } finally {
      await server.stop();
    }
  });

test('an ordinary owner on another PostgreSQL', {
  skip: others.length > 0 ? false : 'there is none here: CANDOR_OTHER_POSTGRES names folders with initdb and postgres',
}, () => undefined); // oxfmt-ignore
