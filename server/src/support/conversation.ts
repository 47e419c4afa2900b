// A request and what is written to it: each change is made with its row locked, and told to the customer by the outbox where it is ours.
import { parseWireId, photoPath, supportClaimMs, supportLimits, type Uuid } from '@candor/wire';
import { isClaimedBy, requireClaimable, requireReleasable } from '../kit/claims.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { keepHappening } from '../kit/keep-happening.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import { countUnsettled, findWritten, insertMessage, insertTicket, lockAsking, lockTicket, readLatelyWritten, readMessages, readTicket, storeTicket, type MessageRow, type TicketRow } from './store.ts'; // oxfmt-ignore
import { afterClose, afterMessage, canRate, restUntilMessage, type TicketChange } from './ticket-rules.ts';

export interface ConversationParts {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  pictures: {
    keep: (database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }) => Promise<boolean>;
  };
}

export interface Conversation {
  ticket: TicketRow;
  messages: MessageRow[];
}

declare module '../kit/bus.ts' {
  interface Events {
    /** Committed: something was written to a request, or it was closed. */
    'support.changed': { accountId: Uuid; ticketId: Uuid; state: TicketRow['state'] };
    /** Told to the outbox alone: one of us has answered, with this message. */
    'support.answered': never;
    /** Told to the outbox alone: one of us has closed this request. */
    'support.closed': never;
  }
}

export interface Written {
  message: string;
  key: Uuid;
  digest: Buffer;
}

export interface Asked extends Written {
  accountId: Uuid;
  subject: string;
  about: string;
  language: string;
  pictures: readonly string[];
}

/** Refuses with `malformed`, `support-tickets-open`, `too-many-requests`, `picture-missing` and `key-reused`. */
export function openNew(parts: ConversationParts, asked: Asked): Promise<Conversation> {
  const { pool, clock, newId } = parts;
  const subject = plain(asked.subject, 'subject');
  return inTransaction(pool, async (database) => {
    const { accountId } = asked;
    await lockAsking(database, accountId);
    const before = await writtenBefore(database, { accountId }, asked);
    if (before) return before;
    if ((await countUnsettled(database, accountId)) >= supportLimits.open)
      refuse('support-tickets-open', { limit: String(supportLimits.open) });
    const [ticketId, at] = [newId(), clock.now()];
    await insertTicket(database, { ...asked, subject, ticketId, at });
    await addOwn(parts, database, { ...asked, ticketId, at });
    return conversationOf(database, ticketId);
  });
}

/** Refuses with `not-found`, `malformed`, `support-closed`, `too-many-requests` and `picture-missing`. */
export function writeOwn(
  parts: ConversationParts,
  asked: Written & { ticketId: Uuid; accountId: Uuid; pictures: readonly string[] },
): Promise<Conversation> {
  return inTransaction(parts.pool, async (database) => {
    const { accountId, ticketId } = asked;
    await lockAsking(database, accountId);
    const before = await writtenBefore(database, { accountId }, asked);
    if (before) return before;
    const ticket = (await lockTicket(database, ticketId, accountId)) ?? refuse('not-found');
    const [count, at] = [(await readMessages(database, ticketId)).length, momentAfter(ticket, parts.clock)];
    const next = afterMessage(ticket, { isOurs: false, count, at });
    if (next instanceof Refusal) throw next;
    await addOwn(parts, database, { ...asked, at });
    await storeTicket(database, next);
    return conversationOf(database, ticketId);
  });
}

/** Refuses with `not-found`, `claim-first`, `malformed` and `support-closed`. */
export function answer(
  parts: ConversationParts,
  { ticketId, operator, ...asked }: Written & { ticketId: Uuid; operator: OperatorSession },
): Promise<Conversation> {
  const { pool, clock, newId } = parts;
  const body = plain(asked.message, 'message');
  return inTransaction(pool, async (database) => {
    const { operatorId } = operator;
    const ticket = (await lockTicket(database, ticketId)) ?? refuse('not-found');
    const before = await writtenBefore(database, { operatorId }, asked);
    if (before) return before;
    const at = momentAfter(ticket, clock);
    if (!isClaimedBy(ticket, operator, at)) refuse('claim-first');
    const next = afterMessage(ticket, { isOurs: true, count: (await readMessages(database, ticketId)).length, at });
    if (next instanceof Refusal) throw next;
    const messageId = newId();
    const { accountId } = ticket;
    await insertMessage(database, { ...asked, ticketId, messageId, accountId, operatorId, body, pictures: [], at });
    await keepHappening(database, { id: newId(), name: 'support.answered', accountId, objectId: messageId });
    await storeTicket(database, next);
    return conversationOf(database, ticketId);
  });
}

/** By its customer. Refuses with `not-found`. */
export const closeOwn = (parts: ConversationParts, of: { ticketId: Uuid; accountId: Uuid }): Promise<Conversation> =>
  change(parts, of, (_database, ticket) => afterClose(ticket, parts.clock.now()));

