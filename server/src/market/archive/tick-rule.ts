// Creates audit rules that go through orders and check for each order that the archived ticks decided it.
import type { RawRow } from '../../kit/columns.ts';
import type { Invariant, Queryable } from '../../kit/product.ts';
import { raw, sql } from '../../kit/sql.ts';
import { AuditArchive } from './audit-archive.ts';

export interface TickRule {
  name: string;
  /** Query for the orders, sorted by the time of receipt so that each minute of the archive is unpacked only once. Has no parameters. */
  orders: string;
  /** Reads the data that all orders share. */
  open: (database: Queryable, archive: AuditArchive) => Promise<OrderJudge>;
}
/** Returns whether the order agrees with the archive, and the order's name in a report. */
export type OrderJudge = (row: RawRow) => Promise<{ name: string; isSound: boolean }>;

const ordersAtOnce = 1_000;
const examplesMax = 2;

export const tickRule = ({ name, orders, open }: TickRule): Invariant => ({
  name,
  async sql(database) {
    const judge = await open(database, new AuditArchive(database));
    let [checked, broken] = [0, 0];
    const examples: string[] = [];
    await database.query(sql`declare judged_orders no scroll cursor for ${raw(orders)}`.query);
    for (;;) {
      const { rows } = await database.query(sql`fetch ${raw(String(ordersAtOnce))} from judged_orders`.query);
      for (const row of rows) {
        const { name: order, isSound } = await judge(row);
        checked++;
        if (isSound) continue;
        broken++;
        if (examples.length < examplesMax) examples.push(order);
      }
      if (rows.length < ordersAtOnce) break;
    }
    await database.query(sql`close judged_orders`.query);
    return sql`select ${checked}::int as checked, ${broken}::int as broken, ${examples}::text[] as examples`;
  },
});
