// What whoever has the password of the server's role can post of the owner's money and of test money: what two operators approved, once,
// and in a demo what its tables say. Nothing of either in a production.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { demo } from '../src/demo/demo.ts';
import { capitalInvariants } from '../src/ledger/capital-invariants.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { houseAccountId } from '../src/ledger/command.ts';
import { approvedProposal } from './support/acts.ts';
import { cloneDatabase, runAsOwner, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let app: Pool;
let desk: Pool;
before(async () => {
  database = await cloneDatabase();
  app = openPool(database.url, 2);
  desk = openPool(database.consoleUrl, 1);
  await openHouse(app);
});
after(async () => {
  await Promise.all([app.end(), desk.end()]);
  await database.drop();
});

const openHouse = (pool: Pool): Promise<unknown> =>
  pool.query(
    `select ledger_open_house(array_agg(bucket), array_agg(coin), array_agg(book), array_agg(0::smallint))
     from unnest('{capital,bankroll,staking-rewards,demo-faucet}'::ledger_bucket[]) as bucket, unnest('{USDT,BTC}'::text[]) as coin,
       unnest('{real,bonus}'::ledger_book[]) as book`,
  );

interface Capital {
  kind?: string;
  coin?: string;
  book?: string;
  from?: string;
  to?: string;
  amount?: string;
}

/** One move of the house's, with this object. */
function post(objectId: string, move: Capital = {}, pool = app): Promise<unknown> {
  const {
    kind = 'capital-paid-in',
    coin = 'USDT',
    book = 'real',
    from = 'capital',
    to = 'bankroll',
    amount = '5',
  } = move;
  return pool.query(
    `select ledger_post(array[$2::text], array[$3::text], array[$4::ledger_book], array[$5::ledger_bucket], array[$6::ledger_bucket],
       '{0}', '{0}', '{null}', '{null}', '{null}', '{1}', array[$7::uuid], array[gen_random_uuid()], '{0}', array[$1::uuid],
       array[$8::numeric], '{null}', '{null}', '{null}', now())`,
    [objectId, kind, coin, book, from, to, houseAccountId, amount],
  );
}
const payOut = { kind: 'capital-paid-out', from: 'bankroll', to: 'capital' } as const;

const propose = (body: object = {}, kind: 'house-money-in' | 'house-money-out' = 'house-money-in'): Promise<Uuid> =>
  approvedProposal(desk, {
    kind,
    body: { coin: 'USDT', amount: '5', reference: 'transfer 7', ...body },
    facts: {},
    maker: ['tess', 'treasurer'],
    checker: ['rita', 'risk'],
  });

const refused = (attempt: Promise<unknown>, what: string, kind = 'capital-paid-in'): Promise<void> =>
  assert.rejects(attempt, { code: '23514', message: `nothing orders the movement ${kind}` }, what);

const bankroll = async (): Promise<number> =>
  (await app.query<{ held: number }>(`select sum(balance)::float8 as held from ledger_house where bucket in ('bankroll', 'staking-rewards')`)).rows[0]!.held; // oxfmt-ignore

test('the owner’s money comes in and goes out as two operators approved it, once', async () => {
  await post(await propose({ amount: '100' }), { amount: '100' });
  const before = await bankroll();
  await refused(post(randomUUID()), 'for nothing');
  await refused(post(randomUUID(), payOut), 'out for nothing', 'capital-paid-out');
  const [proposal, other] = [await propose(), await propose({ coin: 'BTC', amount: '2.50' })];
  for (const [what, move] of [
    ['more', { amount: '6' }],
    ['less', { amount: '4' }],
    ['another bucket', { to: 'staking-rewards' }],
    ['another book', { book: 'bonus' }],
    ['another coin', { coin: 'BTC' }],
  ] as const)
    await refused(post(proposal, move), what);
  await refused(post(other), 'of another proposal');
  await refused(post(proposal, payOut), 'the other way', 'capital-paid-out');
  assert.equal(await bankroll(), before);
  await post(proposal);
  await assert.rejects(post(proposal), { code: '23505' }, 'twice');
  await post(other, { coin: 'BTC', amount: '2.5' });
  await post(await propose({ bucket: 'staking-rewards', book: 'bonus' }), { to: 'staking-rewards', book: 'bonus' });
  await post(await propose({ amount: '3' }, 'house-money-out'), { ...payOut, amount: '3' });
  assert.equal(await bankroll(), before + 5 + 2.5 + 5 - 3);
});

test('no money moves for what was proposed only, or refused', async () => {
  for (const decide of [
    ``,
    `update act_proposals set state = 'refused', checker = operator_of_demo('rita', 'risk'), decided_at = now(), version = 1 where proposal_id = $1`,
  ]) {
    // oxfmt-ignore
    const { rows } = await desk.query<{ id: Uuid }>(
      `insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
       values (gen_random_uuid(), 'house-money-in', '{"amount":"5","coin":"USDT","reference":"x"}', '{}', 'x',
         operator_of_demo('tess', 'treasurer'), now() + interval '1 hour') returning proposal_id as id`,
    );
    const { id } = rows[0]!;
    if (decide !== '') await desk.query(decide, [id]);
    await refused(post(id), decide === '' ? 'proposed' : 'refused');
  }
  // Nor for an act of another kind, whatever its body says.
  const body = { coin: 'USDT', amount: '5', reference: 'x' };
  await refused(post(await approvedProposal(desk, { kind: 'halt-coin', body, facts: {} })), 'of another kind');
});

test('a demo pays in what its table says, once, and a server adds nothing to the table', async () => {
  const { rows } = await app.query<{ id: string; amount: string }>(
    `select fund_id as id, amount::text from demo_funds where book = 'real' and bucket = 'bankroll' and coin = 'USDT'`,
  );
  const { id, amount } = rows[0]!;
  await refused(post(id, { amount: '10000001' }), 'more');
  await refused(post(id, { amount, book: 'bonus' }), 'in the other book');
  await post(id, { amount });
  await assert.rejects(post(id, { amount }), { code: '23505' });
  const insert = `insert into demo_funds (book, bucket, coin, amount) values ('real', 'lending', 'BTC', 1)`;
  await assert.rejects(app.query(insert), { code: '42501' });
});

/** Gives test money to an account: what the row says, and what is moved. */
async function give(
  wanted: { accountId: string; given: string; moved: string; purpose?: string; dayId?: string; day?: string },
  pool = app,
) {
  const { accountId, given, moved, purpose = 'faucet', dayId = randomUUID(), day = '2026-03-01' } = wanted;
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query(`select ledger_open_balances(array[$1::uuid], '{USDT}', '{real}')`, [accountId]);
    if (given !== '')
      await connection.query(
        `insert into demo_faucet_days (account_id, day_id, coin, day, given, purpose) values ($1, $2, 'USDT', $3, $4, $5)
         on conflict (account_id, day_id) do update set given = excluded.given`,
        [accountId, dayId, day, given, purpose],
      );
    await connection.query(
      `select ledger_post('{test-money}', '{USDT}', '{real}', '{demo-faucet}', '{available}', '{0}', '{0}', '{null}', '{null}', '{null}',
         '{1}', array[$1::uuid], array[gen_random_uuid()], '{0}', array[$2::uuid], array[$3::numeric], '{null}',
         array[(select available + $3::numeric from ledger_balances where account_id = $1)], '{null}', now(),
         array(select version from ledger_balances where account_id = $1))`,
      [accountId, dayId, moved],
    );
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  } finally {
    connection.release();
  }
}

