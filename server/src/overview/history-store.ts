// The SQL of what stands against promises over time, and of what is open; private to this folder.
import type { CoinCode, OrderName, Wad } from '@candor/wire';
import { amount, columns, instant, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';
import { select, selectPage } from '../kit/select.ts';
import { promisedBuckets } from '../ledger/buckets.ts';

/** Once in ten minutes, however many processes do it. */
export async function sampleHouse(database: Database): Promise<void> {
  await database.query(
    `insert into house_samples (at, bucket, coin, book, balance)
     select date_bin('10 minutes', clock_timestamp(), 'epoch'), bucket::text, coin, book, sum(balance) from ledger_house
     where bucket::text = any ($1)
     group by ledger_house.bucket, coin, book having sum(balance) <> 0 on conflict do nothing`,
    [['bankroll', ...promisedBuckets]],
  );
  await database.query(`delete from house_samples where at < clock_timestamp() - interval '400 days'`);
}

const sample = columns({ at: instant, bucket: text(), balance: amount });
/** The last of each step, the oldest first. */
export const readSamples = (
  database: Database,
  wanted: { coin: string; book: Book; hours: number; stepMinutes: number },
) =>
  select(
    database,
    sample,
    `select at, bucket, balance from house_samples where coin = $1 and book = $2::ledger_book and at in (
       select max(at) from house_samples where at > clock_timestamp() - $3 * interval '1 hour'
       group by date_bin($4 * interval '1 minute', at, 'epoch'))
     order by at, bucket`,
    [wanted.coin, wanted.book, wanted.hours, wanted.stepMinutes],
  );

const sampled = columns({ coin: text() });
export const readSampledCoins = async (database: Database, book: Book): Promise<string[]> =>
  (
    await select(
      database,
      sampled,
      `select distinct coin from house_samples where book = $1::ledger_book and at = (select max(at) from house_samples) order by coin`,
      [book],
    )
  ).map(({ coin }) => coin);

const cost = columns({ coin: text(), place: safeInteger, cost: amount });
/** Of options that run, if all ended at their coin's price moved by each of `percents`, whose places begin with 1. */
export const readOptionCosts = (
  database: Database,
  prices: readonly { coin: CoinCode; price: string }[],
  percents: readonly number[],
) =>
  select(
    database,
    cost,
    // Options of a coin, a side and an entry price end alike: a hundred thousand that run are some thousands of groups.
    `with alike as materialized (
       select coin, side, entry_price, sum(stake) as stake, sum(profit) as profit from option_orders
       where result is null and book = 'real' group by coin, side, entry_price)
     select coin, place, sum(case sign(price * (100 + percent) / 100 - coalesce(entry_price, price)) * case side when 'up' then 1 else -1 end
         when 1 then profit when -1 then -stake else 0 end) as cost
     from alike join unnest($1::text[], $2::numeric[]) as prices(coin, price) using (coin)
       cross join unnest($3::int[]) with ordinality as steps(percent, place)
     group by coin, place`,
    [prices.map(({ coin }) => coin), prices.map(({ price }) => price), percents],
  );

const open = columns({
  kind: text<OrderName>(),
  orderId: uuid,
  accountId: uuid,
  coin: text(),
  side: text(),
  amount,
  amountCoin: text(),
  state: text(),
  receivedAt: instant,
});
const sorts = { received_at: 'received_at', amount: 'amount' };

export const readOpenOrders = (
  database: Database,
  kinds: readonly OrderKind[],
  wanted: { product?: string | undefined; coin?: string | undefined; sort: string; limit: number; offset: number },
) => {
  const { product, coin, sort, ...page } = wanted;
  const from = `(${kinds.map(openOf).join(' union all ')}) as open
    where ($1::text is null or kind = $1) and ($2::text is null or coin = $2)`;
  return selectPage(database, open, { from, order: orderBy(sort, sorts, 'order_id'), values: [product, coin] }, page);
};

const openOf = ({ kind, table, id, endedAt, isOpen = `${endedAt} is null`, shown }: OrderKind): string =>
  `select '${kind}' as kind, ${id} as order_id, account_id, ${shown.coin} as coin, ${shown.side} as side, ${shown.amount} as amount,
     ${shown.amountCoin} as amount_coin, ${shown.state} as state, ${shown.receivedAt} as received_at from ${table} where ${isOpen}`;

/** A bucket that had none at a time has no row of it. */
export interface Sample {
  at: number;
  bucket: string;
  balance: Wad;
}
