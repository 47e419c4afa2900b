// VIP levels on a real database: counted once a day from what trading cost in 30 days, in all products.
import { formatAmount, wad, zero, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openPool } from '../src/kit/postgres.ts';
import { loanLimits, loanTerms } from '../src/lending/terms.ts';
import { products, tradingCosts } from '../src/products.ts';
import { ticketCosts } from '../src/shop/ticket.ts';
import { pledgeTerms } from '../src/staking/terms.ts';
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

/** An option that cost so much on average: a stake of ten times that, at a payout of 80 %. */
async function traded(
  accountId: Uuid,
  cost: number,
  at: number,
  result: 'win' | 'lose' | 'tie' = 'lose',
): Promise<void> {
  const orderId = randomUUID();
  await pool.query(
    `insert into option_orders (account_id, order_id, book, coin, side, stake, profit, config_id, config_version, duration_ms,
       exit_wait_ms, received_at, accepted_sequence, entry_sequence, entry_price, entry_at, expires_at)
     values ($1, $2, 'real', 'BTC', 'up', $3::numeric * 10, $3::numeric * 8, '1', 1, 30000, 10000, $4, 1, 2, 1, $4, $4)`,
    [accountId, orderId, cost, new Date(at)],
  );
  await pool.query(
    `update option_orders set exit_sequence = 3, exit_price = 1, exit_at = $2, result = $3, settled_at = $2,
       paid = case $3 when 'win' then stake + profit when 'tie' then stake else 0 end where order_id = $1`,
    [orderId, new Date(at), result],
  );
}

const standing = async (accountId: Uuid) => (await readStanding(pool, accountId))[0]!;

test('a level follows from the 30 days before, is counted once a day, and is lost with the costs', async () => {
  const [small, large, old] = [
    await newAccount('10000001'),
    await newAccount('10000002'),
    await newAccount('10000003'),
  ];
  await traded(small, 99, today - dayMs);
  await traded(small, 50, today - dayMs, 'tie');
  await traded(large, 900, today - 29 * dayMs);
  await traded(large, 100, today - 1, 'win');
  await traded(old, 500, today - 31 * dayMs);
  await traded(old, 100, today + 1);
  assert.deepEqual((await readLevels(pool)).map(({ level, cost }) => [level, formatAmount(cost)]), [[1, '100'], [2, '1000'], [3, '10000']]); // oxfmt-ignore
  assert.equal((await standing(large)).countedAt, null);

  // Several processes that notice the new day together.
  await Promise.all([1, 2, 3].map((later) => countLevels(pool, tradingCosts, today + later)));
  const levels = async () => [
    (await standing(small)).level,
    (await standing(large)).level,
    (await standing(old)).level,
  ];
  assert.deepEqual(await levels(), [0, 2, 0]);
  assert.equal((await standing(small)).cost, 99n * 10n ** 18n);
  const { rows } = await pool.query('select day::text from vip_days');
  assert.deepEqual(rows, [{ day: '2026-05-10' }]);

  await traded(small, 10_000, today + 10);
  await countLevels(pool, tradingCosts, today + dayMs - 1);
  assert.deepEqual(await levels(), [0, 2, 0], 'not before the next day');
  await countLevels(pool, tradingCosts, today + dayMs);
  assert.deepEqual(await levels(), [3, 2, 1]);
  await countLevels(pool, tradingCosts, today + 60 * dayMs);
  assert.deepEqual(await levels(), [0, 0, 0]);
});

test('a threshold that falls counts at once, one that rises a day later', async () => {
  const [near, far] = [await newAccount('10000011'), await newAccount('10000012')];
  const day = today + 200 * dayMs;
  await traded(near, 90, day - dayMs);
  await traded(far, 1_500, day - dayMs);
  const ask = (level: number, version: number, cost: number) =>
    runAsOwner(database, 'insert into vip_levels (level, version, trading_cost) values ($1, $2, $3)', [
      level,
      version,
      cost,
    ]);
  await ask(1, 3, 80);
  await ask(2, 3, 2_000);
  const costsNow = (await readLevels(pool)).map(({ cost }) => cost / 10n ** 18n);
  assert.deepEqual(costsNow, [80n, 1_000n, 10_000n]);
  await countLevels(pool, tradingCosts, day);
  assert.deepEqual([(await standing(near)).level, (await standing(far)).level], [1, 2]);
  const { rows } = await pool.query(
    `select id, version, body, in_force_from > asked_at as "isLater" from setting_versions
     where name = 'vip-levels' order by id, version`,
  );
  const now = (id: string, version: number, trading_cost: string, isLater = false) => ({ id, version, body: { trading_cost }, isLater }); // oxfmt-ignore
  const before = (id: string, volume: string) => ({ id, version: 1, body: { volume }, isLater: false });
  assert.deepEqual(rows, [
    before('1', '10000'), now('1', 2, '100'), now('1', 3, '80'),
    before('2', '100000'), now('2', 2, '1000'), now('2', 3, '2000', true),
    before('3', '1000000'), now('3', 2, '10000'),
  ]); // oxfmt-ignore
  await assert.rejects(
    runAsOwner(database, 'insert into vip_levels_by_volume (level, version, volume) values (1, 2, 5)'),
    /append-only/,
  );
});