test('test money is what the faucet noted for the account and day, up to the limit', async () => {
  const accountId = randomUUID();
  const nothing = 'test-money';
  await refused(give({ accountId, given: '', moved: '1' }), 'without a row', nothing);
  await refused(give({ accountId, given: '1', moved: '2' }), 'more than the row says', nothing);
  await refused(give({ accountId, given: '10001', moved: '10001' }), 'above the limit', nothing);
  await assert.rejects(give({ accountId, given: '1', moved: '1', purpose: 'older' }), { code: '23503' });
  const dayId = randomUUID();
  await give({ accountId, given: '9000', moved: '9000', dayId });
  await give({ accountId, given: '10000', moved: '1000', dayId });
  await refused(give({ accountId, given: '10001', moved: '1', dayId }), 'above the limit in two', nothing);
  await refused(give({ accountId, given: '10000', moved: '1', dayId }), 'again for the same row', nothing);
  await assert.rejects(give({ accountId, given: '1', moved: '1' }), { code: '23505' }, 'a second row of the day');
  for (const sql of [
    `update demo_faucet_limits set amount = 1e9`,
    `insert into demo_faucet_limits values ('mine', 1e9)`,
  ])
    await assert.rejects(app.query(sql), { code: '42501' });
});

test('a production makes no money that way at all, whatever was prepared before it was one', async () => {
  const other = await cloneDatabase();
  const pool = openPool(other.url, 2);
  try {
    await openHouse(pool);
    const { rows } = await pool.query<{ id: string; amount: string }>(
      `select fund_id as id, amount::text from demo_funds where book = 'real' and bucket = 'bankroll' and coin = 'USDT'`,
    );
    const accountId = randomUUID();
    const dayId = randomUUID();
    await pool.query(
      `insert into demo_faucet_days (account_id, day_id, coin, day, given, purpose) values ($1, $2, 'USDT', '2026-03-01', 1, 'faucet')`,
      [accountId, dayId],
    );
    await pool.query(`insert into deployment (mode) values ('production')`);
    await refused(post(rows[0]!.id, { amount: rows[0]!.amount }, pool), 'the funds of a demo');
    await refused(give({ accountId, given: '', moved: '1', dayId }, pool), 'test money', 'test-money');
    await assert.rejects(give({ accountId, given: '1', moved: '1' }, pool), /this database is a production/);
  } finally {
    await pool.end();
    await other.drop();
  }
});

