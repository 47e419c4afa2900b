// The SQL by which operators look customers up, over the tables of accounts, ledger and orders; it only reads.
import type { AccountType, FailureReason, OrderName, Uuid } from '@candor/wire';
import { amount, boolean, columns, instant, integer, smallint, text, uuid } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';
import { personalLimits } from '../ledger/personal-limits.ts';

export type Customer = Awaited<ReturnType<typeof readCustomers>>['rows'][number];

export interface Wanted {
  /** By what the value is looked for; everybody without. */
  by?: keyof typeof finders;
  value?: string;
  /** By which orders, where it is found by one. */
  orders?: OrderKind;
  type?: AccountType | undefined;
  state?: 'open' | 'frozen' | undefined;
  identity?: 'verified' | 'unverified' | undefined;
  sort: string;
  limit: number;
  offset: number;
}

const customer = columns({
  accountId: uuid.as('a.account_id'),
  number: text().as('a.number'),
  email: text().as('a.email').orNull,
  phone: text().as('a.phone').orNull,
  type: text<AccountType>().as('a.account_type'),
  language: text().as('a.language'),
  verifiedBy: text().as('a.verified_by').orNull,
  isFrozen: boolean.as('exists (select from account_freezes f where f.account_id = a.account_id and f.released_at is null)'), // oxfmt-ignore
  createdAt: instant.as('a.created_at'),
});

const finders = {
  account: 'a.account_id = $1::uuid',
  number: 'a.number = $1::text',
  email: 'lower(a.email) = $1::text',
  phone: 'a.phone = $1::text',
  order: (orders?: OrderKind) =>
    `a.account_id in (select account_id from ${orders!.table} where ${orders!.id} = $1::uuid)`,
  everybody: '$1::text is null',
} as const;

const sorts = { created_at: 'a.created_at', number: 'a.number' };

export const readCustomers = (database: Database, wanted: Wanted) => {
  const { by = 'everybody', value = null, orders, type, state, identity, sort, ...page } = wanted;
  const finder = finders[by];
  const from = `accounts a where ${typeof finder === 'string' ? finder : finder(orders)} and ($2::text is null or a.account_type = $2)
    and ($3::text is null or ($3 = 'frozen') =
      exists (select from account_freezes f where f.account_id = a.account_id and f.released_at is null))
    and ($4::text is null or ($4 = 'verified') = (a.verified_at is not null))`;
  const order = orderBy(sort, sorts, 'a.account_id');
  return selectPage(database, customer, { from, order, values: [value, type, state, identity] }, page);
};

export const readCustomer = (database: Database, accountId: Uuid) =>
  selectOne(database, customer, `select ${customer.list} from accounts a where a.account_id = $1`, [accountId]);

const balance = columns({ coin: text(), available: amount, reserved: amount, margin: amount, staked: amount });
export const readBalances = (database: Database, accountId: Uuid) =>
  select(database, balance, `select ${balance.list} from ledger_balances where account_id = $1 order by coin`, [accountId]); // oxfmt-ignore

