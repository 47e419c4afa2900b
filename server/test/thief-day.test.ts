// A thief's day, played three times: with the password of the server's role, with one operator's session, and with both. What each attempt
// gave and what stopped or found it is the table of docs/security.md, row for row.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { superviseDevChain } from '@candor/chain';
import { hashTick } from '@candor/proof';
import { rootOfTickets } from '@candor/proof/draw';
import { approveAct, approveLoan, approveWithdrawal, createClient, exportCustomers, getCustomer, listCustomers, operatorRoles, parseWireId, proposeAct, queryLogin, tryRole, wireId, type Uuid, type ConsoleClient, type OperatorRole } from '@candor/wire'; // oxfmt-ignore
import { openPool, type Connection, type Pool } from '../src/kit/postgres.ts';
import { readUntil } from '../src/kit/until.test-support.ts';
import { consoleClient } from './support/operators.ts';
import { runAsOwner } from './support/database.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { judgedRights } from './support/thief-rights.ts';
import { attempt, brokenRules, gained, post, rightsOf, type Outcome, type Work } from './support/thief.ts';

const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
let app: RunningApp;
let folder: string;
let thief: Pool;
/** An account of the thief, and one of somebody else. */
let own: Person;
let victim: Person;
before(async () => {
  // A chain and a signer of its own, which knows the key of this server.
  folder = mkdtempSync(join(tmpdir(), 'candor-thief-'));
  app = await openRunningApp({ liveCoins: ['BTC'], settings: { DATA_DIRECTORY: folder } });
  thief = openPool(app.databaseUrl, 4);
  own = await app.person('100');
  victim = await app.person('500');
});
after(async () => {
  await thief.end();
  await app.close();
  superviseDevChain(join(folder, 'dev-chain')).close();
  rmSync(folder, { recursive: true, force: true });
});

/** The table under a heading of docs/security.md. */
function tableOf(heading: string): Outcome[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const part =
    text.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? assert.fail(`docs/security.md has no ${heading}`);
  const rows = part.split('\n').filter((line) => line.startsWith('|')).slice(2); // oxfmt-ignore
  return rows.map((line) => {
    const [attempted = '', gave = '', held = ''] = line.split('|').slice(1, -1).map((cell) => cell.trim()); // oxfmt-ignore
    return { attempt: attempted, gave, held };
  });
}

/** Compared row for row, so that a failure shows the row. */
function hold(heading: string, outcomes: readonly Outcome[]): void {
  const written = (each: Outcome): string => `| ${each.attempt} | ${each.gave} | ${each.held} |`;
  assert.deepEqual(outcomes.map(written), tableOf(heading).map(written));
}

/** An account with this much test money, as the faucet would give it: the thief begins with some money of his own. */
async function accountWith(connection: Connection, amount: string, coin = 'USDT'): Promise<string> {
  const accountId = randomUUID();
  await connection.query(
    `insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
     select $1, n, '1', 'thief-' || n || '@example.com', 'en', 'T' || n, now() from (select (10000000 + floor(random() * 89999999))::bigint::text as n) as made`,
    [accountId],
  );
  if (Number(amount) > 0) await faucetDay(connection, { accountId, amount, coin });
  return accountId;
}

async function faucetDay(
  connection: Connection,
  {
    accountId,
    amount,
    coin = 'USDT',
    daysAgo = 0,
  }: { accountId: string; amount: string; coin?: string; daysAgo?: number },
): Promise<void> {
  const objectId = randomUUID();
  await connection.query(
    `insert into demo_faucet_days (account_id, day_id, coin, day, given, purpose) values ($1, $2, $3, current_date - $4::int, $5, 'faucet')`,
    [accountId, objectId, coin, daysAgo, amount],
  );
  await post(connection, accountId, [{ objectId, kind: 'test-money', coin, from: 'demo-faucet', to: 'available', amount }]); // oxfmt-ignore
}

/** A deposit that no chain has seen, confirmed by a second node that nobody asked. */
async function deposit(connection: Connection, accountId: string, amount: string): Promise<void> {
  const objectId = randomUUID();
  await connection.query(
    `with seen as (insert into deposits (deposit_id, network, txid, ordinal, asset, address, account_id, units, state, block_height, block_hash, seen_at)
       values ($1, 'ethereum', '0x' || encode(sha256($1::uuid::text::bytea), 'hex'), 0, 'USDT', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', $2,
         ($3 || '000000'), 'seen', 1, '0x01', now()) returning deposit_id)
     insert into deposit_checks (deposit_id, block_hash, verdict) select deposit_id, '0x01', 'agrees' from seen`,
    [objectId, accountId, amount],
  );
  await connection.query(`update deposits set state = 'credited', credited_at = now() where deposit_id = $1`, [objectId]); // oxfmt-ignore
  await post(connection, accountId, [{ objectId, kind: 'deposit-credited', coin: 'USDT', from: 'chain-custody', to: 'available', amount }]); // oxfmt-ignore
}

