// A rule of the audit that goes through orders one after the other and asks of each whether the ticks of the archive decided it.
import type { RawRow } from '../../kit/columns.ts';
import type { Invariant, Queryable } from '../../kit/product.ts';
import { raw, sql } from '../../kit/sql.ts';
import { AuditArchive } from './audit-archive.ts';

export interface TickRule {
  name: string;
  /** Selects the orders, by the time at which they were received: minutes of the archive are then unpacked once. Takes no values. */
  orders: string;
  /** Reads first what all orders share. */
  open: (database: Queryable, archive: AuditArchive) => Promise<OrderJudge>;
}
/** Whether an order is what the archive says, and what it is called in a report. */
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
