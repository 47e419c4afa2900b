// Customers as calls of the console.
import { exportCustomers, getCustomer, getCustomerMore, getCustomerReceipt, listCustomers, needsSearch, noteCustomer, parseWireId, plainEmail, toInstant, wireId, type ReceiptKind, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { maskEmail, maskPhone } from '../kit/mask.ts';
import { parsePhoneNumber } from '../kit/phone-number.ts';
import { plainWords } from '../kit/plain-words.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import type { IssueReceipt, OrderKind } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { customerLists } from './customer-lists.ts';
import { describeBalances, describeIdentity, describeLimits, describeSessions } from './describe-customer.ts';
import { insertNote, readBalances, readCustomer, readCustomers, readHolds, readIdentity, readLimits, readSessions, rowsAtOnce, type Customer, type Wanted } from './store.ts'; // oxfmt-ignore

export interface CustomerParts {
  pool: Pool;
  clock: Clock;
  orderKinds: () => readonly OrderKind[];
  /** Of every kind. */
  receipts: () => Readonly<Record<ReceiptKind, IssueReceipt>>;
}

export function customerCalls(parts: CustomerParts): BoundCall[] {
  const { pool, clock, receipts } = parts;
  const orderKinds = parts.orderKinds();
  const lists = customerLists({ pool, orderKinds });
  return [
    ...bindList(listCustomers, exportCustomers, {
      pool,
      head: ['account_id', 'number', 'email', 'phone', 'type', 'language', 'verified_by', 'is_frozen', 'created_at'],
      async read({ find = '', pagesize, current_page: page, sort = '-created_at', ...filter }, operator) {
        const name = nameOf(find, orderKinds);
        if (name.by === undefined && needsSearch(operator)) refuse('search-needed');
        const wanted = { ...filter, ...name, sort, limit: pagesize, offset: (page - 1) * pagesize };
        const { total, rows } = await readCustomers(pool, wanted);
        if (name.by !== undefined) await noteSearch(pool, { operator: operator.name, by: name.by, rows });
        return { TOTAL: total, RESULT_LIST: rows.map(describeListed) };
      },
    }),
    bindOperator(getCustomer, async ({ account_id: id }) => {
      const accountId = parseWireId('account', id) ?? refuse('account-unknown');
      const customer = (await readCustomer(pool, accountId)) ?? refuse('account-unknown');
      return { ...describe(customer), ...(await readPage({ pool, clock, lists }, accountId)) };
    }),
    bindOperator(getCustomerMore, async ({ account_id: id, list, after }) => lists[list](await known(pool, id), after)),
    bindOperator(noteCustomer, async ({ account_id: id, text: words }, { operator }) => {
      const accountId = await known(pool, id);
      await inTransaction(pool, async (connection) => {
        await insertNote(connection, { accountId, operator: operator.name, words });
        await appendAudit(connection, { operator: operator.name, act: 'customer-noted', subject: id });
      });
      return {};
    }),
    bindOperator(getCustomerReceipt, async ({ account_id: id, kind, id: orderId }) => {
      const accountId = await known(pool, id);
      const issuers = receipts();
      const issue = Object.hasOwn(issuers, kind) ? issuers[kind as ReceiptKind] : refuse('not-found');
      return issue(accountId, orderId);
    }),
  ];
}

/** What is known of a customer besides who it is. */
async function readPage(
  { pool, clock, lists }: { pool: Pool; clock: Clock; lists: ReturnType<typeof customerLists> },
  accountId: Uuid,
) {
  const [balances, moves, orders, events, notes, sessions, holds, limits, identity] = await Promise.all([
    readBalances(pool, accountId),
    lists.moves(accountId),
    lists.orders(accountId),
    lists.events(accountId),
    lists.notes(accountId),
    readSessions(pool, accountId),
    readHolds(pool, accountId),
    readLimits(pool, accountId),
    readIdentity(pool, accountId),
  ]);
  return {
    balances: describeBalances(balances),
    ...moves,
    ...orders,
    ...events,
    ...notes,
    next: { moves: moves.next, orders: orders.next, events: events.next, notes: notes.next },
    sessions: describeSessions(sessions.slice(0, rowsAtOnce)),
    holds: holds.map(({ reason, endsAt }) => ({ reason, ends_at: toInstant(endsAt) })),
    limits: describeLimits(limits, clock.now()),
    identity: describeIdentity(identity.slice(0, rowsAtOnce)),
    cut: [
      ...(sessions.length > rowsAtOnce ? (['sessions'] as const) : []),
      ...(identity.length > rowsAtOnce ? (['identity'] as const) : []),
    ],
  };
}

/** Whom it found, and not what was typed: the log is kept for ever, and an address only for as long as there is an account. */
const noteSearch = (pool: Pool, { operator, by, rows }: { operator: string; by: string; rows: readonly Customer[] }) =>
  appendAudit(pool, {
    operator,
    act: 'customers-listed',
    subject: rows.length === 1 ? wireId('account', rows[0]!.accountId) : '',
    detail: { by, found: rows.length },
  });

/** Whose id it is. */
async function known(pool: Pool, id: string): Promise<Uuid> {
  const accountId = parseWireId('account', id) ?? refuse('account-unknown');
  if (!(await readCustomer(pool, accountId))) refuse('account-unknown');
  return accountId;
}

const describe = ({ accountId, isFrozen, verifiedBy, createdAt, ...rest }: Customer) => ({
  ...rest,
  account_id: wireId('account', accountId),
  is_frozen: isFrozen,
  verified_by: verifiedBy,
  created_at: toInstant(createdAt),
});

/** Masks what identifies a person, since a list shows many customers at once. */
function describeListed(customer: Customer) {
  const { email, phone, ...rest } = describe(customer);
  return { ...rest, email: email && maskEmail(email), phone: phone && maskPhone(phone) };
}

/** What was typed is one of these; what is none of them finds nobody. */
function nameOf(typed: string, orderKinds: readonly OrderKind[]): Pick<Wanted, 'by' | 'value' | 'orders'> {
  const name = plainWords(typed);
  if (name === '') return {};
  const account = parseWireId('account', name);
  if (account) return { by: 'account', value: account };
  for (const orders of orderKinds) {
    const order = parseWireId(orders.kind, name);
    if (order) return { by: 'order', value: order, orders };
  }
  if (name.includes('@')) return { by: 'email', value: plainEmail(name).toLowerCase() };
  const phone = parsePhoneNumber(name);
  return phone && /^(?:\+|00)/.test(name)
    ? { by: 'phone', value: phone.number }
    : { by: 'number', value: name.replace(/[\s-]/g, '') };
}
