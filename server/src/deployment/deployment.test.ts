// A database and its key files belong together, and to one mode; what a demo makes up can't be written where money is real.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import { migrate } from '../kit/migrate.ts';
import { cloneDatabase, migrationsDirectory } from '../../test/support/database.ts';
import { fundDemo } from '../demo/fund-demo.ts';
import { fundExperienceAccount, takeFromFaucet } from '../demo/give-test-money.ts';
import { createBus } from '../kit/bus.ts';
import { systemClock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { idMaker } from '../kit/new-id.ts';
import { createOutbox } from '../kit/outbox.ts';
import { openPool, type Pool } from '../kit/postgres.ts';
import type { Secrets } from '../kit/secrets.ts';
import { openLanes } from '../ledger/lanes.ts';
import { changeKeys, checkConsole, checkMode, claimDatabase, keyChain } from './deployment.ts';
import type { Mode } from './rules.ts';
import { commands } from '../products.ts';

log.setLevel('silent');
const leftovers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of leftovers.splice(0).toReversed()) await end();
});
after(() => Promise.all(leftovers.map((end) => end())));

const newId = idMaker(systemClock);
const keyFile = '/keys/secrets.json';
const newSecrets = (): Secrets => ({
  pepper: randomBytes(32),
  fingerprintKey: randomBytes(32),
  codeKey: randomBytes(32),
  signingKey: randomBytes(32).toString('hex'),
  pushKey: '1'.padStart(64, '0'),
});
const check = (url: string, mode: Mode, _secrets?: Secrets) => checkMode(url, mode);
const claim = (url: string, mode: Mode, secrets = newSecrets()) => claimDatabase(url, { mode, secrets, keyFile });

async function freshDatabase(): Promise<{ url: string; ownerUrl: string; pool: Pool; owner: Pool }> {
  const { url, ownerUrl, drop } = await cloneDatabase();
  const [pool, owner] = [openPool(url, 2), openPool(ownerUrl, 1)];
  leftovers.push(drop, () => pool.end(), () => owner.end()); // oxfmt-ignore
  return { url, ownerUrl, pool, owner };
}

async function withLanes({ url }: { url: string }) {
  const lanes = await openLanes({ databaseUrl: url, clock: systemClock, bus: createBus(), newId, commands });
  leftovers.push(() => lanes.close());
  return lanes;
}