test('the audit names money without an act, acts without their money, and test money that no row gave', async () => {
  const broken = async (): Promise<string[]> =>
    (await checkInvariants(app, [...capitalInvariants, ...demo.invariants]))
      .filter((each) => each.broken > 0)
      .map(({ name }) => name);
  assert.deepEqual(await broken(), []);
  await runAsOwner(database, 'alter table ledger_moves disable trigger ledger_moves_of_owner');
  await runAsOwner(database, 'alter table ledger_moves disable trigger ledger_moves_of_faucet');
  await post(randomUUID());
  const owners = ['what the owner paid in and took out is what two operators approved, or the funds of a demo'];
  assert.deepEqual(await broken(), owners);
  await desk.query(`update act_proposals set state = 'done', outcome = '{}', version = 2 where proposal_id = $1`, [
    await propose(),
  ]);
  owners.push('what two operators approved and was carried out has moved the money of the owner, once');
  assert.deepEqual(await broken(), owners);
  await give({ accountId: randomUUID(), given: '', moved: '1' });
  const faucets = ['test money is what the faucet gave, in a demo alone'];
  assert.deepEqual(await broken(), [...owners, ...faucets]);
  await app.query('update demo_faucet_days set given = given - 1');
  faucets.push('what the faucet gave on a day is in the journal');
  assert.deepEqual(await broken(), [...owners, ...faucets]);
  // Of what came before the migration no object is asked; the sums of the faucet's days hold since they began.
  await runAsOwner(
    database,
    `alter table capital_orders_since disable trigger all; update capital_orders_since set sequence = 1e12, at = now() + interval '1 day'`,
  );
  assert.deepEqual(await broken(), faucets.slice(1));
});
