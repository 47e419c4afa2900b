// All SQL of requests to support.
import { supportLimits, toInstant, type SupportState, type Uuid } from '@candor/wire';
import { bytes, columns, instant, json, smallint, text, uuid } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import type { Waiting } from '../kit/product.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';

const ticket = columns({
  ticketId: uuid,
  accountId: uuid,
  subject: text(),
  about: text(),
  language: text(),
  state: text<SupportState>(),
  createdAt: instant,
  changedAt: instant,
  firstAnswerAt: instant.orNull,
  closedAt: instant.orNull,
  rating: smallint.orNull,
  claimedBy: uuid.orNull,
  claimedUntil: instant.orNull,
  claimedByName: text().orNull.as('(select name from operators o where o.operator_id = support_tickets.claimed_by)'),
});
export type TicketRow = ReturnType<typeof ticket.read>;

const message = columns({
  messageId: uuid,
  operatorId: uuid.orNull,
  operatorName: text().orNull.as('(select name from operators o where o.operator_id = support_messages.operator_id)'),
  body: text(),
  pictures: json<readonly Uuid[]>().as('to_json(pictures)'),
  at: instant,
});
export type MessageRow = ReturnType<typeof message.read>;

/** One at a time asks for an account, until its transaction ends. */
export const lockAsking = async (database: Database, accountId: Uuid): Promise<void> =>
  void (await database.query(`select pg_advisory_xact_lock(hashtextextended('support ' || $1, 0))`, [accountId]));

const written = columns({ ticketId: uuid, requestDigest: bytes });

/** Under this key, by this customer or operator. */
export const findWritten = (database: Database, by: { accountId: Uuid } | { operatorId: Uuid }, key: Uuid) =>
  'accountId' in by
    ? selectOne(
        database,
        written,
        `select ${written.list} from support_messages where account_id = $1 and operator_id is null and request_key = $2`,
        [by.accountId, key],
      )
    : selectOne(
        database,
        written,
        `select ${written.list} from support_messages where operator_id = $1 and request_key = $2`,
        [by.operatorId, key],
      );

export async function countUnsettled(database: Database, accountId: Uuid): Promise<number> {
  const sql = `select count(*)::int as count from support_tickets where account_id = $1 and state <> 'closed'`;
  return (await database.query<{ count: number }>(sql, [accountId])).rows[0]!.count;
}

const lately = columns({ at: instant });
/** When the customer wrote the last times, newest first. */
export async function readLatelyWritten(database: Database, accountId: Uuid): Promise<number[]> {
  const sql = `select at from support_messages where account_id = $1 and operator_id is null order by at desc limit $2`;
  return (await select(database, lately, sql, [accountId, supportLimits.perMinute])).map(({ at }) => at);
}

export interface NewTicket extends Pick<TicketRow, 'ticketId' | 'accountId' | 'subject' | 'about' | 'language'> {
  at: number;
}