const insertAccount = (pool: Pool, verifiedBy: 'demo' | 'identity' | null, accountId = newId()) =>
  pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at, verified_at, verified_by)
     values ($1, $2, $3, '1', 'en', $3, now(), case when $4::text is null then null else now() end, $4)`,
    [
      accountId,
      String(10_000_000 + (randomBytes(4).readUInt32BE() % 89_000_000)),
      `${accountId}@example.com`,
      verifiedBy,
    ],
  );

test('a database stays with the mode of its first start', async () => {
  for (const [mode, other] of [
    ['production', 'demo'],
    ['demo', 'production'],
  ] as const) {
    const { url, pool, owner } = await freshDatabase();
    const secrets = newSecrets();
    await check(url, mode);
    await claim(url, mode, secrets);
    await claim(url, mode, secrets);
    for (const open of [check, claim]) {
      await assert.rejects(
        open(url, other, secrets),
        mode === 'demo' ? /belongs to a demo.*Production needs/ : /holds real money.*NODE_ENV/,
      );
    }
    for (const sql of [`update deployment set mode = '${other}'`, 'delete from deployment', 'truncate deployment', 'delete from deployment_keys', `insert into deployment (mode) values ('${other}')`]) {
      await assert.rejects(pool.query(sql), /permission denied|duplicate key/, sql);
      await assert.rejects(owner.query(sql), /append-only|duplicate key/, sql);
    } // oxfmt-ignore
  }
});

test('two first starts at once agree, and only one of two modes wins', async () => {
  const { url } = await freshDatabase();
  const secrets = newSecrets();
  await Promise.all(Array.from({ length: 4 }, () => claim(url, 'production', secrets)));
  assert.equal((await keyChain(url)).length, 1);
  const contested = await freshDatabase();
  const claims = await Promise.allSettled([claim(contested.url, 'production'), claim(contested.url, 'demo')]);
  assert.deepEqual(claims.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('an empty database is checked before there is a table in it', async () => {
  const { url, ownerUrl, owner } = await freshDatabase();
  await owner.query('drop schema public cascade; create schema public; grant usage on schema public to public');
  await check(url, 'production');
  await migrate({ url: ownerUrl, directory: migrationsDirectory });
  await claim(url, 'production');
});

test('another key file is refused in words that say which one is meant', async () => {
  const { url } = await freshDatabase();
  const secrets = newSecrets();
  await claim(url, 'production', secrets);
  const { signingKey } = (await keyChain(url))[0]!;
  const names = ['pepper', 'fingerprintKey', 'codeKey', 'signingKey'] as const;
  for (const name of names) {
    const other = { ...secrets, [name]: newSecrets()[name] };
    const expected = new RegExp(`${keyFile} is not the key file .*: ${name} differ.*signing key is ${signingKey}`);
    await assert.rejects(claim(url, 'production', other), expected);
  }
  await assert.rejects(claim(url, 'production', { ...secrets, pushKey: '2'.padStart(64, '0') }), /pushKey differ/);
});

test('keys change in a chain: only from the file before, without locking anyone out, never back', async () => {
  const { url, pool } = await freshDatabase();
  const from = newSecrets();
  const to = { ...newSecrets(), olderPeppers: [from.pepper] };
  await assert.rejects(changeKeys(url, { from, to }), /first start/);
  await claim(url, 'production', from);
  await assert.rejects(changeKeys(url, { from: newSecrets(), to }), /not the one that this database/);
  await assert.rejects(changeKeys(url, { from, to: from }), /same keys/);
  await assert.rejects(changeKeys(url, { from, to: { ...to, olderPeppers: [] } }), /nobody could log in/);
  await changeKeys(url, { from, to });
  await claim(url, 'production', to);
  await assert.rejects(claim(url, 'production', from), /is an older key file .* in use until/);
  await assert.rejects(changeKeys(url, { from: to, to: { ...from, olderPeppers: [to.pepper] } }), /do not come back/);
  await assert.rejects(
    pool.query(`insert into deployment_keys select 9, signing_key, push_key, pepper, fingerprint_key, code_key from deployment_keys limit 1`),
    /without gaps/,
  ); // oxfmt-ignore
  assert.equal((await keyChain(url)).length, 2);
});

test('no server comes as a role that could set a balance or act as an operator, and no console as another than its own', async () => {
  const { url, consoleUrl, ownerUrl, drop, adminUrl } = await cloneDatabase();
  leftovers.push(drop);
  for (const mode of ['demo', 'production'] as const) {
    await assert.rejects(claim(ownerUrl, mode), /as candor_owner, who could set any balance. A server is candor_app/);
    await assert.rejects(claim(adminUrl, mode), /as candor, who could set any balance/);
    await assert.rejects(claim(consoleUrl, mode), /as candor_console, who could act as any operator/);
  }
  const secrets = newSecrets();
  const check = (address: string, keys = secrets) => checkConsole(address, { secrets: keys, keyFile });
  await assert.rejects(check(consoleUrl), /DATABASE_CONSOLE_URL opens another database than DATABASE_URL/);
  await claim(url, 'production', secrets);
  await check(consoleUrl);
  await assert.rejects(check(consoleUrl, newSecrets()), /is not the key file of this database/);
  await assert.rejects(check(url), /as candor_app, as whom no operator signs in/);
  for (const address of [ownerUrl, adminUrl]) await assert.rejects(check(address), /who could set any balance/);
});

test('a server that takes itself for a demo makes no money in the database of a production', async () => {
  const database = await freshDatabase();
  const { url, pool } = database;
  const accountId = newId();
  await insertAccount(pool, 'identity', accountId);
  await claim(url, 'production');
  const lanes = await withLanes(database);
  const idempotency = { key: randomUUID() as Uuid, digest: randomBytes(32) };
  const asker = { accountId, book: 'real' as const, receivedAt: systemClock.now(), idempotency };
  const outbox = createOutbox({ pool, clock: systemClock });
  const attempts: [name: string, attempt: () => Promise<unknown>][] = [
    ['bankroll', () => fundDemo({ pool, lanes, clock: systemClock })],
    ['faucet', () => takeFromFaucet(lanes, asker, { coin: 'USDT', amount: '1' })],
    ['experience', () => fundExperienceAccount(lanes, accountId, systemClock.now())],
    ['verified', () => pool.query(`update accounts set verified_by = 'demo' where account_id = $1`, [accountId])],
    ['verified at birth', () => insertAccount(pool, 'demo')],
    ['outbox', () => outbox.sms.send({ to: '+41790000000', kind: 'x', text: 'x' })],
    ['faucet account', () => pool.query(`select ledger_open_house('{demo-faucet}', '{USDT}', '{real}', '{0}')`)],
  ];
  for (const [name, attempt] of attempts) await assert.rejects(attempt(), /this database is a production/, name);
  const { rows } = await pool.query<{ moves: number }>('select count(*) as moves from ledger_moves');
  assert.equal(rows[0]!.moves, 0);
});
