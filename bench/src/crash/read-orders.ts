// Orders as the database holds them, for the oracle.
import type { Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';

export interface StoredOrder {
  account_id: Uuid;
  order_id: Uuid;
  coin: string;
  side: 'up' | 'down';
  stake: string;
  profit: string;
  payout_rate: string;
  duration_ms: number;
  exit_wait_ms: number;
  received_at: number;
  accepted_sequence: number;
  entry_sequence: number | null;
  expires_at: number | null;
  exit_sequence: number | null;
  result: string | null;
  paid: string | null;
}

export async function readOrders(pool: Pool, accounts: readonly Uuid[]): Promise<StoredOrder[]> {
  const { rows } = await pool.query<StoredOrder>(
    `select o.account_id, o.order_id, o.coin, o.side, o.stake, o.profit, c.payout_rate, o.duration_ms, c.exit_wait_ms,
       o.received_at,
       o.accepted_sequence, o.entry_sequence, o.expires_at, o.exit_sequence, o.result, o.paid
     from option_orders o join options_configs c on c.config_id = o.config_id and c.version = o.config_version
     where account_id = any($1)`,
    [accounts],
  );
  return rows;
}

export async function countOpenOrders(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select (select count(*) from option_orders where result is null)
       + (select count(*) from contract_orders where state <> 'ended') as open`,
  );
  return rows[0]!.open;
}
