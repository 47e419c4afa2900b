// Forgeries by a thief with the password of the server's role: rows about events that never happened, and movements that match the rows.
import { randomUUID } from 'node:crypto';
import { hashTick } from '@candor/proof';
import { rootOfTickets } from '@candor/proof/draw';
import { wireId, type Uuid } from '@candor/wire';
import type { Connection } from '../../src/kit/postgres.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { gained, post } from './thief.ts';

const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Creates an account with this much test money, as the faucet would give: the thief starts with some money of his own. */
export async function accountWith(connection: Connection, amount: string, coin = 'USDT'): Promise<string> {
  const accountId = randomUUID();
  await connection.query(
    `insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
     select $1, n, '1', 'thief-' || n || '@example.com', 'en', 'T' || n, now() from (select (10000000 + floor(random() * 89999999))::bigint::text as n) as made`,
    [accountId],
  );
  if (Number(amount) > 0) await faucetDay(connection, { accountId, amount, coin });
  return accountId;
}

export async function faucetDay(
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
  await post(connection, accountId, [
    { objectId, kind: 'test-money', coin, from: 'demo-faucet', to: 'available', amount },
  ]);
}

/** Inserts a deposit that is on no chain, with a confirmation that no second node gave. */
export async function deposit(connection: Connection, accountId: string, amount: string): Promise<void> {
  const objectId = randomUUID();
  await connection.query(
    `with seen as (insert into deposits (deposit_id, network, txid, ordinal, asset, address, account_id, units, state, block_height, block_hash, seen_at)
       values ($1, 'ethereum', '0x' || encode(sha256($1::uuid::text::bytea), 'hex'), 0, 'USDT', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', $2,
         ($3 || '000000'), 'seen', 1, '0x01', now()) returning deposit_id)
     insert into deposit_checks (deposit_id, block_hash, verdict) select deposit_id, '0x01', 'agrees' from seen`,
    [objectId, accountId, amount],
  );
  await connection.query(`update deposits set state = 'credited', credited_at = now() where deposit_id = $1`, [
    objectId,
  ]);
  await post(connection, accountId, [
    { objectId, kind: 'deposit-credited', coin: 'USDT', from: 'chain-custody', to: 'available', amount },
  ]);
}

export const usdt = (objectId: string) => ({ objectId, coin: 'USDT' });

export interface Asked {
  accountId: string;
  withdrawalId: string;
}

/** Inserts a withdrawal of the thief to an address whose hold is over. */
export async function withdrawal(
  connection: Connection,
  accountId: string,
  amount: string,
  asset = 'USDT',
): Promise<Asked> {
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
  await connection.query(`insert into open_withdrawals (account_id, book, withdrawal_id) values ($1, 'real', $2)`, [
    accountId,
    withdrawalId,
  ]);
  await post(connection, accountId, [
    { objectId: withdrawalId, coin: asset, kind: 'withdrawal-reserved', from: 'available', to: 'reserved', amount },
  ]);
  return { accountId, withdrawalId };
}

export const approveInName = (
  connection: Connection,
  { accountId, withdrawalId }: Asked,
  name = 'demo-treasurer-1',
): Promise<unknown> =>
  connection.query(
    `update withdrawals set state = 'approved', decided_at = now(), decided_by = $3 where account_id = $1 and withdrawal_id = $2`,
    [accountId, withdrawalId, name],
  );

/** Books a payment as failed after it was sent to the network, so that its amount is returned. */
export async function failWhileSent(connection: Connection, { accountId, withdrawalId }: Asked): Promise<void> {
  await readUntil(
    'it is sent',
    async () =>
      (
        await connection.query(`select from withdrawals where withdrawal_id = $1 and state = 'broadcast' for update`, [
          withdrawalId,
        ])
      ).rowCount,
    (found) => found === 1,
    { withinMs: 60_000, everyMs: 5 },
  );
  await connection.query(
    `update withdrawals set state = 'failed', reason = 'not-carried-out', ended_at = clock_timestamp() where withdrawal_id = $1`,
    [withdrawalId],
  );
  await connection.query('update open_withdrawals set withdrawal_id = null where account_id = $1', [accountId]);
  await post(connection, accountId, [
    { ...usdt(withdrawalId), kind: 'withdrawal-returned', from: 'reserved', to: 'available', amount: '1000' },
  ]);
}

/** Inserts an approval whose signature has the right form, but was made with no key. */
export const signInName = (
  connection: Connection,
  { accountId, withdrawalId }: Asked,
  name: string,
): Promise<unknown> =>
  connection.query(
    `insert into withdrawal_approvals (account_id, approval_id, withdrawal_id, person, signature, at)
     values ($1, gen_random_uuid(), $2, $3, repeat('0', 128), now())`,
    [accountId, withdrawalId, name],
  );

/** Inserts the next tick of a coin with the correct hash. Tries again if the engine publishes the same sequence number first. */
export async function publish(connection: Connection, coin: string, price: string): Promise<void> {
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

/** Opens a period of 100,000 tickets, sells one ticket to the thief, and draws that ticket. */
export async function drawOwnPeriod(connection: Connection): Promise<string> {
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
  await post(connection, house, [
    { ...usdt(periodId), kind: 'shop-reserved', from: 'shop-funds', to: 'shop', amount: '90000' },
  ]);
  await connection.query(
    `insert into shop_tickets (account_id, ticket_id, book, period_id, number, price, bought_at) values ($1, $2, 'real', $3, 1, 1, now())`,
    [accountId, ticketId, periodId],
  );
  await post(connection, accountId, [
    { ...usdt(ticketId), kind: 'ticket-bought', from: 'available', to: 'reserved', amount: '1' },
  ]);
  await connection.query(`update shop_periods set sold = 1, sold_shown = 1 where period_id = $1`, [periodId]);
  await connection.query(
    `update shop_periods set state = 'closed', closed_at = clock_timestamp() where period_id = $1`,
    [periodId],
  );
  await connection.query('select shop_publish_list($1, $2)', [
    periodId,
    rootOfTickets([wireId('ticket', ticketId as Uuid)]),
  ]);
  await readUntil(
    'the round is over by the clock of the database',
    async () =>
      (
        await connection.query<{ is: boolean }>(
          'select round_at <= clock_timestamp() as is from shop_lists where period_id = $1',
          [periodId],
        )
      ).rows[0]!.is,
    (isOver) => isOver,
    { withinMs: 60_000, everyMs: 50 },
  );
  await connection.query(
    `insert into shop_draws (period_id, signature, winning_num, drawn_at) values ($1, repeat('0', 96), '1', clock_timestamp())`,
    [periodId],
  );
  await connection.query(
    `update shop_tickets set outcome = 'won', paid = 90000, ended_at = clock_timestamp() where ticket_id = $1`,
    [ticketId],
  );
  await post(connection, accountId, [
    { ...usdt(ticketId), kind: 'ticket-spent', from: 'reserved', to: 'shop-funds', amount: '1' },
    { ...usdt(ticketId), kind: 'ticket-prize', from: 'shop', to: 'available', amount: '90000' },
  ]);
  await connection.query(`update shop_periods set state = 'drawn' where period_id = $1`, [periodId]);
  return gained(connection, accountId, '1');
}

/** Inserts a loan application of 1,000 USDT, paid out in a treasurer's name unless `state` is `review`. */
export async function loan(
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
  await connection.query(`insert into debts (account_id, book, open_loan) values ($1, 'real', $2)`, [
    accountId,
    objectId,
  ]);
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
