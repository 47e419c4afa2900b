// Orders of each product that a thief forges with the password of the server's role.
import { randomUUID } from 'node:crypto';
import type { Connection } from '../../src/kit/postgres.ts';
import type { Attempt } from './thief-attempts.ts';
import { accountWith, deposit, faucetDay, usdt } from './thief-forgeries.ts';
import { gained, post } from './thief.ts';

/** With the password alone: money, gained by forged orders of each product. */
export const ordersMadeUp: readonly Attempt[] = [
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
      await post(connection, accountId, [
        { ...usdt(randomUUID()), kind: 'gift', from: 'capital', to: 'available', amount: '1000000' },
      ]);
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
      await post(connection, '00000000-0000-0000-0000-000000000000', [
        { ...usdt(randomUUID()), kind: 'capital-paid-out', from: 'bankroll', to: 'capital', amount: '1000000' },
      ]);
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
      for (let daysAgo = 1; daysAgo <= 100; daysAgo++)
        await faucetDay(connection, { accountId, amount: '10000', daysAgo });
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
      await connection.query(
        `insert into swap_days (account_id, day_id, begun_at, placed) values ($1, gen_random_uuid(), date_trunc('day', now()), 1)`,
        [accountId],
      );
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
      const { rows } = await connection.query<{ profit: string }>(
        'select trim_scale(profit)::text as profit from option_orders where order_id = $1',
        [objectId],
      );
      const { profit } = rows[0]!;
      const stake = { ...usdt(objectId), amount: '10000' };
      await post(connection, accountId, [
        {
          ...stake,
          kind: 'option-placed',
          from: 'available',
          to: 'reserved',
          cover: ['bankroll', 'options-reserve', profit],
        },
        { ...stake, kind: 'option-returned', from: 'reserved', to: 'available' },
        { ...usdt(objectId), kind: 'option-won', from: 'options-reserve', to: 'available', amount: profit },
      ]);
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
    work: (connection) => pledgesPaidOut(connection, { startedDaysAgo: 90 }),
  },
  {
    what: 'pays out all days of a pledge at once',
    work: (connection) => pledgesPaidOut(connection, { startedDaysAgo: 0 }),
  },
];

/** Inserts ten pledges over the same money, which each pledge pays back. */
async function pledgesPaidOut(connection: Connection, { startedDaysAgo }: { startedDaysAgo: number }): Promise<string> {
  const accountId = await accountWith(connection, '10000');
  for (let turn = 0; turn < 10; turn++) {
    const objectId = randomUUID();
    await connection.query(
      `insert into pledges (account_id, pledge_id, book, product_id, config_version, amount, days, daily_rate, income, started_at, auto_renew, days_posted,
         posted, outcome, forfeited, ended_at)
       select $1, $2, 'real', product_id, version, 10000, days, daily_rate, 450, now() - $3::int * interval '1 day', false, days, 450, 'completed', 0, now()
       from pledge_configs where product_id = '4'`,
      [accountId, objectId, startedDaysAgo],
    );
    const pledge = { ...usdt(objectId), amount: '10000' };
    await post(connection, accountId, [
      {
        ...pledge,
        kind: 'pledge-opened',
        from: 'available',
        to: 'staked',
        cover: ['staking-rewards', 'staking-reserve', '450'],
      },
      { ...usdt(objectId), kind: 'pledge-income', from: 'staking-reserve', to: 'available', amount: '450' },
      { ...pledge, kind: 'pledge-returned', from: 'staked', to: 'available' },
    ]);
  }
  return gained(connection, accountId, '10000');
}