/** Rows of a list in one answer. */
export const rowsAtOnce = 50;
const oneMore = rowsAtOnce + 1;
/** Before the first row of any list that goes downwards. */
const first = { number: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', at: 'infinity' } as const;

const move = columns({
  sequence: text().as('sequence::text'),
  entryId: uuid,
  leg: smallint,
  kind: text(),
  coin: text(),
  fromBucket: text().as('from_bucket::text'),
  toBucket: text().as('to_bucket::text'),
  amount,
  at: instant,
});
export const readMoves = (database: Database, accountId: Uuid, after: string = first.number) =>
  select(database, move, `select ${move.list} from ledger_moves where account_id = $1 and sequence < $3 order by ledger_moves.sequence desc limit $2`, [accountId, oneMore, after]); // oxfmt-ignore

const order = columns({
  kind: text<OrderName>(),
  orderId: uuid,
  coin: text(),
  side: text(),
  amount,
  amountCoin: text(),
  state: text(),
  paid: amount.orNull,
  paidCoin: text(),
  receivedAt: instant,
  place: uuid,
});
export const readOrders = (
  database: Database,
  { accountId, kinds }: { accountId: Uuid; kinds: readonly OrderKind[] },
  after: string = first.id,
) =>
  select(
    database,
    order,
    `select ${order.list} from (${kinds.map(newestOf).join(' union all ')}) as newest order by place desc limit $2`,
    [accountId, oneMore, after],
  );

const newestOf = ({ kind, table, id, byTime = id, shown }: OrderKind): string =>
  `(select '${kind}' as kind, ${id} as order_id, ${shown.coin} as coin, ${shown.side} as side, ${shown.amount} as amount,
      ${shown.amountCoin} as amount_coin, ${shown.state} as state, ${shown.paid} as paid, ${shown.paidCoin} as paid_coin,
      ${shown.receivedAt} as received_at, ${byTime} as place
    from ${table} where account_id = $1 and ${byTime} < $3 order by ${byTime} desc limit $2)`;

const session = columns({
  ip: text(),
  device: text().as('user_agent').named('device'),
  createdAt: instant,
  lastSeenAt: instant,
});
export const readSessions = (database: Database, accountId: Uuid) =>
  select(database, session, `select ${session.list} from sessions where account_id = $1 order by last_seen_at desc limit $2`, [accountId, oneMore]); // oxfmt-ignore

const event = columns({
  eventId: uuid,
  kind: text(),
  at: instant,
  ip: text(),
  device: text().as('user_agent').named('device'),
  disownedAt: instant.orNull,
});
export const readEvents = (database: Database, accountId: Uuid, after: { at: string; id: string } = first) =>
  select(
    database,
    event,
    `select ${event.list} from account_events where account_id = $1 and (at, event_id) < ($3::timestamptz, $4::uuid)
     order by at desc, event_id desc limit $2`,
    [accountId, oneMore, after.at, after.id],
  );

const hold = columns({ reason: text(), endsAt: instant });
/** Those in force, of each reason the one that ends last. */
export const readHolds = (database: Database, accountId: Uuid) =>
  select(
    database,
    hold,
    `select reason, max(ends_at) as ends_at from account_holds where account_id = $1 and ends_at > clock_timestamp()
     group by reason order by 2 desc`,
    [accountId],
  );

/** What the customer allows himself; undefined where nothing was ever set. */
export const readLimits = (database: Database, accountId: Uuid) =>
  selectOne(database, personalLimits.columns, `select ${personalLimits.columns.list} from personal_limits where account_id = $1`, [accountId]); // oxfmt-ignore

const identityCase = columns({
  caseId: uuid,
  // As the reviewers' list says it.
  state: text<'review' | 'approved' | 'failed' | 'withdrawn'>().as(
    `case when state = 'review' and exists (select from accounts a where a.account_id = identity_cases.account_id and a.closed_at is not null)
       then 'withdrawn' else state end`,
  ),
  attempt: integer,
  submittedAt: instant,
  decidedAt: instant.orNull,
  reason: text<FailureReason>().orNull,
});
export const readIdentity = (database: Database, accountId: Uuid) =>
  select(database, identityCase, `select ${identityCase.list} from identity_cases where account_id = $1 order by attempt desc limit $2`, [accountId, oneMore]); // oxfmt-ignore

const note = columns({ noteId: text().as('note_id::text'), at: instant, operator: text(), text: text() });
export const readNotes = (database: Database, accountId: Uuid, after: string = first.number) =>
  select(database, note, `select ${note.list} from customer_notes where account_id = $1 and note_id < $3 order by customer_notes.note_id desc limit $2`, [accountId, oneMore, after]); // oxfmt-ignore

export async function insertNote(
  database: Database,
  { accountId, operator, words }: { accountId: Uuid; operator: string; words: string },
): Promise<void> {
  await database.query('insert into customer_notes (account_id, operator, text) values ($1, $2, $3)', [
    accountId,
    operator,
    words,
  ]);
}
