// The SQL of swaps as operators see them, and of what the house holds for them.
import type { SwapKind, SwapResult, Uuid } from '@candor/wire';
import { amount, columns, safeInteger, text } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectPage } from '../kit/select.ts';
import type { HouseBucket } from '../ledger/buckets.ts';
import { swapOrders } from './order.ts';

interface SwapsWanted {
  coin?: string | undefined;
  kind?: SwapKind | undefined;
  state?: 'pending' | SwapResult | undefined;
  accountId: Uuid | undefined;
  /** Days of UTC. */
  from?: string | undefined;
  to?: string | undefined;
  sort: string;
  limit: number;
  offset: number;
}

const sorts = { received_at: 'received_at', expires_at: 'expires_at' };

export const readSwaps = (database: Database, wanted: SwapsWanted) => {
  const { coin, kind, state, accountId, from, to, sort, ...page } = wanted;
  return selectPage(
    database,
    swapOrders.columns,
    {
      from: `swap_orders where ($1::text is null or $1 in (from_coin, to_coin)) and ($2::text is null or kind = $2)
        and ($3::text is null or coalesce(result, 'pending') = $3) and ($4::uuid is null or account_id = $4)
        and ($5::date is null or received_at >= $5::date::timestamp at time zone 'UTC') and ($6::date is null or received_at < $6::date::timestamp at time zone 'UTC')`,
      order: orderBy(sort, sorts, 'order_id'),
      values: [coin, kind, state, accountId, from, to],
    },
    page,
  );
};

const held = columns({
  bucket: text<HouseBucket>().as('bucket::text'),
  coin: text(),
  balance: amount.as('sum(balance)'),
});
/** The house's own of real money, in all slices. */
export const readHeld = (database: Database) =>
  select(
    database,
    held,
    `select ${held.list} from ledger_house where book = 'real' group by ledger_house.bucket, coin`,
  );

const waiting = columns({ coin: text(), count: safeInteger, promised: amount });
export const readWaitingLimits = (database: Database) =>
  select(
    database,
    waiting,
    `select to_coin as coin, count(*) as count, sum(promised) as promised from swap_orders
     where result is null and kind = 'limit' and book = 'real' group by to_coin`,
  );
