import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, runAsOwner, type TestDatabase } from '../test/support/database.ts';
import { checkOwnerNeeds, ownerProblem, type Seen } from './owner-needs.ts';

let database: TestDatabase;
before(async () => (database = await cloneDatabase()));
after(() => database.drop());

const right: Seen = {
  version: 15,
  encoding: 'UTF8',
  database: 'shop-1',
  owner: 'anna',
  schema: 'public',
  mayCreate: true,
  hasApp: true,
  isApp: false,
  appConnects: true,
  appUses: true,
  hasConsole: true,
  consoleIsApp: true,
  isConsole: false,
};

test('what an ordinary owner lacks is said, with the SQL that helps', () => {
  assert.equal(ownerProblem(right), undefined);
  const cases: [Partial<Seen>, RegExp][] = [
    [{ version: 14 }, /^This is PostgreSQL 14, and 15 or newer is needed/],
    [{ encoding: 'SQL_ASCII' }, /SQL_ASCII.*\n {2}create database candor owner "anna" encoding 'UTF8' template template0;$/],
    [{ hasApp: false }, /somebody who may make roles.*\n {2}create role candor_app login password '…';$/],
    [{ hasConsole: false }, /somebody who may make roles.*\n {2}create role candor_console login password '…' in role candor_app;$/],
    [{ consoleIsApp: false }, /\n {2}grant candor_app to candor_console;$/],
    [{ isConsole: true }, /opens the database as anna, .*could set any balance/],
    [{ isApp: true }, /opens the database as anna, .*could set any balance/],
    [{ mayCreate: false }, /\n {2}grant create, usage on schema public to "anna";$/],
    [{ schema: 'anna' }, /the schema anna\..*\n {2}alter role "anna" in database "shop-1" set search_path = public;$/],
    [{ schema: null }, /the schema that there is not/],
    [{ appConnects: false }, /\n {2}grant connect on database "shop-1" to candor_app; grant usage on schema public to candor_app;$/],
    [{ appUses: false }, /not let in/],
  ]; // oxfmt-ignore
  for (const [lacking, words] of cases) assert.match(ownerProblem({ ...right, ...lacking })!, words);
});

test('a database is looked at as it is, and what was said helps', async () => {
  const check = (): Promise<void> => checkOwnerNeeds(database.ownerUrl);
  await check();
  await assert.rejects(checkOwnerNeeds(database.url), /as candor_app, which is what a server comes as/);
  for (const [spoil, words] of [
    ['revoke usage on schema public from public', /candor_app.*not let in/],
    ['create schema candor_owner', /would go to the schema candor_owner/],
  ] as const) {
    await runAsOwner(database, spoil);
    const said = await check().then(() => '', String);
    assert.match(said, words);
    const name = new URL(database.ownerUrl).pathname.slice(1);
    assert.ok(said.includes(`database "${name}"`));
    await runAsOwner(database, said.split('\n').at(-1)!);
    await check();
  }
});

test('a superuser may migrate too, who is above all of this', async () => {
  await checkOwnerNeeds(database.adminUrl);
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(
    'revoke create on schema public from candor_owner, public; alter schema public owner to current_user',
  );
  await client.end();
  await assert.rejects(checkOwnerNeeds(database.ownerUrl), /candor_owner may make no tables/);
});