export async function insertTicket(database: Database, added: NewTicket): Promise<void> {
  await database.query(
    `insert into support_tickets (ticket_id, account_id, subject, about, language, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [added.ticketId, added.accountId, added.subject, added.about, added.language, toInstant(added.at)],
  );
}

export interface NewMessage extends Pick<MessageRow, 'messageId' | 'operatorId' | 'body' | 'pictures' | 'at'> {
  ticketId: Uuid;
  accountId: Uuid;
  key: Uuid;
  digest: Buffer;
}

export async function insertMessage(database: Database, added: NewMessage): Promise<void> {
  await database.query(
    `insert into support_messages
       (ticket_id, message_id, account_id, operator_id, request_key, request_digest, body, pictures, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [added.ticketId, added.messageId, added.accountId, added.operatorId, added.key, added.digest, added.body, arrayOf(added.pictures, (id) => id), toInstant(added.at)], // oxfmt-ignore
  );
}

export const readMessages = (database: Database, ticketId: Uuid) =>
  select(
    database,
    message,
    `select ${message.list} from support_messages where ticket_id = $1 order by at, message_id`,
    [ticketId],
  );

/** Whether a message of this request has it. */
export async function holdsPicture(database: Database, ticketId: Uuid, pictureId: Uuid): Promise<boolean> {
  const sql = 'select from support_messages where ticket_id = $1 and $2 = any (pictures)';
  return (await database.query(sql, [ticketId, pictureId])).rowCount! > 0;
}

/** Of this account alone, where one is given. */
export const readTicket = (database: Database, ticketId: Uuid, accountId?: Uuid) =>
  selectOne(
    database,
    ticket,
    `select ${ticket.list} from support_tickets where ticket_id = $1 and ($2::uuid is null or account_id = $2)`,
    [ticketId, accountId],
  );

/** Nobody else changes it until the transaction ends. */
export async function lockTicket(database: Database, ticketId: Uuid, accountId?: Uuid): Promise<TicketRow | undefined> {
  await database.query('select from support_tickets where ticket_id = $1 for update', [ticketId]);
  return readTicket(database, ticketId, accountId);
}

type Changes = Pick<TicketRow, 'state' | 'changedAt' | 'firstAnswerAt' | 'closedAt' | 'rating' | 'claimedBy' | 'claimedUntil'>; // oxfmt-ignore
const timeOf = (at: number | null): string | null => (at === null ? null : toInstant(at));

/** `claimForMs`: its claim lasts so long from now on, by the clock of the database, which looks how long a claim is. */
export async function storeTicket(
  database: Database,
  { ticketId, ...now }: Changes & { ticketId: Uuid; claimForMs?: number },
): Promise<void> {
  await database.query(
    `update support_tickets set state = $2, changed_at = $3, first_answer_at = $4, closed_at = $5, rating = $6,
       claimed_by = $7, claimed_until = coalesce(date_trunc('milliseconds', clock_timestamp()) + $9 * interval '1 millisecond', $8) where ticket_id = $1`,
    [ticketId, now.state, toInstant(now.changedAt), timeOf(now.firstAnswerAt), timeOf(now.closedAt), now.rating, now.claimedBy, timeOf(now.claimedUntil), now.claimForMs ?? null], // oxfmt-ignore
  );
}

export const readTicketsOf = (database: Database, accountId: Uuid, page: AskedPage) =>
  readPage(
    database,
    ticket,
    { from: 'support_tickets where account_id = $1', values: [accountId], by: [byId('supportTicket', 'ticket_id')] },
    page,
  );

export const listAll = (
  database: Database,
  wanted: { state?: SupportState | undefined; language?: string | undefined; sort?: string | undefined },
  page: { limit: number; offset: number },
) => {
  const { state, language, sort = state === 'open' ? 'changed_at' : '-changed_at' } = wanted;
  return selectPage(
    database,
    ticket,
    {
      from: 'support_tickets where ($1::text is null or state = $1) and ($2::text is null or language = $2)',
      order: orderBy(sort, { created_at: 'created_at', changed_at: 'changed_at' }, 'ticket_id'), // oxfmt-ignore
      values: [state, language],
    },
    page,
  );
};

/** What waits for one of us, and is claimed by nobody else at this moment. */
export async function countWaiting(
  database: Database,
  { operatorId, now }: { operatorId: Uuid; now: number },
): Promise<Required<Waiting>> {
  const { rows } = await database.query<Required<Waiting>>(
    `select count(*) filter (where claimed_by is null or claimed_by = $1 or claimed_until <= $2)::int as waiting,
       count(*)::int as "inAll", min(changed_at) as "oldestAt"
     from support_tickets where state = 'open'`,
    [operatorId, toInstant(now)],
  );
  return rows[0]!;
}

/** Whether an order or a line of the bills by this id is the account's. */
export async function isOwnRow(
  database: Database,
  { accountId, id, table, idColumn }: { accountId: Uuid; id: Uuid; table: string; idColumn: string },
): Promise<boolean> {
  const sql = `select from ${table} where account_id = $1 and ${idColumn} = $2 limit 1`;
  return (await database.query(sql, [accountId, id])).rowCount! > 0;
}

/** Of accounts that were closed, once nothing is kept of whose they were. */
export const forgetClosed = async (database: Database): Promise<void> =>
  void (await database.query('select support_forget_closed()'));