const usdt = (objectId: string) => ({ objectId, coin: 'USDT' });

interface Attempt {
  what: string;
  work: Work;
  /** Looked at once it is committed, where it was kept: what it gave. */
  afterwards?: () => Promise<string>;
  /** It would stop the stage. */
  isUndone?: boolean;
}

/** By the password alone. */
const byPassword: readonly Attempt[] = [
  {
    what: 'sets a balance',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await connection.query('update ledger_balances set available = 1000000 where account_id = $1', [accountId]);
      return gained(connection, accountId);
    },
  },
  {
    what: 'credits an account by a movement that no product declares',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await post(connection, accountId, [{ ...usdt(randomUUID()), kind: 'gift', from: 'capital', to: 'available', amount: '1000000' }]); // oxfmt-ignore
      return gained(connection, accountId);
    },
  },
  {
    what: 'credits an account by movements that are declared, without an order',
    work: async (connection) => {
      const accountId = await accountWith(connection, '0');
      const each = { ...usdt(randomUUID()), amount: '1000000' };
      await post(connection, accountId, [
        { ...each, kind: 'swap-promised', from: 'bankroll', to: 'swaps-reserve' },
        { ...each, kind: 'swap-received', from: 'swaps-reserve', to: 'available' },
      ]);
      return gained(connection, accountId);
    },
  },
  {
    what: 'pays the owner’s money in or out without an approved act',
    work: async (connection) => {
      await post(connection, '00000000-0000-0000-0000-000000000000', [{ ...usdt(randomUUID()), kind: 'capital-paid-out', from: 'bankroll', to: 'capital', amount: '1000000' }]); // oxfmt-ignore
      return '1,000,000 USDT';
    },
  },
  {
    what: 'makes up a deposit that no chain has seen',
    work: async (connection) => {
      const accountId = await accountWith(connection, '0');
      await deposit(connection, accountId, '1000000000');
      return gained(connection, accountId);
    },
  },
  {
    what: 'makes up days of the demo’s faucet',
    work: async (connection) => {
      const accountId = await accountWith(connection, '0');
      for (let daysAgo = 1; daysAgo <= 100; daysAgo++) await faucetDay(connection, { accountId, amount: '10000', daysAgo }); // oxfmt-ignore
      return gained(connection, accountId);
    },
  },
  {
    what: 'makes up a swap at a price that was never published',
    work: async (connection) => {
      const accountId = await accountWith(connection, '100');
      const objectId = randomUUID();
      await connection.query(
        `insert into swap_orders (account_id, order_id, book, kind, from_coin, to_coin, from_amount, to_amount, promised, rate, quoted_from, quoted_to,
           received_at, accepted_from, accepted_to, expires_at, to_tick_sequence, to_tick_price, to_tick_at, result, given, received, settled_at)
         values ($1, $2, 'real', 'quote', 'USDT', 'BTC', 100, 40, 40, 0, 1, 2.5, now(), 0, 0, now() + interval '1 minute', 1, 2.5,
           now() + interval '5 s', 'filled', 100, 40, now())`,
        [accountId, objectId],
      );
      await connection.query(`insert into swap_days (account_id, day_id, begun_at, placed) values ($1, gen_random_uuid(), date_trunc('day', now()), 1)`, [accountId]); // oxfmt-ignore
      const given = { objectId, coin: 'USDT', amount: '100' };
      const received = { objectId, coin: 'BTC', amount: '40' };
      await post(connection, accountId, [
        { ...given, kind: 'swap-placed', from: 'available', to: 'reserved' },
        { ...received, kind: 'swap-promised', from: 'bankroll', to: 'swaps-reserve' },
        { ...given, kind: 'swap-given', from: 'reserved', to: 'bankroll' },
        { ...received, kind: 'swap-received', from: 'swaps-reserve', to: 'available' },
      ]);
      return gained(connection, accountId, '0', 'BTC');
    },
  },
  {
    what: 'makes up an option that was won at prices that were never published',
    work: async (connection) => {
      const accountId = await accountWith(connection, '10000');
      const objectId = randomUUID();
      await connection.query(
        `insert into option_orders (account_id, order_id, book, coin, side, stake, profit, config_id, config_version, duration_ms, exit_wait_ms, received_at,
           accepted_sequence, entry_sequence, entry_price, entry_at, expires_at, exit_sequence, exit_price, exit_at, result, paid, settled_at)
         select $1, $2, 'real', 'BTC', 'up', stake, trunc(stake * payout_rate, 4), config_id, version, duration_ms, exit_wait_ms, now() - interval '6 minutes',
           1, 2, 1, now() - interval '6 minutes', now() - interval '1 minute', 3, 2, now() - interval '1 minute', 'win',
           stake + trunc(stake * payout_rate, 4), now()
         from options_configs, (values (10000)) as own(stake) where config_id = '5' order by version desc limit 1`,
        [accountId, objectId],
      );
      const { rows } = await connection.query<{ profit: string }>('select trim_scale(profit)::text as profit from option_orders where order_id = $1', [objectId]); // oxfmt-ignore
      const { profit } = rows[0]!;
      const stake = { ...usdt(objectId), amount: '10000' };
      await post(connection, accountId, [
        { ...stake, kind: 'option-placed', from: 'available', to: 'reserved', cover: ['bankroll', 'options-reserve', profit] },
        { ...stake, kind: 'option-returned', from: 'reserved', to: 'available' },
        { ...usdt(objectId), kind: 'option-won', from: 'options-reserve', to: 'available', amount: profit },
      ]); // oxfmt-ignore
      return gained(connection, accountId, '10000');
    },
  },
  {
    what: 'makes up a contract that gained at prices that were never published',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1000');
      const objectId = randomUUID();
      await connection.query(
        `insert into contract_orders (account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin, fee,
           config_version, received_at, accepted_sequence, state, terms_sequence, entry_sequence, entry_price, entry_at, liquidation_price,
           open_sheets, open_margin, open_added, added_margin, change_count, close_sheets, close_received_at, close_accepted_sequence,
           exit_sequence, exit_price, exit_at, result, paid, settled_at)
         values ($1, $2, 'real', 'BTC', 'long', 'market', 50, 1, 1, 1, 990, 10, 1, now() - interval '1 minute', 1, 'ended', 1, 2, 1, now(), 0.5,
           1, 990, 0, 0, 0, 1, now() - interval '1 minute', 3, 4, 1000001, now(), 'closed', 1000990, now())`,
        [accountId, objectId],
      );
      const order = usdt(objectId);
      await post(connection, accountId, [
        { ...order, kind: 'contract-placed', from: 'available', to: 'reserved', amount: '1000' },
        { ...order, kind: 'contract-opened', from: 'reserved', to: 'margin', amount: '990' },
        { ...order, kind: 'contract-fee', from: 'reserved', to: 'fees', amount: '10' },
        { ...order, kind: 'contract-returned', from: 'margin', to: 'available', amount: '990' },
        { ...order, kind: 'contract-profit', from: 'bankroll', to: 'available', amount: '1000000' },
      ]);
      return gained(connection, accountId, '1000');
    },
  },
  {
    what: 'makes up a pledge whose days are over',
    work: async (connection) => {
      const accountId = await accountWith(connection, '10000');
      // Ten times the same money, as it comes back with each.
      for (let turn = 0; turn < 10; turn++) {
        const objectId = randomUUID();
        await connection.query(
          `insert into pledges (account_id, pledge_id, book, product_id, config_version, amount, days, daily_rate, income, started_at, auto_renew, days_posted,
             posted, outcome, forfeited, ended_at)
           select $1, $2, 'real', product_id, version, 10000, days, daily_rate, 450, now() - interval '90 days', false, days, 450, 'completed', 0, now()
           from pledge_configs where product_id = '4'`,
          [accountId, objectId],
        );
        const pledge = { ...usdt(objectId), amount: '10000' };
        await post(connection, accountId, [
          { ...pledge, kind: 'pledge-opened', from: 'available', to: 'staked', cover: ['staking-rewards', 'staking-reserve', '450'] },
          { ...usdt(objectId), kind: 'pledge-income', from: 'staking-reserve', to: 'available', amount: '450' },
          { ...pledge, kind: 'pledge-returned', from: 'staked', to: 'available' },
        ]); // oxfmt-ignore
      }
      return gained(connection, accountId, '10000');
    },
  },
  {
    what: 'proposes an act in an operator’s name',
    work: async (connection) => {
      await connection.query(`insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
        select gen_random_uuid(), 'house-money-out', '{}', '{}', 'x', operator_id, now() + interval '1 hour' from operators`);
      return 'an act';
    },
  },
  {
    what: 'changes a setting',
    work: async (connection) => {
      await connection.query('insert into options_configs select * from options_configs limit 1');
      return 'other terms';
    },
  },
  {
    what: 'approves an own withdrawal while no operator is signed in',
    work: async (connection) => {
      const [accountId] = [await accountWith(connection, '1000')];
      await approveInName(connection, await withdrawal(connection, accountId, '1000'));
      return 'a payment of 970 USDT';
    },
  },
  {
    what: 'pays an own loan out while no operator is signed in',
    work: async (connection) => loan(connection, await accountWith(connection, '0')),
  },
  {
    what: 'owes less than was lent',
    work: async (connection) => {
      const accountId = await accountWith(connection, '0');
      await loan(connection, accountId, 'review');
      await connection.query('update debts set open_loan = null where account_id = $1', [accountId]);
      return 'a loan that nobody asks back';
    },
  },
  {
    what: 'makes the house owe a gain that no contract made',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await connection.query(
        `insert into house_dues (due_id, account_id, book, coin, kind, object_id, amount, unpaid, at)
         values (gen_random_uuid(), $1, 'real', 'USDT', 'contract-profit', gen_random_uuid(), 1000000, 1000000, now())`,
        [accountId],
      );
      return '1,000,000 USDT';
    },
  },
  {
    what: 'certifies an account by an identity that nobody looked at',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1');
      await connection.query(`update accounts set verified_at = now(), verified_by = 'identity' where account_id = $1`, [accountId]); // oxfmt-ignore
      return 'a certified account';
    },
  },
  {
    what: 'raises the VIP level of every account',
    work: async (connection) => {
      const { rowCount } = await connection.query('update accounts set vip = 3');
      assert.ok(rowCount! > 0);
      return 'VIP3, no money';
    },
    isUndone: true,
  },
  {
    what: 'writes an entry of the public log',
    work: async (connection) => {
      await connection.query(`select public_log_append('draw-result', '{"period_id": "x"}')`);
      return 'an entry';
    },
  },
  {
    what: 'stores a false rate of a currency',
    work: async (connection) => {
      await connection.query(`insert into currency_rates (currency, per_usd, day, source) values ('EUR', 1000, current_date, 'bank')`); // oxfmt-ignore
      return 'another price of coins by bank transfer, of which an operator confirms each';
    },
    isUndone: true,
  },
  {
    what: 'stores large objects',
    work: async (connection) => {
      await connection.query(`select lo_from_bytea(0, 'x')`);
      return 'space';
    },
  },
  {
    what: 'deletes all that the role may delete',
    work: async (connection) => {
      const tables = (await rightsOf(connection)).filter((right) => right.endsWith(' DELETE'));
      for (const right of tables) await connection.query(`delete from ${right.split(' ')[0]!}`);
      return `sessions, codes, devices and notices of everybody: ${tables.length} tables, no money`;
    },
    isUndone: true,
  },
  {
    what: 'freezes every account',
    work: async (connection) => {
      await connection.query('select account_freeze_own(account_id) from accounts');
      return 'nobody moves money until operators release them, no money';
    },
    isUndone: true,
  },
  {
    what: 'locks a row of the house',
    work: async (connection) => {
      const lock = `select ledger_lock_house('{bankroll}', '{USDT}', '{real}', '{0}')`;
      await connection.query(lock);
      const other = await thief.connect();
      await other.query(`set lock_timeout = '50ms'`);
      await assert.rejects(other.query(lock), { code: '55P03' });
      other.release(true);
      const { rows } = await connection.query<{
        after: string;
      }>(`select split_part(each, '=', 2) as after from pg_roles, unnest(rolconfig) as each
        where rolname = current_user and each like 'idle_in_transaction_session_timeout=%'`);
      return `all orders wait, ${rows[0]!.after} at a time, no money`;
    },
    isUndone: true,
  },
  {
    what: 'opens an operator’s session',
    work: async (connection) => {
      await connection.query(`select operator_open_session(gen_random_uuid(), null, null, '', '', '')`);
      return 'a session';
    },
  },
  {
    what: 'writes an entry of the audit log',
    work: async (connection) => {
      await connection.query(`select audit_append('demo-risk-1', 'x', '', '{}')`);
      return 'an entry';
    },
  },
  {
    what: 'opens an experience account that nobody offered',
    work: async (connection) => {
      const [owner, accountId] = [await accountWith(connection, '0'), randomUUID()];
      await connection.query(
        `insert into accounts (account_id, number, account_type, language, invite_code, created_at, experience_of)
         values ($1, '99999999', '0', 'en', 'TX', now(), $2)`,
        [accountId, owner],
      );
      await connection.query(
        `insert into experience_openings (account_id, owner_id, terms_version, amount, opened_on) values ($1, $2, 1, 1000000, current_date)`,
        [accountId, owner],
      );
      return '1,000,000 USDT of experience money';
    },
  },
  {
    what: 'publishes a price that no source gave',
    work: async (connection) => {
      await publish(connection, 'ETH', '0.000001');
      return 'the price at which orders of that moment settle';
    },
    isUndone: true,
  },
  {
    what: 'draws a period by a round that never was',
    work: drawOwnPeriod,
  },
  {
    what: 'rewrites what is only shown, counted or sent',
    work: async (connection) => {
      const shown = judgedRights['rewrites what is only shown, counted or sent']!;
      const tables = shown.filter((right) => right.endsWith(' UPDATE')).map((right) => right.split(' ')[0]!);
      for (const table of tables) {
        const { rows } = await connection.query<{ column: string }>(
          `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and not attisdropped order by attnum limit 1`,
          [table],
        );
        await connection.query(`update ${table} set ${rows[0]!.column} = ${rows[0]!.column} where false`);
      }
      return `notices, texts, alarms and favourites: ${tables.length} tables, no money`;
    },
  },
  {
    what: 'gives a customer the password of an own account',
    work: async (connection) => {
      const { rowCount } = await connection.query(
        `update credentials as theirs set argon2 = mine.argon2, pepper_id = mine.pepper_id from credentials as mine
         where theirs.account_id = $1 and mine.account_id = $2 and mine.kind = theirs.kind and theirs.kind = 'login'`,
        [idOf(victim), idOf(own)],
      );
      assert.equal(rowCount, 1);
      return '';
    },
    async afterwards() {
      const client = createClient({ baseUrl: app.url, keepsCookies: true });
      got(await client.call(queryLogin, { user_name: victim.email, user_password: own.password }));
      const { available } = await app.available({ ...victim, client });
      assert.equal(available, '500');
      return 'every customer’s account, of which withdrawals wait for an operator';
    },
  },
];

