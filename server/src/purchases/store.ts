// What is read of purchases and of lines of statements outside of commands.
import {
  toInstant,
  type TransferUse,
  type CurrencyCode,
  type PurchaseState,
  type Uuid,
  type Wad,
  formatAmount,
} from '@candor/wire';
import { amount, boolean, columns as record, date, instant, text, uuid, type RowIn } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { findsOwn, select, selectOne, selectPage } from '../kit/select.ts';
import { lineColumns } from './line-columns.ts';
import { purchases } from './purchase.ts';

const { columns } = purchases;

export const findPurchase = findsOwn(purchases, 'purchase_id');

/** Whoever's it is. */
export const findAnyPurchase = (pool: Pool, purchaseId: Uuid) =>
  selectOne(pool, columns, `select ${columns.list} from purchases where purchase_id = $1`, [purchaseId]);

export const readOwnPurchases = (pool: Pool, accountId: Uuid, page: AskedPage) =>
  readPage(
    pool,
    columns,
    { from: 'purchases where account_id = $1', values: [accountId], by: [byId('purchase', 'purchase_id')] },
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

/** One operator by name, or the two of a proposal. */
const namesOf = (operator: string, proposal: string): string =>
  `coalesce((select name from operators where operator_id = ${operator}),
    (select operator_name(maker) || ', ' || operator_name(checker) from act_proposals where act_proposals.proposal_id = ${proposal}))`;

const listed = record({
  ...purchases.shape,
  decider: text().orNull.as('(select name from operators where operator_id = decided_by)'),
  refunder: text().orNull.as(namesOf('refunded_by', 'refund_proposal')),
});
export type ListedRow = RowIn<typeof listed>;

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

/** Finds a purchase of any account, with the names of the operators who decided on it. */
export const findListed = (pool: Pool, purchaseId: Uuid) =>
  selectOne(pool, listed, `select ${listed.list} from purchases where purchase_id = $1`, [purchaseId]);

const counted = record({ waiting: text().as('count(*)::text'), oldestAt: instant.orNull.as('min(paid_at)') });

/** Counts orders that the customer said were paid and that nobody has decided on. */
export async function countToConfirm(pool: Pool): Promise<{ waiting: number; oldestAt: number | null }> {
  const found = await selectOne(pool, counted, `select ${counted.list} from purchases where ended_at is null and state in ('paid', 'late-paid')`); // oxfmt-ignore
  return { waiting: parseInt(found!.waiting, 10), oldestAt: found!.oldestAt };
}

/** Use of a line, or the reason why it can't be used. */
const useOf = `coalesce(case when use = 'confirmed' and reversed_on is not null and closed_at is null then 'taken-back' end, use, case when reversed_on is not null then 'reversed' when doubt = 'asked' then 'maybe-double' when doubt = 'same' then 'double' else 'open' end)`;

export const transferColumns = record({
  transferId: uuid,
  ...lineColumns,
  importedAt: instant,
  use: text<TransferUse>().as(useOf),
  purchaseId: uuid.orNull,
  /** Line that this line repeats, or may repeat. */
  doubleOf: uuid.orNull,
  doubter: text().orNull.as('(select name from operators where operator_id = doubt_by)'),
  importer: text().as('operator_name(imported_by)'),
  reversedOn: date.orNull,
  reversalText: text().orNull,
  closer: text().orNull.as('(select name from operators where operator_id = closed_by)'),
  closedNote: text().orNull,
  returner: text().orNull.as(namesOf('returned_by', 'return_proposal')),
});

export const listTransfers = (
  pool: Pool,
  { use, sort, ...page }: { use?: TransferUse | undefined; sort?: string | undefined; limit: number; offset: number },
) =>
  selectPage(
    pool,
    transferColumns,
    {
      from: `bank_transfers where ($1::text is null or ${useOf} = $1)`,
      order: orderBy(sort ?? (use === 'open' ? 'booked_on' : '-booked_on'), { booked_on: 'booked_on' }, 'transfer_id'),
      values: [use ?? null],
    },
    page,
  );

export const findTransfer = (database: Database, transferId: Uuid) =>
  selectOne(database, transferColumns, `select ${transferColumns.list} from bank_transfers where transfer_id = $1`, [
    transferId,
  ]);

const proving = {
  transferId: uuid,
  importedBy: uuid,
  bookedOn: date,
  namesAnother: boolean.as('transfer_names_another(text, $1)'),
};
const provingColumns = record(proving);

/** Returns the line's fields that decide who may confirm this order by it. */
export const findLine = (pool: Pool, transferId: Uuid, purchaseId: Uuid) =>
  selectOne(pool, provingColumns, `select ${provingColumns.list} from bank_transfers where transfer_id = $2`, [
    purchaseId,
    transferId,
  ]);

const usedLine = record({ bookedOn: date, payer: text(), text: text() });

/** The line by which an order was decided; undefined if there was none. */
export const findLineOf = (pool: Pool, purchaseId: Uuid) =>
  selectOne(pool, usedLine, `select ${usedLine.list} from bank_transfers where purchase_id = $1`, [purchaseId]);

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
    `select ${candidate.list} from bank_transfers where ${useOf} = 'open' and currency = $2
       and (amount = $3 or position($4 in upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) > 0)
     order by position($4 in upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) desc, booked_on limit 20`,
    [purchaseId, currency, formatAmount(money), reference],
  );

