// The SQL of what operators see of the house, over the tables of ledger and orders; it only reads.
import { amount, columns, instant, oneOfEnum, safeInteger, smallint, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';
import type { Uuid, Wad } from '@candor/wire';

const house = columns({
  bucket: text().as('bucket::text'),
  coin: text(),
  book: oneOfEnum<Book>('ledger_book'),
  balance: amount.as('sum(balance)'),
});
export const readHouse = (database: Database) =>
  select(
    database,
    house,
    `select ${house.list} from ledger_house group by ledger_house.bucket, coin, book order by book, coin, ledger_house.bucket`,
  );

const dues = columns({ due: amount });
export const sumDues = async (database: Database): Promise<Wad> =>
  (await selectOne(
    database,
    dues,
    `select coalesce(sum(unpaid), 0) as due from house_dues where unpaid > 0 and book = 'real' and coin = 'USDT'`,
  ))!.due;

const exposure = columns({
  coin: text(),
  options: safeInteger,
  upStake: amount,
  upProfit: amount,
  downStake: amount,
  downProfit: amount,
  positions: safeInteger,
  waiting: safeInteger,
  openLong: amount,
  openShort: amount,
  reserved: amount,
});

/** Of coins in which somebody has something open, those with most first. */
export const readExposures = (database: Database) =>
  select(
    database,
    exposure,
    `with o as (
       select coin, count(*) as options,
         coalesce(sum(stake) filter (where side = 'up'), 0) as up_stake,
         coalesce(sum(profit) filter (where side = 'up'), 0) as up_profit,
         coalesce(sum(stake) filter (where side = 'down'), 0) as down_stake,
         coalesce(sum(profit) filter (where side = 'down'), 0) as down_profit
       from option_orders where result is null and book = 'real' group by coin),
     c as (
       select coin, count(*) filter (where state = 'open') as positions, count(*) filter (where state = 'waiting') as waiting
       from contract_orders where state <> 'ended' and book = 'real' group by coin),
     e as (
       select coin, sum(open_long) as open_long, sum(open_short) as open_short, sum(reserved) as reserved
       from contract_exposures where book = 'real' group by coin)
     select coin, coalesce(options, 0) as options, coalesce(up_stake, 0) as up_stake, coalesce(up_profit, 0) as up_profit,
       coalesce(down_stake, 0) as down_stake, coalesce(down_profit, 0) as down_profit, coalesce(positions, 0) as positions,
       coalesce(waiting, 0) as waiting, coalesce(open_long, 0) as open_long, coalesce(open_short, 0) as open_short,
       coalesce(reserved, 0) as reserved
     from o full join c using (coin) full join e using (coin)
     order by coalesce(options, 0) + coalesce(positions, 0) + coalesce(waiting, 0) desc, coin`,
  );

const line = columns({
  sequence: safeInteger,
  entryId: uuid,
  leg: smallint,
  at: instant,
  kind: text(),
  coin: text(),
  book: oneOfEnum<Book>('ledger_book'),
  fromBucket: text().as('from_bucket::text'),
  toBucket: text().as('to_bucket::text'),
  amount,
  coverFrom: text().as('cover_from::text').orNull,
  coverTo: text().as('cover_to::text').orNull,
  coverAmount: amount.orNull,
});
export type JournalLine = Awaited<ReturnType<typeof readJournal>>['rows'][number];

const sorts = { sequence: 'sequence' };

export const readJournal = (
  database: Database,
  wanted: {
    accountId: Uuid;
    coin?: string | undefined;
    kind?: string | undefined;
    sort: string;
    limit: number;
    offset: number;
  },
) => {
  const { accountId, coin, kind, sort, ...page } = wanted;
  const from = `ledger_moves where account_id = $1 and ($2::text is null or coin = $2) and ($3::text is null or kind = $3)`;
  return selectPage(
    database,
    line,
    { from, order: orderBy(sort, sorts, 'leg'), values: [accountId, coin, kind] },
    page,
  );
};
