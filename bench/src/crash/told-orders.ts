// Which orders the clients were told of, by the ids in their answers: of every product whose face lists orders.
import { idPrefixes, parseWireId } from '@candor/wire';
import type { IdKind, Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { orderKinds } from '../../../server/src/products.ts';
import { leavesOf } from '../leaves-of.ts';
import type { Entry } from './journal.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];

/** Of all kinds. */
export const idsIn = (value: unknown): Uuid[] =>
  leavesOf(value).flatMap((text) => kinds.flatMap((kind) => parseWireId(kind, text) ?? []));

const ordersIn = (value: unknown): Set<Uuid> =>
  new Set(leavesOf(value).flatMap((text) => orderKinds.flatMap(({ kind }) => parseWireId(kind, text) ?? [])));

/** The orders of an accepted request: those that it made, which nobody could name before, and those that it was about. */
export function toldBy({ intent, answer }: Entry): { made: Uuid[]; named: Uuid[] } {
  if (!answer?.ok) return { made: [], named: [] };
  const asked = ordersIn(intent.payload);
  const told = [...ordersIn(answer.data)];
  return { made: told.filter((id) => !asked.has(id)), named: told.filter((id) => asked.has(id)) };
}

export interface HeldOrder {
  id: Uuid;
  accountId: Uuid;
  table: string;
}

/** What the database holds of all kinds. */
export async function readHeldOrders(pool: Pool, accounts: readonly Uuid[]): Promise<Map<Uuid, HeldOrder>> {
  const held = await Promise.all(
    orderKinds.map(async ({ table, id }) => {
      const text = `select ${id} as id, account_id as "accountId", '${table}' as table from ${table} where account_id = any($1)`;
      return (await pool.query<HeldOrder>(text, [accounts])).rows;
    }),
  );
  return new Map(held.flat().map((order) => [order.id, order]));
}