interface Asked {
  accountId: string;
  withdrawalId: string;
}

/** An own withdrawal to an address whose hold is over. */
async function withdrawal(connection: Connection, accountId: string, amount: string, asset = 'USDT'): Promise<Asked> {
  const [withdrawalId, addressId] = [randomUUID(), randomUUID()];
  await connection.query(
    `insert into withdrawal_addresses (account_id, address_id, network, asset, address, alias, added_at, usable_at)
     values ($1, $2, 'ethereum', $4, $3, 'mine', now() - interval '3 days', now() - interval '2 days')`,
    [accountId, addressId, payee, asset],
  );
  await connection.query(
    `insert into withdrawals (account_id, withdrawal_id, book, network, asset, address_id, address, alias, amount, fee, units, needs_two_persons,
       requested_at, state, terms_version)
     select $1, $2, 'real', 'ethereum', $6, $3, $4, 'mine', $5, fee, trunc(($5 - fee) * 10::numeric ^ decimals)::text, $5 > two_persons_above, now(), 'review', version
     from (select *, ceil($5 * fee_rate * 10000) / 10000 as fee from withdrawal_terms where asset = $6 order by version desc limit 1) as terms
       join network_coins using (asset) where network = 'ethereum'`,
    [accountId, withdrawalId, addressId, payee, amount, asset],
  );
  await connection.query(`insert into open_withdrawals (account_id, book, withdrawal_id) values ($1, 'real', $2)`, [accountId, withdrawalId]); // oxfmt-ignore
  await post(connection, accountId, [{ objectId: withdrawalId, coin: asset, kind: 'withdrawal-reserved', from: 'available', to: 'reserved', amount }]); // oxfmt-ignore
  return { accountId, withdrawalId };
}

