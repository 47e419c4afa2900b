// Looks for an edit as `npm run audit` does, in the transaction that holds it. What found the last edits of a table is asked first, and
// all that the audit knows is asked before an edit counts as not found.
import type { PoolConnection } from '../../../server/src/kit/postgres.ts';
import type { Invariant } from '../../../server/src/kit/product.ts';
import { invariants } from '../../../server/src/products.ts';

/** Resolves with the name of what does not hold; undefined if all does. Without a table nothing was changed, and an error is one. */
export function createFinder(connection: PoolConnection): (table: string | undefined) => Promise<string | undefined> {
  const orders = new Map<string | undefined, Invariant[]>();
  return async (table) => {
    const order = orders.get(table) ?? [...invariants];
    orders.set(table, order);
    for (const [place, invariant] of order.entries()) {
      if (await holds(connection, invariant, table === undefined)) continue;
      order.splice(place, 1);
      order.unshift(invariant);
      return invariant.name;
    }
    return undefined;
  };
}

/** An audit that can't even be carried out ends with a failure too. */
async function holds(connection: PoolConnection, { sql }: Invariant, isUntouched: boolean): Promise<boolean> {
  await connection.query('savepoint before_look');
  try {
    const { query } = typeof sql === 'function' ? await sql(connection) : sql;
    const { rows } = await connection.query<{ broken: number }>(query);
    return rows[0]!.broken === 0;
  } catch (error) {
    await connection.query('rollback to before_look');
    if (isUntouched) throw error;
    return false;
  }
}