const waiting = record({ purchaseId: uuid, currency: text<CurrencyCode>(), money: amount, reference: text() });

/** Every order that money may still come for. */
export const readWaiting = (pool: Pool) =>
  select(pool, waiting, `select ${waiting.list} from purchases where ended_at is null`);

const returnable = record({
  transferId: uuid,
  ...lineColumns,
  use: text<TransferUse>().as(useOf),
  importer: text().as('operator_name(imported_by)'),
  /** In USDT by the rate of today; null without a rate. */
  worth: amount.orNull.as('worth_in_usdt(currency, amount)'),
});

/** A line as it is decided on whether its money was returned. */
export const findReturnable = (database: Database, transferId: Uuid) =>
  selectOne(database, returnable, `select ${returnable.list} from bank_transfers where transfer_id = $1`, [transferId]);

/** The accounts of the orders whose references stand in the text of a line. */
export async function readNamedAccounts(database: Database, line: string): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>('select unnest(transfer_accounts($1)) as id', [line]);
  return rows.map(({ id }) => id);
}

/** Both persons of an approved proposal. */
export async function readDeciders(database: Database, proposalId: Uuid): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>(
    'select unnest(array[maker, checker]) as id from act_proposals where proposal_id = $1',
    [proposalId],
  );
  return rows.map(({ id }) => id);
}

/** Who returned the money of a line: one operator, or two in a proposal. */
export type Returner = { operatorId: Uuid } | { proposalId: Uuid };

/** False if the line was used before. */
export async function markReturned(
  database: Database,
  { transferId, by, at }: { transferId: Uuid; by: Returner; at: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update bank_transfers set use = 'returned', used_at = $2, returned_by = $3, return_proposal = $4, version = version + 1
     where transfer_id = $1 and ${useOf} = 'open'`,
    [transferId, toInstant(at), 'operatorId' in by ? by.operatorId : null, 'proposalId' in by ? by.proposalId : null],
  );
  return rowCount === 1;
}

/** Stores the answer whether a line is another payment than the line it resembles. Returns false if no answer is needed, or one is stored already. */
export async function answerDouble(
  database: Database,
  { transferId, answer, operatorId }: { transferId: Uuid; answer: 'another' | 'same'; operatorId: Uuid },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update bank_transfers set doubt = $2, doubt_by = $3, doubt_at = now(), version = version + 1 where transfer_id = $1 and doubt = 'asked'`,
    [transferId, answer, operatorId],
  );
  return rowCount === 1;
}

const takenBack = record({ transferId: uuid, reversedOn: date, reversalText: text() });

/** Finds the line by which an order was decided, if the bank took its money back. */
export const findTakenBack = (pool: Pool, purchaseId: Uuid) =>
  selectOne(
    pool,
    takenBack,
    `select ${takenBack.list} from bank_transfers where purchase_id = $1 and reversed_on is not null`,
    [purchaseId],
  );

const orderDeciders = record({
  accountId: uuid,
  decidedBy: uuid.orNull,
  maker: uuid.orNull,
  checker: uuid.orNull,
});

/** Returns the account of an order and all operators who decided it: one operator, or the two of a proposal. */
export async function readDecidersOf(
  database: Database,
  purchaseId: Uuid,
): Promise<{ accountId: Uuid; deciders: Uuid[] }> {
  const order = await selectOne(
    database,
    orderDeciders,
    `select ${orderDeciders.list} from (select account_id, decided_by, proposal_id from purchases where purchase_id = $1) as purchases
     left join (select proposal_id, maker, checker from act_proposals) as proposals using (proposal_id)`,
    [purchaseId],
  );
  const { accountId, decidedBy, maker, checker } = order!;
  return { accountId, deciders: [decidedBy, maker, checker].filter((id) => id !== null) };
}

/** Stores what became of money that was taken back. Returns false if this is stored already, or if no money was taken back. */
export async function closeTakenBack(
  database: Database,
  { transferId, note, operatorId }: { transferId: Uuid; note: string; operatorId: Uuid },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update bank_transfers set closed_by = $2, closed_at = now(), closed_note = $3, version = version + 1
     where transfer_id = $1 and ${useOf} = 'taken-back'`,
    [transferId, operatorId, note],
  );
  return rowCount === 1;
}
