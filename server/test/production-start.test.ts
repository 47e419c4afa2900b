// What a production refuses to start with, and a demo too, as whoever runs it sees it: the process ends and says what to do.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { wad, type Uuid } from '@candor/wire';
import pg from 'pg';
import { createBus } from '../src/kit/bus.ts';
import { systemClock } from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';
import { idMaker } from '../src/kit/new-id.ts';
import { openPool } from '../src/kit/postgres.ts';
import { loadSecrets } from '../src/kit/secrets.ts';
import { fundHouse } from '../src/ledger/fund-house.ts';
import { openLanes } from '../src/ledger/lanes.ts';
import { cloneDatabase } from './support/database.ts';
import { prepareProduction, type ProductionServer } from './support/production-server.ts';
import { commands } from '../src/products.ts';

log.setLevel('error');
let production: ProductionServer;
before(async () => {
  production = await prepareProduction();
});
after(() => production.close());

const demo = { NODE_ENV: undefined, MARKET_SOURCE: 'simulated' };

test('it does not start without what real money needs, and touches no database until it has it', async () => {
  const { keyFile } = production;
  await assert.rejects(production.start({ TRUSTED_PROXIES: undefined, SMS_WEBHOOK_SECRET: 'x' }), /ended with 1.*TRUSTED_PROXIES|TRUSTED_PROXIES/s); // oxfmt-ignore
  await assert.rejects(production.start({ NODE_ENV: 'Production' }), /NODE_ENV=Production: it must be production/);
  chmodSync(keyFile, 0o644);
  await assert.rejects(production.start(), /secrets.json may be read by others .*chmod 600/);
  chmodSync(keyFile, 0o600);
  renameSync(keyFile, `${keyFile}.away`);
  await assert.rejects(production.start(), /There is no key file .*production does not make keys by itself/);
  renameSync(`${keyFile}.away`, keyFile);
  const others = await cloneDatabase();
  await assert.rejects(
    production.start({ DATABASE_URL: others.ownerUrl }),
    /as candor_owner, who could set any balance/,
  );
  await assert.rejects(production.start({ DATABASE_URL: others.adminUrl }), /as candor, who could set any balance/);
  await others.drop();
  await assert.rejects(production.start(), /lacks 0001_ledger.sql: npm run migrate, with DATABASE_OWNER_URL/);
  const client = new pg.Client({ connectionString: production.settings['DATABASE_URL']! });
  await client.connect();
  assert.equal((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount, 0);
  await client.end();
});

test('a production and a demo never open the same database, whichever came first, and keys stay with theirs', async () => {
  const { keyFile } = production;
  assert.match(production.migrate().said, /0001_ledger.sql in \d+ ms/);
  assert.deepEqual(production.migrate(), { code: 0, said: 'Nothing was missing.\n' });
  await (await production.start()).stop();
  await assert.rejects(production.start(demo), /This database holds real money/);
  const keys = readFileSync(keyFile, 'utf8');
  rmSync(keyFile);
  const others = loadSecrets(keyFile, { mayCreate: true, isPrivate: true });
  assert.ok(others);
  await assert.rejects(production.start(), /is not the key file of this database: signingKey, pushKey, pepper/);
  writeFileSync(keyFile, keys, { mode: 0o600 });
  await (await production.start()).stop();
  const demos = await cloneDatabase();
  await (await production.start({ ...demo, DATABASE_URL: demos.url, DATABASE_CONSOLE_URL: demos.consoleUrl })).stop();
  await assert.rejects(production.start({ DATABASE_URL: demos.url }), /belongs to a demo/);
  await demos.drop();
});

test('keys are changed by whoever holds those before, and passwords stay right', async () => {
  const { keyFile, keys } = production;
  await (await production.start()).stop();
  const old = `${keyFile}.before`;
  renameSync(keyFile, old);
  assert.match(keys('make', keyFile).said, /is made/);
  assert.match(keys('make', keyFile).said, /never written over/);
  await assert.rejects(production.start(), /npm run keys -- change --from/);
  assert.match(keys('change', '--from', old).said, /list the pepper before in olderPeppers/);
  const [made, before] = [keyFile, old].map((file) => JSON.parse(readFileSync(file, 'utf8')) as { pepper: string });
  writeFileSync(keyFile, JSON.stringify({ ...made, olderPeppers: [before!.pepper] }), { mode: 0o600 });
  const changed = keys('change', '--from', old);
  assert.equal(changed.code, 0, changed.said);
  assert.equal(changed.said.trim().split('\n').length, 2);
  assert.deepEqual(keys(), changed);
  await (await production.start()).stop();
  await assert.rejects(production.start({ DATA_DIRECTORY: `${keyFile}.none` }), /no key file/);
  assert.equal(keys('sing').code, 1);
});

/** Inserts two operators as superuser, and a proposal that both approved. */
async function approvedByTwo(adminUrl: string, body: object): Promise<Uuid> {
  const proposalId = randomUUID() as Uuid;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(`insert into operators (operator_id, name) values (gen_random_uuid(), 'tess'), (gen_random_uuid(), 'rita')`); // oxfmt-ignore
  await client.query(
    `insert into act_proposals (proposal_id, kind, body, facts, why, maker, checker, decided_at, expires_at, state, version)
     select $1, 'house-money-in', $2, '{}', 'a test', tess.operator_id, rita.operator_id, now(), now() + interval '1 hour', 'approved', 1
     from operators as tess, operators as rita where tess.name = 'tess' and rita.name = 'rita'`,
    [proposalId, JSON.stringify(body)],
  );
  await client.end();
  return proposalId;
}

test('the ledger and the archive work for a role that rules nothing, and their guards hold for it', async () => {
  await (await production.start()).stop();
  const databaseUrl = production.settings['DATABASE_URL']!;
  const pool = openPool(databaseUrl, 2);
  const lanes = await openLanes({
    databaseUrl,
    clock: systemClock,
    bus: createBus(),
    newId: idMaker(systemClock),
    commands,
  });
  const orderedBy = await approvedByTwo(production.adminUrl, { amount: '5', coin: 'USDT', reference: 'transfer 7' });
  const idempotency = { key: orderedBy, digest: randomBytes(32) };
  await fundHouse(lanes, { orderedBy, coin: 'USDT', amount: wad('5'), book: 'real', ...idempotency, now: systemClock.now() }); // oxfmt-ignore
  const sums = await pool.query<{ sum: string }>(
    `select sum(balance)::int as sum from ledger_house where bucket = 'bankroll'`,
  );
  assert.equal(sums.rows[0]!.sum, 5);
  await pool.query(`select market_prune('BTC', 0)`);
  const guarded = ['delete from ledger_moves', 'update ledger_house set balance = 9', 'delete from deployment', 'set session_replication_role = replica']; // oxfmt-ignore
  for (const statement of guarded) await assert.rejects(pool.query(statement), /permission denied/, statement);
  await lanes.close();
  await pool.end();
});
