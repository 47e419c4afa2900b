// VIP levels on a real database: counted once a day from what all products traded in 30 days.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openPool } from '../src/kit/postgres.ts';
import { products, volumes } from '../src/products.ts';
import { countLevels, readLevels, readStanding } from '../src/vip/store.ts';
import { cloneDatabase, runAsOwner } from './support/database.ts';

const database = await cloneDatabase();
const pool = openPool(database.url, 4);
after(async () => {
  await pool.end();
  await database.drop();
});

const dayMs = 24 * 3_600_000;
const today = Date.UTC(2026, 4, 10);

async function newAccount(number: string): Promise<Uuid> {
  const accountId = randomUUID() as Uuid;
  await pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     values ($1, $2, $3, '1', 'en', $4, now())`,
    [accountId, number, `${number}@example.com`, `invite${number}`],
  );
  return accountId;
}

async function traded(accountId: Uuid, stake: number, at: number): Promise<void> {
  await pool.query(
    `insert into option_orders (account_id, order_id, book, coin, side, stake, profit, config_id, config_version, duration_ms,
       exit_wait_ms, received_at, accepted_sequence)
     values ($1, $2, 'real', 'BTC', 'up', $3, 1, '1', 1, 30000, 10000, $4, 1)`,
    [accountId, randomUUID(), stake, new Date(at)],
  );
  await pool.query(
    `update option_orders set entry_sequence = 2, entry_price = 1, entry_at = $2, expires_at = $2::timestamptz + interval '30 s'
     where account_id = $1 and entry_at is null`,
    [accountId, new Date(at)],
  );
}

const standing = async (accountId: Uuid) => (await readStanding(pool, accountId))[0]!;

test('a level follows from the 30 days before, is counted once a day, and is lost with the volume', async () => {
  const [small, large, old] = [
    await newAccount('10000001'),
    await newAccount('10000002'),
    await newAccount('10000003'),
  ];
  await traded(small, 9_999, today - dayMs);
  await traded(large, 90_000, today - 29 * dayMs);
  await traded(large, 10_000, today - 1);
  await traded(old, 50_000, today - 31 * dayMs);
  await traded(old, 10_000, today + 1);
  assert.deepEqual((await readLevels(pool)).map(({ level }) => level), [1, 2, 3]); // oxfmt-ignore
  assert.equal((await standing(large)).countedAt, null);

  // Several processes that notice the new day together.
  await Promise.all([1, 2, 3].map((later) => countLevels(pool, volumes, today + later)));
  const levels = async () => [
    (await standing(small)).level,
    (await standing(large)).level,
    (await standing(old)).level,
  ];
  assert.deepEqual(await levels(), [0, 2, 0]);
  assert.equal((await standing(small)).volume, 9_999n * 10n ** 18n);
  const { rows } = await pool.query('select day::text from vip_days');
  assert.deepEqual(rows, [{ day: '2026-05-10' }]);

  await traded(small, 1_000_000, today + 10);
  await countLevels(pool, volumes, today + dayMs - 1);
  assert.deepEqual(await levels(), [0, 2, 0], 'not before the next day');
  await countLevels(pool, volumes, today + dayMs);
  assert.deepEqual(await levels(), [3, 2, 1]);
  await countLevels(pool, volumes, today + 60 * dayMs);
  assert.deepEqual(await levels(), [0, 0, 0]);
});

test('a threshold that falls counts at once, one that rises a day later', async () => {
  const [near, far] = [await newAccount('10000011'), await newAccount('10000012')];
  const day = today + 200 * dayMs;
  await traded(near, 9_000, day - dayMs);
  await traded(far, 150_000, day - dayMs);
  const ask = (level: number, version: number, volume: number) =>
    runAsOwner(database, 'insert into vip_levels (level, version, volume) values ($1, $2, $3)', [
      level,
      version,
      volume,
    ]);
  await ask(1, 2, 8_000);
  await ask(2, 2, 200_000);
  const volumesNow = (await readLevels(pool)).map(({ volume }) => volume / 10n ** 18n);
  assert.deepEqual(volumesNow, [8_000n, 100_000n, 1_000_000n]);
  await countLevels(pool, volumes, day);
  assert.deepEqual([(await standing(near)).level, (await standing(far)).level], [1, 2]);
  const { rows } = await pool.query(
    `select id, version, body ->> 'volume' as volume, in_force_from > asked_at as "isLater" from setting_versions
     where name = 'vip-levels' order by id, version`,
  );
  assert.deepEqual(rows, [
    { id: '1', version: 1, volume: '10000', isLater: false },
    { id: '1', version: 2, volume: '8000', isLater: false },
    { id: '2', version: 1, volume: '100000', isLater: false },
    { id: '2', version: 2, volume: '200000', isLater: true },
    { id: '3', version: 1, volume: '1000000', isLater: false },
  ]);
});

test('what is free to repeat counts for no level', () => {
  const counted = products.filter((face) => face.volumes.length > 0).map(({ name }) => name);
  assert.deepEqual(counted.toSorted(), ['contracts', 'options']);
});