const approveInName = (
  connection: Connection,
  { accountId, withdrawalId }: Asked,
  name = 'demo-treasurer-1',
): Promise<unknown> =>
  connection.query(
    `update withdrawals set state = 'approved', decided_at = now(), decided_by = $3 where account_id = $1 and withdrawal_id = $2`,
    [accountId, withdrawalId, name],
  );

/** A signature of the right form, by no key. */
const signInName = (connection: Connection, { accountId, withdrawalId }: Asked, name: string): Promise<unknown> =>
  connection.query(
    `insert into withdrawal_approvals (account_id, approval_id, withdrawal_id, person, signature, at)
     values ($1, gen_random_uuid(), $2, $3, repeat('0', 128), now())`,
    [accountId, withdrawalId, name],
  );

/** The next tick of a coin, with the hash that it must have. The engine publishes as well: whoever comes second tries again. */
async function publish(connection: Connection, coin: string, price: string): Promise<void> {
  for (;;) {
    await connection.query('savepoint publishing');
    const { rows } = await connection.query<{ sequence: number; at: number; hash: string }>(
      `select sequence::float8 as sequence, published_ms::float8 as at, encode(hash, 'hex') as hash from market_ticks where coin = $1 order by sequence desc limit 1`,
      [coin],
    );
    const { sequence, at, hash } = rows[0]!;
    const tick = [sequence + 1, price, at + 1, at + 1, 'x'] as const;
    try {
      await connection.query(
        `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash) values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
        [coin, ...tick, hashTick(hash, coin, [...tick])],
      );
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      await connection.query('rollback to publishing');
    }
  }
}

/** Opens a period of 100,000 tickets, sells itself one, and draws that one. */
async function drawOwnPeriod(connection: Connection): Promise<string> {
  const accountId = await accountWith(connection, '1');
  const [periodId, ticketId] = [randomUUID(), randomUUID()];
  const house = '00000000-0000-0000-0000-000000000000';
  await connection.query(
    `insert into shop_goods select made.* from shop_goods as like_it, jsonb_populate_record(like_it, '{"good_id": "thief"}') as made limit 1`,
  );
  await connection.query(
    `insert into shop_periods (period_id, good_id, number, series, price, tickets, tickets_min, winners, rebate, prize_kind, prize, draw_delay_ms, beacon_name,
       beacon_is_demo, beacon_key, beacon_genesis_ms, beacon_period_ms, opened_at, closes_at, state, sold, pays_buyers, sold_shown)
     select $1, 'thief', 1, 0, 1, 100000, 100000, 1, 0, 'coin', 90000, 1000, 'x', true, repeat('0', 192), 0, 1, now(), now() + interval '1 hour', 'open', 0, false, 0`,
    [periodId],
  );
  await post(connection, house, [{ ...usdt(periodId), kind: 'shop-reserved', from: 'shop-funds', to: 'shop', amount: '90000' }]); // oxfmt-ignore
  await connection.query(
    `insert into shop_tickets (account_id, ticket_id, book, period_id, number, price, bought_at) values ($1, $2, 'real', $3, 1, 1, now())`,
    [accountId, ticketId, periodId],
  );
  await post(connection, accountId, [{ ...usdt(ticketId), kind: 'ticket-bought', from: 'available', to: 'reserved', amount: '1' }]); // oxfmt-ignore
  await connection.query(`update shop_periods set sold = 1, sold_shown = 1 where period_id = $1`, [periodId]);
  await connection.query(`update shop_periods set state = 'closed', closed_at = clock_timestamp() where period_id = $1`, [periodId]); // oxfmt-ignore
  await connection.query('select shop_publish_list($1, $2)', [periodId, rootOfTickets([wireId('ticket', ticketId as Uuid)])]); // oxfmt-ignore
  await readUntil(
    'the round is over by the clock of the database',
    async () => (await connection.query<{ is: boolean }>('select round_at <= clock_timestamp() as is from shop_lists where period_id = $1', [periodId])).rows[0]!.is, // oxfmt-ignore
    (isOver) => isOver,
    { withinMs: 60_000, everyMs: 50 },
  );
  await connection.query(`insert into shop_draws (period_id, signature, winning_num, drawn_at) values ($1, repeat('0', 96), '1', clock_timestamp())`, [periodId]); // oxfmt-ignore
  await connection.query(`update shop_tickets set outcome = 'won', paid = 90000, ended_at = clock_timestamp() where ticket_id = $1`, [ticketId]); // oxfmt-ignore
  await post(connection, accountId, [
    { ...usdt(ticketId), kind: 'ticket-spent', from: 'reserved', to: 'shop-funds', amount: '1' },
    { ...usdt(ticketId), kind: 'ticket-prize', from: 'shop', to: 'available', amount: '90000' },
  ]);
  await connection.query(`update shop_periods set state = 'drawn' where period_id = $1`, [periodId]);
  return gained(connection, accountId, '1');
}

/** An application of 1,000 USDT, paid out in the name of a treasurer unless it is to stay one. */
async function loan(
  connection: Connection,
  accountId: string,
  state: 'review' | 'paid-out' = 'paid-out',
): Promise<string> {
  const objectId = randomUUID();
  await connection.query(
    `insert into loans (account_id, loan_id, book, amount, term_id, term_version, months, monthly_rate, cost, limits_version, credit_limit, needs_two_persons,
       agreement_sha256, applied_at, state, collects_in_parts)
     values ($1, $2, 'real', 1000, '1', 1, 1, 0.012, 12, 1, 1000, false, repeat('0', 64), now(), 'review', true)`,
    [accountId, objectId],
  );
  const lent = { ...usdt(objectId), amount: '1000' };
  await post(connection, accountId, [{ ...lent, kind: 'loan-reserved', from: 'lending', to: 'lending-reserve' }]);
  await connection.query(`insert into debts (account_id, book, open_loan) values ($1, 'real', $2)`, [accountId, objectId]); // oxfmt-ignore
  if (state === 'review') return '';
  await connection.query(
    `update loans set state = 'paid-out', decided_at = now(), decided_by = 'demo-treasurer-1', paid_out_at = now(), due_at = now() + interval '1 month' where loan_id = $1`,
    [objectId],
  );
  await connection.query(
    `update debts set owed_amount = 1000, owed_monthly_rate = 0.012, owed_months = 1, owed_since = now() where account_id = $1`,
    [accountId],
  );
  await connection.query(
    `insert into due_work (account_id, due_id, book, kind, subject_id, due_at)
     select account_id, gen_random_uuid(), 'real', 'loan-due', loan_id, due_at from loans where loan_id = $1`,
    [objectId],
  );
  await post(connection, accountId, [{ ...lent, kind: 'loan-paid-out', from: 'lending-reserve', to: 'available' }]);
  return gained(connection, accountId);
}

const idOf = ({ user }: Person): string => parseWireId('account', user.account_id)!;
let unsigned: Asked;

/** By the password, while a treasurer is signed in. */
const whileSignedIn: readonly Attempt[] = [
  {
    what: 'pays own loans out in the name of a treasurer who is signed in',
    work: async (connection) => {
      for (let turn = 0; turn < 19; turn++) await loan(connection, await accountWith(connection, '0'));
      return '19,000 USDT, owed by accounts that never pay';
    },
  },
  {
    what: 'approves an own withdrawal in that name, without a signature',
    work: async (connection) => {
      const accountId = await accountWith(connection, '1000');
      await approveInName(connection, await withdrawal(connection, accountId, '1000'));
      return 'a payment of 970 USDT';
    },
  },
  {
    what: 'approves an own withdrawal in that name, with a made-up signature',
    work: async (connection) => {
      unsigned = await withdrawal(connection, await accountWith(connection, '1000'), '1000');
      await approveInName(connection, unsigned);
      await signInName(connection, unsigned, 'demo-treasurer-1');
      return '';
    },
    async afterwards() {
      const trouble = await readUntil(
        'the signer has refused',
        async () => {
          const { rows } = await app.pool.query<{ trouble: string }>('select trouble from withdrawals where withdrawal_id = $1', [unsigned.withdrawalId]); // oxfmt-ignore
          return rows[0]!.trouble;
        },
        (found) => found !== '',
        { withinMs: 60_000, everyMs: 50 },
      );
      assert.match(String(trouble), /^signer-/);
      return 'nothing on the chain, which the signer refuses';
    },
  },
  {
    what: 'makes up a line of a bank statement in that name',
    work: async (connection) => {
      await connection.query(
        `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by)
         select gen_random_uuid(), 'EUR', 10000, current_date, 'x', 'x', operator_id from operators where name = 'demo-treasurer-1'`,
      );
      return 'the proof by which another operator confirms an own purchase, within a day’s sum';
    },
    isUndone: true,
  },
  {
    what: 'decides on more in that name than a day’s sum',
    work: async (connection) => loan(connection, await accountWith(connection, '0')),
  },
];

async function play({ what, work, afterwards, isUndone = false }: Attempt): Promise<Outcome> {
  const outcome = await attempt(thief, { what, work, isUndone });
  return outcome.held === 'open' && afterwards ? { ...outcome, gave: await afterwards() } : outcome;
}

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

test('what the password of the server’s role gives in a day is what docs/security.md says', async () => {
  const outcomes: Outcome[] = [];
  for (const each of byPassword) outcomes.push(await play(each));
  await as('treasurer');
  for (const each of whileSignedIn) outcomes.push(await play(each));
  hold('With the password of `candor_app`', outcomes);
});

test('every right of the server’s role belongs to an attempt', async () => {
  assert.deepEqual(await rightsOf(thief), Object.values(judgedRights).flat().toSorted());
  const attempts = [...byPassword, ...whileSignedIn].map(({ what }) => what);
  assert.deepEqual(Object.keys(judgedRights).filter((what) => !attempts.includes(what)), []); // oxfmt-ignore
});

/** In a transaction that nothing is expected to refuse. */
async function prepared<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await thief.connect();
  await connection.query('begin');
  const result = await work(connection);
  await connection.query('commit');
  connection.release();
  return result;
}

/** This many accounts with a withdrawal of 1,000 USDT each, the most that one operator approves. */
const askedBy = (people: number, fund: (connection: Connection) => Promise<string>): Promise<Asked[]> =>
  prepared(async (connection) => {
    const all: Asked[] = [];
    for (let turn = 0; turn < people; turn++) all.push(await withdrawal(connection, await fund(connection), '1000'));
    return all;
  });

const approve = (client: ConsoleClient, { withdrawalId }: Asked) =>
  client.call(approveWithdrawal, { withdraw_id: wireId('withdrawal', withdrawalId as Uuid) });

/** Approves one after the other: those before the first refusal, and its code. */
async function approveAll(client: ConsoleClient, all: readonly Asked[]): Promise<{ approved: Asked[]; code: string }> {
  for (const [place, each] of all.entries()) {
    const outcome = await approve(client, each);
    if (!outcome.ok) return { approved: all.slice(0, place), code: outcome.code };
  }
  return assert.fail('nothing was refused');
}

/** Asks for one thing after the other, hour after hour of a day, as long as anything is shown. */
async function lookAllDay(name: string, look: (turn: number) => Promise<boolean>): Promise<number> {
  let shown = 0;
  for (;;) {
    const before = shown;
    while (await look(shown)) shown++;
    if (shown === before) return shown;
    await runAsOwner(app, `update operator_looks set at = at - interval '1 hour' where operator_id = (select operator_id from operators where name = '${name}')`); // oxfmt-ignore
  }
}

test('what one operator’s session gives in a day is what docs/security.md says', async () => {
  const risk = await as('risk');
  const asked = await askedBy(21, (connection) => accountWith(connection, '1000'));
  const { approved, code } = await approveAll(risk, asked);
  const left = asked.at(-1)!;
  const others = operatorRoles.filter((role) => role !== 'risk' && role !== 'treasurer');
  const refused = await Promise.all(others.map(async (role) => refusalOf(await approve(await as(role), left))));
  const loanId = await prepared(async (connection) => {
    const accountId = await accountWith(connection, '0');
    await loan(connection, accountId, 'review');
    return (await connection.query<{ id: Uuid }>('select loan_id as id from loans where account_id = $1', [accountId])).rows[0]!.id; // oxfmt-ignore
  });
  const lent = refusalOf(await risk.call(approveLoan, { loan_id: wireId('loan', loanId) }));
  const { proposal_id, version } = got(await risk.call(proposeAct, { kind: 'halt-coin', body: { coin: 'XRP', reason: 'x' }, why: 'x' })); // oxfmt-ignore
  const alone = refusalOf(await risk.call(approveAct, { proposal_id, version }));

  const auditor = await as('auditor');
  const seen = await prepared(async (connection) => {
    for (let turn = 0; turn < 310; turn++) await accountWith(connection, '0');
    return (await connection.query<{ id: Uuid }>('select account_id as id from accounts')).rows.map(({ id }) => wireId('account', id)); // oxfmt-ignore
  });
  const customers = await lookAllDay('demo-auditor-1', async (turn) => (await auditor.call(getCustomer, { account_id: seen[turn]! })).ok); // oxfmt-ignore
  const pages = await lookAllDay('demo-auditor-1', async (turn) => (await auditor.call(listCustomers, { pagesize: 1, current_page: turn + 1 })).ok); // oxfmt-ignore
  const administrator = await as('administrator');
  const table = { headers: { cookie: administrator.cookies() } };
  const exports = await lookAllDay('demo-administrator-1', async () => (await fetch(app.consoleUrl() + exportCustomers.path, table)).ok); // oxfmt-ignore

  hold('With one operator’s session', [
    { attempt: 'approves what customers asked for, as a treasurer or as risk', gave: `${(approved.length * 1000).toLocaleString('en')} USDT, to the customers’ own addresses`, held: `refused (${code})` },
    { attempt: 'approves a payment in any other role', gave: 'nothing', held: `refused (${[...new Set(refused)].join(', ')})` },
    { attempt: 'pays a loan out on the same day', gave: 'nothing', held: `refused (${lent})` },
    { attempt: 'approves an act of its own', gave: 'nothing', held: `refused (${alone})` },
    { attempt: 'opens one customer after the other', gave: `${customers} customers whole`, held: 'refused (looks-used-up)' },
    { attempt: 'reads the lists page by page', gave: `${pages} pages, masked`, held: 'refused (looks-used-up)' },
    { attempt: 'takes the lists away as tables', gave: `${exports} tables, masked`, held: 'refused (looks-used-up)' },
  ]); // oxfmt-ignore
});

test('what a session and the password give together in a day is what docs/security.md says', async () => {
  const treasurer = await as('treasurer', 2);
  const asked = await askedBy(21, async (connection) => {
    const accountId = await accountWith(connection, '0');
    await deposit(connection, accountId, '1000');
    return accountId;
  });
  const { approved, code } = await approveAll(treasurer, asked);
  assert.equal(code, 'day-sum-reached');
  const ids = approved.map(({ withdrawalId }) => withdrawalId);
  const sent = await readUntil(
    'they are sent',
    async () => (await app.pool.query<{ count: number; sum: string }>(`select count(*)::int as count, coalesce(sum(units::numeric) / 1000000, 0) as sum from withdrawals where withdrawal_id = any($1) and state = 'sent'`, [ids])).rows[0]!, // oxfmt-ignore
    ({ count }) => count === approved.length,
    { withinMs: 180_000, everyMs: 200 },
  );
  const broken = await prepared(brokenRules);
  await as('risk', 2);
  const more = async (connection: Connection, name: string): Promise<Asked> => {
    const wanted = await withdrawal(connection, await accountWith(connection, '0.5', 'ETH'), '0.5', 'ETH');
    await approveInName(connection, wanted, name);
    await signInName(connection, wanted, name);
    return wanted;
  };
  hold('With both', [
    { attempt: 'makes up deposits and approves own withdrawals of them', gave: `${Number(sent.sum).toLocaleString('en')} USDT on the chain`, held: broken.length > 0 ? `found: ${broken.join('; ')}` : 'open' },
    await play({
      what: 'approves another of 0.5 ETH on the same day',
      work: async (connection) => {
        await more(connection, 'demo-treasurer-2');
        return '0.5 ETH';
      },
    }),
    await play({
      what: 'approves 0.5 ETH after a price at which it is worth nothing, as another operator',
      work: async (connection) => {
        await publish(connection, 'ETH', '0.000001');
        const { withdrawalId } = await more(connection, 'demo-risk-2');
        await connection.query('set constraints all immediate');
        const { rows } = await connection.query<{ worth: string }>('select trim_scale(worth)::text as worth from operator_decisions where object_id = $1', [withdrawalId]); // oxfmt-ignore
        return `0.5 ETH that count as ${rows[0]!.worth} USDT, again and again up to the signer’s limit of a day`;
      },
      isUndone: true,
    }),
  ]); // oxfmt-ignore
});
