// The SQL of requests to bring in a coin; private to this folder. The database ends one with the act that meets it.
import { formatAmount, wireId, type Refill, type Uuid, type Wad } from '@candor/wire';
import { amount, columns, instant, safeInteger, text, uuid } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';

const request = columns({
  refillId: uuid,
  coin: text(),
  amount,
  why: text(),
  askedBy: text().as(`coalesce(operator_name(asked_by), '')`),
  askedAt: instant,
  droppedBy: text().as('operator_name(dropped_by)').orNull,
  endedAt: instant.orNull,
  state: text<Refill['state']>().as(
    `case when done_by is not null then 'done' when dropped_by is not null then 'dropped' else 'open' end`,
  ),
  proposalId: uuid.as(
    `coalesce(done_by, (select proposal_id from act_proposals where state in ('proposed', 'approved')
       and kind = 'house-money-in' and strpos(body::json ->> 'reference', refill_requests.reference) > 0
       order by proposed_at desc limit 1))`,
  ).orNull,
});
export type RefillRow = NonNullable<Awaited<ReturnType<typeof findRefill>>>;

const sorts = { asked_at: 'asked_at', coin: 'coin' };
const states: Record<Refill['state'], string> = {
  open: 'ended_at is null',
  done: 'done_by is not null',
  dropped: 'dropped_by is not null',
};

export const readRefills = (
  database: Database,
  wanted: { state?: Refill['state'] | undefined; sort: string; limit: number; offset: number },
) => {
  const { state, sort, ...page } = wanted;
  const from = `refill_requests where ${state === undefined ? 'true' : states[state]}`;
  return selectPage(database, request, { from, order: orderBy(sort, sorts, 'refill_id'), values: [] }, page);
};

export const findRefill = (database: Database, refillId: Uuid) =>
  selectOne(database, request, `select ${request.list} from refill_requests where refill_id = $1`, [refillId]);

const open = columns({ coin: text(), refillId: text().as('reference') });
export const readOpenRefills = (database: Database) =>
  select(database, open, `select ${open.list} from refill_requests where ended_at is null`);

const waiting = columns({ waiting: safeInteger, oldestAt: instant.orNull });
export const countOpenRefills = async (database: Database) =>
  (await selectOne(
    database,
    waiting,
    'select count(*) as waiting, min(asked_at) as oldest_at from refill_requests where ended_at is null',
  ))!;

/** False where one for this coin is open. */
export async function insertRefill(
  database: Database,
  { refillId, coin, amount: wanted, why, by }: { refillId: Uuid; coin: string; amount: Wad; why: string; by: Uuid },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into refill_requests (refill_id, reference, coin, amount, why, asked_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (coin) where ended_at is null do nothing`,
    [refillId, wireId('refill', refillId), coin, formatAmount(wanted), why, by],
  );
  return rowCount === 1;
}

/** False where it has ended. */
export async function endRefill(database: Database, refillId: Uuid, by: Uuid): Promise<boolean> {
  const { rowCount } = await database.query(
    'update refill_requests set dropped_by = $2, ended_at = clock_timestamp() where refill_id = $1 and ended_at is null',
    [refillId, by],
  );
  return rowCount === 1;
}