test('what is free to repeat counts for no level', () => {
  const counted = products.filter((face) => face.tradingCosts.length > 0).map(({ name }) => name);
  assert.deepEqual(counted.toSorted(), ['contracts', 'options', 'shop']);
});

/**
 * Three tickets at 2 with a rebate of 0.5 and one winner, as a drawn period leaves them; what all three cost on average.
 * The draw itself is left out, so nothing may ask for it.
 */
async function costOfTickets(prize: string, number: number): Promise<Wad> {
  await runAsOwner(database, 'alter table shop_tickets disable trigger user');
  const [periodId, people] = [randomUUID(), await Promise.all([1, 2, 3].map((each) => newAccount(`2${number}00000${each}`)))]; // oxfmt-ignore
  await pool.query(
    `insert into shop_goods (good_id, level, drawing) values ('good', 0, 'coins') on conflict do nothing`,
  );
  await pool.query(
    `insert into shop_periods (period_id, good_id, number, series, price, tickets, tickets_min, winners, rebate, prize_kind, prize,
       draw_delay_ms, beacon_name, beacon_is_demo, beacon_key, beacon_genesis_ms, beacon_period_ms, opened_at, closes_at, state, sold)
     values ($1, 'good', $2, 0, 2, 5, 1, 1, 0.5, 'coin', $3, 1000, 'demo', true, repeat('0', 192), 0, 3000, $4::timestamptz,
       $4::timestamptz + interval '1 hour', 'open', 0)`,
    [periodId, number, prize, new Date(today)],
  );
  for (const [place, accountId] of people.entries())
    await pool.query(
      `insert into shop_tickets (account_id, ticket_id, book, period_id, number, price, bought_at) values ($1, $2, 'real', $3, $4, 2, $5)`,
      [accountId, randomUUID(), periodId, place + 1, new Date(today)],
    );
  await pool.query(`update shop_periods set sold = 3, state = 'closed', closed_at = $2 where period_id = $1`, [periodId, new Date(today)]); // oxfmt-ignore
  await pool.query(`update shop_periods set state = 'drawn' where period_id = $1`, [periodId]);
  await pool.query(
    `update shop_tickets set outcome = case number when 1 then 'won' else 'lost' end, ended_at = $2,
       paid = case number when 1 then $3::numeric else 0.5 end where period_id = $1`,
    [periodId, new Date(today), prize],
  );
  const { rows } = await pool.query<{ cost: string }>(
    `select coalesce(sum(amount), 0)::text as cost from (${ticketCosts.query.text}) as each where account_id = any ($1::uuid[])`,
    [people],
  );
  return wad(rows[0]!.cost);
}

test('tickets cost what their draw keeps, by the tickets that were sold', async () => {
  // 3 × 2 came in. A prize of 4 leaves 1 with the house, rounded down for each of the three.
  const kept = await costOfTickets('4', 1);
  assert.ok(kept <= wad('1') && kept >= wad('0.999999'), formatAmount(kept));
  assert.equal(await costOfTickets('15', 2), zero, 'a draw that lost money cost nobody anything');
});

test('a level costs more than it can earn within its month', async () => {
  const [limits, loans, pledges] = [loanLimits.open(pool), loanTerms.open(pool), pledgeTerms.open(pool)];
  await Promise.all([limits.load(), loans.load(), pledges.load()]);
  // More credit is debt and no gain. What it can earn is what staking pays above what borrowing costs; prices and draws are for all the same.
  const least = loans.inForce().map(({ monthlyRate }) => monthlyRate).reduce((left, right) => (left < right ? left : right)); // oxfmt-ignore
  const most = pledges.inForce().map(({ dailyRate }) => dailyRate * 30n).reduce((left, right) => (left > right ? left : right)); // oxfmt-ignore
  assert.ok(most > least, 'there is something to earn, or this shows nothing');
  for (const { level, cost } of await readLevels(pool)) {
    const earned = (limits.now().vipAmount * BigInt(level) * (most - least)) / 10n ** 18n;
    assert.ok(cost > earned, `VIP ${level} costs ${formatAmount(cost)} and earns ${formatAmount(earned as Wad)}`);
  }
});
