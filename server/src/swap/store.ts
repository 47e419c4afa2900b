// What is read of swaps outside of commands.
import type { SwapOrderMessage, Uuid } from '@candor/wire';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { findsOwn, select } from '../kit/select.ts';
import { swapOrders } from './order.ts';

const { columns } = swapOrders;

/** Of everyone, or of one account. */
export const readOpenOrders = (pool: Pool, accountId: Uuid | null = null) =>
  select(
    pool,
    columns,
    `select ${columns.list} from swap_orders where result is null and ($1::uuid is null or account_id = $1)
     order by received_at`,
    [accountId],
  );

/** Those whose time is over by then, the oldest first. */
export const readOverdueOrders = (pool: Pool, endedBy: number, limit: number) =>
  select(
    pool,
    columns,
    `select ${columns.list} from swap_orders where result is null and expires_at < $1 order by expires_at limit $2`,
    [new Date(endedBy), limit],
  );

export const findOrder = findsOwn(swapOrders, 'order_id');

export interface OrderFilter {
  accountId: Uuid;
  status: SwapOrderMessage['status'] | '';
  /** On either side; '' for all. */
  coin: string;
  from: number | undefined;
  to: number | undefined;
}

export const readOrders = (
  pool: Pool,
  { accountId, status, coin, from = 0, to = farthest }: OrderFilter,
  page: AskedPage,
) =>
  readPage(
    pool,
    columns,
    {
      from: `swap_orders where account_id = $1 and ($2 = '' or coalesce(result, 'pending') = $2)
        and ($3 = '' or $3 in (from_coin, to_coin)) and received_at >= $4 and received_at < $5`,
      values: [accountId, status, coin, new Date(from), new Date(to)],
      by: [byId('swap', 'order_id')],
    },
    page,
  );

const farthest = Date.UTC(9999, 0);
