// What is read of purchases and of lines of statements outside of commands.
import { toInstant, type CurrencyCode, type PurchaseState, type Uuid, type Wad, formatAmount } from '@candor/wire';
import { amount, boolean, columns as record, date, instant, text, uuid } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { findsOwn, select, selectOne, selectPage } from '../kit/select.ts';
import { purchases } from './purchase.ts';

const { columns } = purchases;

export const findPurchase = findsOwn(purchases, 'purchase_id');

/** Whoever's it is. */
export const findAnyPurchase = (pool: Pool, purchaseId: Uuid) =>
  selectOne(pool, columns, `select ${columns.list} from purchases where purchase_id = $1`, [purchaseId]);

export const readOwnPurchases = (
  pool: Pool,
  { accountId, ...page }: { accountId: Uuid; limit: number; offset: number },
) =>
  // oxfmt-ignore
  selectPage(
    pool,
    columns,
    { from: 'purchases where account_id = $1', order: 'ordered_at desc, purchase_id desc', values: [accountId] },
    page,
  );

export interface PurchasesWanted {
  state?: PurchaseState | 'to-confirm' | undefined;
  currency?: CurrencyCode | undefined;
  reference: string;
  amount: Wad | undefined;
  sort?: string | undefined;
  limit: number;
  offset: number;
}

const listed = record({ ...purchases.shape, decider: text().orNull.as('(select name from operators where operator_id = decided_by)') }); // oxfmt-ignore

export const listPurchases = (pool: Pool, { state, currency, reference, amount: money, sort, ...page }: PurchasesWanted) => {
  const first = state === 'to-confirm' || state === 'waiting-payment' ? 'ordered_at' : '-ordered_at';
  return selectPage(
    pool,
    listed,
    {
      from: `purchases where ($1::text is null or state = any (case $1 when 'to-confirm' then '{paid,late-paid}' else array[$1] end::text[]))
        and ($2::text is null or currency = $2) and starts_with(reference, $3) and ($4::numeric is null or money = $4)`,
      order: orderBy(sort ?? first, { ordered_at: 'ordered_at', money: 'money' }, 'purchase_id'),
      values: [state ?? null, currency ?? null, reference, money === undefined ? null : formatAmount(money)],
    },
    page,
  );
}; // oxfmt-ignore

export const readDecider = (pool: Pool, operatorId: Uuid) =>
  selectOne(pool, record({ name: text() }), 'select name from operators where operator_id = $1', [operatorId]);

const counted = record({ waiting: text().as('count(*)::text'), oldestAt: instant.orNull.as('min(paid_at)') });

/** Said to be paid, and not decided on. */
export async function countToConfirm(pool: Pool): Promise<{ waiting: number; oldestAt: number | null }> {
  const found = await selectOne(pool, counted, `select ${counted.list} from purchases where ended_at is null and state in ('paid', 'late-paid')`); // oxfmt-ignore
  return { waiting: parseInt(found!.waiting, 10), oldestAt: found!.oldestAt };
}

export const transferColumns = record({
  transferId: uuid,
  currency: text<CurrencyCode>(),
  amount,
  bookedOn: date,
  payer: text(),
  text: text(),
  importedAt: instant,
  use: text<'confirmed' | 'returned'>().orNull,
  purchaseId: uuid.orNull,
});

export const listTransfers = (
  pool: Pool,
  { use, sort, ...page }: { use?: 'open' | 'confirmed' | 'returned' | undefined; sort?: string | undefined; limit: number; offset: number }, // oxfmt-ignore
) =>
  selectPage(
    pool,
    transferColumns,
    {
      from: `bank_transfers where ($1::text is null or coalesce(use, 'open') = $1)`,
      order: orderBy(sort ?? (use === 'open' ? 'booked_on' : '-booked_on'), { booked_on: 'booked_on' }, 'transfer_id'),
      values: [use ?? null],
    },
    page,
  );

export const findTransfer = (pool: Pool, transferId: Uuid) =>
  selectOne(pool, transferColumns, `select ${transferColumns.list} from bank_transfers where transfer_id = $1`, [
    transferId,
  ]);

const proving = {
  transferId: uuid,
  importedBy: uuid,
  bookedOn: date,
  namesAnother: boolean.as('transfer_names_another(text, $1)'),
};
const provingColumns = record(proving);

/** A line as it counts for this order. */
export const findLine = (pool: Pool, transferId: Uuid, purchaseId: Uuid) =>
  selectOne(pool, provingColumns, `select ${provingColumns.list} from bank_transfers where transfer_id = $2`, [
    purchaseId,
    transferId,
  ]);

const candidate = record({
  ...proving,
  amount,
  payer: text(),
  text: text(),
  importer: text().as('(select name from operators where operator_id = imported_by)'),
});

/** Open lines in this currency that are of this amount, or name this reference. */
export const transfersFor = (
  pool: Pool,
  {
    purchaseId,
    currency,
    money,
    reference,
  }: { purchaseId: Uuid; currency: CurrencyCode; money: Wad; reference: string },
) =>
  // oxfmt-ignore
  select(
    pool,
    candidate,
    `select ${candidate.list} from bank_transfers where use is null and currency = $2
       and (amount = $3 or position($4 in upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) > 0)
     order by position($4 in upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) desc, booked_on limit 20`,
    [purchaseId, currency, formatAmount(money), reference],
  );

const waiting = record({ purchaseId: uuid, currency: text<CurrencyCode>(), money: amount, reference: text() });

/** Every order that money may still come for. */
export const readWaiting = (pool: Pool) =>
  select(pool, waiting, `select ${waiting.list} from purchases where ended_at is null`);

/** Of an account in this currency that is ours. */
export async function markReturned(database: Database, transferId: Uuid, at: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `update bank_transfers set use = 'returned', used_at = $2, version = version + 1 where transfer_id = $1 and use is null`,
    [transferId, toInstant(at)],
  );
  return rowCount === 1;
}

export const hasTransfer = async (database: Database, transferId: Uuid): Promise<boolean> =>
  ((await database.query('select from bank_transfers where transfer_id = $1', [transferId])).rowCount ?? 0) > 0;
