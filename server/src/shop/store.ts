// What is read of the shop outside of commands; private to this folder.
import type { GoodDrawing, PeriodState, PrizeState, Uuid } from '@candor/wire';
import { amount, columns, integer, safeInteger, smallint, text, uuid, type RowIn } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { orderBy } from '../kit/order-by.ts';
import { byId, byInstant, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { findsOwn, select, selectOne, selectPage } from '../kit/select.ts';
import { drawnPeriod, shopPeriods } from './period.ts';
import { shopPrizes, shopTickets } from './ticket.ts';

interface PageOf {
  limit: number;
  offset: number;
}

const drawnPeriods = `(select p.*, l.root, l.round, l.round_at, l.log_seq, d.signature, d.winning_num, v.reason
  from shop_periods p left join shop_lists l using (period_id) left join shop_draws d using (period_id)
  left join shop_voids v using (period_id)) as periods`;

const good = columns({
  goodId: text(),
  level: smallint,
  drawing: text<GoodDrawing>(),
  name: text(),
  description: text(),
});
export type Good = RowIn<typeof good>;

/** In the language, or in English. */
const goods = `(select g.good_id, g.level, g.drawing, coalesce(t.name, e.name) as name, coalesce(t.description, e.description) as description
  from shop_goods g join shop_good_texts e on e.good_id = g.good_id and e.language = 'en'
  left join shop_good_texts t on t.good_id = g.good_id and t.language = $1) as goods`;

export const readGoods = (pool: Pool, language: string) =>
  select(pool, good, `select ${good.list} from ${goods} order by level, good_id`, [language]);

export const findGood = (pool: Database, language: string, goodId: string) =>
  selectOne(pool, good, `select ${good.list} from ${goods} where good_id = $2`, [language, goodId]);

export const readNewestPeriods = (pool: Pool) =>
  select(
    pool,
    drawnPeriod,
    `select distinct on (good_id) ${drawnPeriod.list} from ${drawnPeriods} order by good_id, number desc`,
  );

export const findPeriod = (database: Database, periodId: Uuid) =>
  selectOne(database, drawnPeriod, `select ${drawnPeriod.list} from ${drawnPeriods} where period_id = $1`, [periodId]);

export const readPeriods = (pool: Pool, ids: readonly Uuid[]) =>
  select(pool, drawnPeriod, `select ${drawnPeriod.list} from ${drawnPeriods} where period_id = any ($1::uuid[])`, [
    ids,
  ]);

export const readEndedPeriods = (pool: Pool, goodId: string, page: AskedPage) =>
  readPage(
    pool,
    drawnPeriod,
    {
      from: `${drawnPeriods} where state in ('drawn', 'void') and ($1 = '' or good_id = $1)`,
      values: [goodId],
      by: [byInstant('closed_at'), byId('period', 'period_id')],
    },
    page,
  );

/** That something is to be done about. */
export const readLivePeriods = (pool: Pool) =>
  select(
    pool,
    drawnPeriod,
    `select ${drawnPeriod.list} from ${drawnPeriods} where state in ('open', 'closed') order by closes_at, period_id`,
  );

const publishedRound = columns({
  ...shopPeriods.shape,
  root: text(),
  round: safeInteger,
  lateMs: safeInteger.as('floor(extract(epoch from clock_timestamp() - round_at) * 1000)::bigint'),
});
export type PublishedRound = RowIn<typeof publishedRound>;

/** Returns closed periods whose round is published by the time of the database, and for how long (`lateMs`); the oldest round first. */
export const readPublishedRounds = (pool: Pool) =>
  select(
    pool,
    publishedRound,
    `select ${publishedRound.list} from shop_periods join shop_lists using (period_id)
     where state = 'closed' and round_at <= clock_timestamp() order by round_at, period_id`,
  );

/** The last of a series that goes on, and has no next one yet. */
export const readUnfollowed = (pool: Pool) =>
  select(
    pool,
    shopPeriods.columns,
    `select ${shopPeriods.columns.list} from (select good_id as good from shop_goods) as goods
       cross join lateral (select * from shop_periods where good_id = good order by number desc limit 1) as newest
     where series > 0 and state <> 'open'`,
  );

export const readLastNumber = async (
  database: Database,
  goodId: string,
): Promise<{ number: number; isOpen: boolean }> => {
  const last = await selectOne(
    database,
    shopPeriods.columns,
    `select ${shopPeriods.columns.list} from shop_periods where good_id = $1 order by number desc limit 1`,
    [goodId],
  );
  return { number: last?.number ?? 0, isOpen: last?.state === 'open' };
};

const listed = columns({ ticketId: uuid });

/** In the order of their numbers, which are all there. */
export const readTicketList = (database: Database, periodId: Uuid) =>
  select(database, listed, 'select ticket_id from shop_tickets where period_id = $1 order by number', [periodId]);

/** Returns the number of its entry in the public log; fails where its round is public already. */
export const publishList = (pool: Pool, periodId: Uuid, root: string): Promise<unknown> =>
  pool.query('select shop_publish_list($1, $2)', [periodId, root]);

const unsettled = columns({ accountId: uuid, ticketId: uuid, periodId: uuid, number: integer });
export type UnsettledTicket = RowIn<typeof unsettled>;

export const readUnsettled = (pool: Pool, limit: number, without: readonly Uuid[]) =>
  select(
    pool,
    unsettled,
    `select t.account_id, t.ticket_id, t.period_id, t.number from shop_tickets t join shop_periods p using (period_id)
     where t.outcome is null and p.state in ('drawn', 'void') and not t.ticket_id = any ($2::uuid[]) limit $1`,
    [limit, without],
  );

export const ticketPage = (pool: Pool, { accountId, where }: { accountId: Uuid; where: string }, page: AskedPage) =>
  readPage(
    pool,
    shopTickets.columns,
    {
      from: `shop_tickets where account_id = $1 and ${where}`,
      values: [accountId],
      by: [byInstant('bought_at'), byId('ticket', 'ticket_id')],
    },
    page,
  );

export const findTicket = findsOwn(shopTickets, 'ticket_id');

export const readPrizes = (pool: Pool, ids: readonly Uuid[]) =>
  select(
    pool,
    shopPrizes.columns,
    `select ${shopPrizes.columns.list} from shop_prizes where prize_id = any ($1::uuid[])`,
    [ids],
  );

const deliveries = columns({ ...shopPrizes.shape, goodId: text() });
export type Delivery = RowIn<typeof deliveries>;
const allDeliveries = `(select z.*, (select p.good_id from shop_periods p where p.period_id = z.period_id) as good_id from shop_prizes z) as deliveries`;

export const readDeliveries = (
  pool: Pool,
  { state, sort, ...page }: PageOf & { state: PrizeState | undefined; sort: string | undefined },
) =>
  selectPage(
    pool,
    deliveries,
    {
      from: `${allDeliveries} where ($1::text is null or state = $1)`,
      order: orderBy(sort ?? 'won_at', { won_at: 'won_at' }, 'prize_id'),
      values: [state ?? null],
    },
    page,
  );

export const findDelivery = (pool: Pool, prizeId: Uuid) =>
  selectOne(pool, deliveries, `select ${deliveries.list} from ${allDeliveries} where prize_id = $1`, [prizeId]);

export async function readSealedAddress(pool: Pool, prizeId: Uuid) {
  const { rows } = await pool.query<{ keyId: string; bytes: Buffer }>(
    'select key_id as "keyId", sealed as bytes from shop_addresses where prize_id = $1',
    [prizeId],
  );
  return rows[0];
}

export async function countDeliveries(pool: Pool): Promise<{ waiting: number; oldestAt: number | null }> {
  const { rows } = await pool.query<{ waiting: number; oldestAt: number | null }>(
    `select count(*)::int as waiting, min(changed_at) as "oldestAt" from shop_prizes where state = 'addressed'`,
  );
  return rows[0]!;
}

const listedPeriods = columns({ ...shopPeriods.shape, owing: integer, given: amount });
export type ListedRow = RowIn<typeof listedPeriods>;
/** What of it is still to be paid or sent, and what was given so far: looked up for the rows of a page alone, as no condition asks for it. */
const allPeriods = `(select p.*,
    case when p.state in ('drawn', 'void') then (select count(*) from shop_tickets t where t.period_id = p.period_id and t.outcome is null)
      + (select count(*) from shop_prizes z where z.period_id = p.period_id and z.state in ('open', 'addressed')) else 1 end::int as owing,
    (select coalesce(sum(paid), 0) from shop_tickets t where t.period_id = p.period_id)
      + (select coalesce(sum(worth), 0) from shop_prizes z where z.period_id = p.period_id and z.state in ('sent', 'taken')) as given
  from shop_periods p) as periods`;

export const readPeriodList = (
  pool: Pool,
  {
    state,
    goodId,
    sort,
    ...page
  }: PageOf & { state: PeriodState | undefined; goodId: string | undefined; sort: string | undefined },
) =>
  selectPage(
    pool,
    listedPeriods,
    {
      from: `${allPeriods} where ($1::text is null or state = $1) and ($2::text is null or good_id = $2)`,
      order: orderBy(sort ?? '-opened_at', { opened_at: 'opened_at', closes_at: 'closes_at' }, 'period_id'),
      values: [state ?? null, goodId ?? null],
    },
    page,
  );

export const findListedPeriod = (pool: Pool, periodId: Uuid) =>
  selectOne(pool, listedPeriods, `select ${listedPeriods.list} from ${allPeriods} where period_id = $1`, [periodId]);

export interface NewGood {
  goodId: string;
  level: number;
  drawing: GoodDrawing;
  texts: readonly { language: string; name: string; description: string }[];
}

/** False when there is one of this name, which stays what it is. */
export async function insertGood(database: Database, { goodId, level, drawing, texts }: NewGood): Promise<boolean> {
  const added = await database.query(
    'insert into shop_goods (good_id, level, drawing) values ($1, $2, $3) on conflict do nothing returning good_id',
    [goodId, level, drawing],
  );
  if (added.rows.length === 0) return false;
  await database.query(
    `insert into shop_good_texts (good_id, language, name, description)
     select $1, * from unnest($2::text[], $3::text[], $4::text[])`,
    [
      goodId,
      texts.map(({ language }) => language),
      texts.map(({ name }) => name),
      texts.map(({ description }) => description),
    ],
  );
  return true;
}

export const addGoodAtOnce = (pool: Pool, good: NewGood): Promise<boolean> =>
  inTransaction(pool, (database) => insertGood(database, good));

export async function readVip(pool: Pool, accountId: Uuid): Promise<number> {
  const { rows } = await pool.query<{ vip: number }>('select vip from accounts where account_id = $1', [accountId]);
  return rows[0]?.vip ?? 0;
}

const offer = columns({ goodId: text(), level: smallint });
export type Offer = RowIn<typeof offer>;

/** Which good a period is of, and for whom. */
export const readOffer = (pool: Pool, periodId: Uuid) =>
  selectOne(
    pool,
    offer,
    `select good_id, level from shop_periods join shop_goods using (good_id) where period_id = $1`,
    [periodId],
  );

const funds = columns({ free: amount });

/** What the house may reserve for new periods. */
export const readFunds = async (pool: Pool) =>
  (await selectOne(
    pool,
    funds,
    `select coalesce(sum(balance), 0) as free from ledger_house where bucket = 'shop-funds' and coin = 'USDT' and book = 'real'`,
  ))!.free;