/** By one of us, who has claimed it. Refuses with `not-found` and `claim-first`. */
export const closeCase = (
  parts: ConversationParts,
  { ticketId, operator }: { ticketId: Uuid; operator: OperatorSession },
): Promise<Conversation> =>
  change(parts, { ticketId }, async (database, ticket) => {
    const at = parts.clock.now();
    if (!isClaimedBy(ticket, operator, at)) refuse('claim-first');
    if (ticket.state !== 'closed')
      await keepHappening(database, { id: parts.newId(), name: 'support.closed', accountId: ticket.accountId, objectId: ticketId }); // oxfmt-ignore
    return afterClose(ticket, at);
  });

/** Refuses with `not-found`, also where there is nothing to rate yet. */
export const rate = (
  parts: ConversationParts,
  { rating, ...of }: { ticketId: Uuid; accountId: Uuid; rating: number },
): Promise<Conversation> =>
  change(parts, of, (_database, ticket) => (canRate(ticket) ? { ...ticket, rating } : refuse('not-found')));

/** Refuses with `not-found`, `support-closed`, `claimed-by-other` and `claimed-lately`. */
export const claim = (
  parts: ConversationParts,
  { ticketId, operator }: { ticketId: Uuid; operator: OperatorSession },
): Promise<Conversation> =>
  change(parts, { ticketId }, async (database, ticket) => {
    const now = parts.clock.now();
    if (ticket.state === 'closed') refuse('support-closed');
    await requireClaimable(database, { caseId: ticketId, claim: ticket, operator, now });
    return { ...ticket, claimedBy: operator.operatorId, claimForMs: supportClaimMs };
  });

/** Refuses with `not-found`, `support-closed` and `claimed-by-other`. */
export const release = (
  parts: ConversationParts,
  { ticketId, operator }: { ticketId: Uuid; operator: OperatorSession },
): Promise<Conversation> =>
  change(parts, { ticketId }, (_database, ticket) => {
    if (ticket.state === 'closed') refuse('support-closed');
    requireReleasable(ticket, operator, parts.clock.now());
    return { ...ticket, claimedBy: null, claimedUntil: null };
  });

function change(
  { pool }: ConversationParts,
  { ticketId, accountId }: { ticketId: Uuid; accountId?: Uuid },
  decide: (database: Database, ticket: TicketRow) => Promise<TicketChange> | TicketChange,
): Promise<Conversation> {
  return inTransaction(pool, async (database) => {
    const ticket = (await lockTicket(database, ticketId, accountId)) ?? refuse('not-found');
    await storeTicket(database, await decide(database, ticket));
    return conversationOf(database, ticketId);
  });
}

async function addOwn(
  { clock, newId, pictures: kept }: ConversationParts,
  database: Database,
  asked: Written & { ticketId: Uuid; accountId: Uuid; pictures: readonly string[]; at: number },
): Promise<void> {
  const { accountId } = asked;
  const seconds = restUntilMessage(await readLatelyWritten(database, accountId), clock.now());
  if (seconds > 0) refuse('too-many-requests', { seconds: String(seconds) });
  const pictures = [...new Set(asked.pictures)].map(pictureIn);
  if (pictures.length > 0 && !(await kept.keep(database, { accountId, pictureIds: pictures })))
    refuse('picture-missing', { field: 'pictures' });
  const body = plain(asked.message, 'message');
  await insertMessage(database, { ...asked, messageId: newId(), operatorId: null, body, pictures });
}

/** What was done under the same key before. */
async function writtenBefore(
  database: Database,
  by: { accountId: Uuid } | { operatorId: Uuid },
  { key, digest }: Written,
): Promise<Conversation | undefined> {
  const before = await findWritten(database, by, key);
  if (before && !before.requestDigest.equals(digest)) refuse('key-reused');
  return before && conversationOf(database, before.ticketId);
}

/** Messages stand in the order in which they came, also where the clocks of two processes differ. */
const momentAfter = ({ changedAt }: TicketRow, clock: Clock): number => Math.max(clock.now(), changedAt + 1);

const pictureIn = (path: string): Uuid => {
  const start = photoPath('');
  const id = path.startsWith(start) ? parseWireId('picture', path.slice(start.length)) : undefined;
  return id ?? refuse('picture-missing', { field: 'pictures' });
};

/** No sign that turns what is around it, or shows nothing; a line ends in one way. */
function plain(text: string, field: string): string {
  const found = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu, '')
    .trim();
  return found === '' ? refuse('malformed', { field }) : found;
}

async function conversationOf(database: Database, ticketId: Uuid): Promise<Conversation> {
  const ticket = (await readTicket(database, ticketId))!;
  return { ticket, messages: await readMessages(database, ticketId) };
}
