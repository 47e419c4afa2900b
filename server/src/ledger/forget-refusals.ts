// Refusals that are older than two days go, a few at a time; the database lets nothing else of the commands go.
import type { Pool } from '../kit/postgres.ts';

const atOnce = 5_000;
/** More than an hour brings: what is left waits for the next hour. */
const roundsMax = 200;

export async function forgetRefusals(pool: Pool): Promise<number> {
  let forgotten = 0;
  for (let round = 0; round < roundsMax; round++) {
    const { rows } = await pool.query<{ count: number }>('select ledger_forget_refusals($1) as count', [atOnce]);
    forgotten += rows[0]!.count;
    if (rows[0]!.count < atOnce) break;
  }
  return forgotten;
}
