// Lists of a customer's page, part by part: each goes downwards, from its start or from where an answer before ended.
import { isUuid, parseWireId, toInstant, wireId, type CustomerList, type Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { describeEvents, describeMoves, describeNotes, describeOrders } from './describe-customer.ts';
import { readEvents, readMoves, readNotes, readOrders, rowsAtOnce } from './store.ts';

interface ListsOptions {
  pool: Pool;
  orderKinds: readonly OrderKind[];
}

/** Refuse with `malformed` where `after` is no place in the list. */
export const customerLists = ({ pool, orderKinds: kinds }: ListsOptions) => ({
  async moves(accountId: Uuid, after?: string) {
    const part = partOf(await readMoves(pool, accountId, numberIn(after)), ({ sequence }) => sequence);
    return { moves: describeMoves(part.rows), next: part.next };
  },
  async orders(accountId: Uuid, after?: string) {
    const from = after === undefined || isUuid(after) ? after : malformed();
    const part = partOf(await readOrders(pool, { accountId, kinds }, from), ({ place }) => place);
    return { orders: describeOrders(part.rows), next: part.next };
  },
  async events(accountId: Uuid, after?: string) {
    const part = partOf(await readEvents(pool, accountId, eventIn(after)), ({ at, eventId }) => `${toInstant(at)} ${wireId('securityEvent', eventId)}`); // oxfmt-ignore
    return { events: describeEvents(part.rows), next: part.next };
  },
  async notes(accountId: Uuid, after?: string) {
    const part = partOf(await readNotes(pool, accountId, numberIn(after)), ({ noteId }) => noteId);
    return { notes: describeNotes(part.rows), next: part.next };
  },
}) satisfies Record<CustomerList, unknown>; // oxfmt-ignore

/** A row more than an answer has was read, to know whether there is more. */
function partOf<Row>(rows: readonly Row[], placeOf: (row: Row) => string): { rows: Row[]; next: string | undefined } {
  const part = rows.slice(0, rowsAtOnce);
  return { rows: part, next: rows.length > rowsAtOnce ? placeOf(part.at(-1)!) : undefined };
}

const numberIn = (after: string | undefined): string | undefined =>
  after === undefined || /^\d{1,18}$/.test(after) ? after : malformed();

function eventIn(after: string | undefined): { at: string; id: Uuid } | undefined {
  if (after === undefined) return undefined;
  const [at = '', event = ''] = after.split(' ');
  const id = parseWireId('securityEvent', event) ?? malformed();
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? malformed() : { at: toInstant(ms), id };
}

const malformed = (): never => refuse('malformed', { field: 'after' });
