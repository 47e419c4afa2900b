// How often an account makes a call on one day, of calls that cost nothing and leave rows.
import { toInstant, type Uuid } from '@candor/wire';
import type { Pool } from './postgres.ts';
import { Refusal } from './refuse.ts';

export interface CountedCall {
  accountId: Uuid;
  /** As the documentation calls it. */
  name: string;
  perDay: number;
  at: number;
}
/** The refusal of a call that is one too many; it is not counted then. */
export type CountCall = (call: CountedCall) => Promise<Refusal | undefined>;

const dayMs = 86_400_000;

/** Days are of UTC. A clock that was set back begins no day anew. */
export const countCalls =
  (pool: Pool): CountCall =>
  async ({ accountId, name, perDay, at }) => {
    const day = at - (at % dayMs);
    const { rowCount } = await pool.query(
      `insert into day_calls (account_id, call, day, made) values ($1, $2, ($3::timestamptz at time zone 'UTC')::date, 1)
       on conflict (account_id, call) do update set day = greatest(day_calls.day, excluded.day),
         made = case when excluded.day > day_calls.day then 1 else day_calls.made + 1 end
       where excluded.day > day_calls.day or day_calls.made < $4`,
      [accountId, name, new Date(day), perDay],
    );
    if (rowCount !== 0) return undefined;
    return new Refusal('too-many-today', { count: String(perDay), until: toInstant(day + dayMs) });
  };
