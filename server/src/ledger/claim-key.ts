// Keys for callers that bring none: the same caller that asks the same again within 2 s of the first gets the first one's key.
import { randomUUID } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';

/** One statement, so that of any number at once, in any process, one comes first and the others wait for its row. */
export async function claimKey(pool: Pool, { caller, digest }: { caller: string; digest: Buffer }): Promise<Uuid> {
  const { rows } = await pool.query<{ key: Uuid }>({
    name: 'claim-key',
    text: `insert into keyless_claims as claim (caller, digest, key, claimed_at)
           values ($1, $2, $3, clock_timestamp())
           on conflict (caller, digest) do update set
             (key, claimed_at) = (
               select case when is_same then claim.key else excluded.key end,
                      case when is_same then claim.claimed_at else clock_timestamp() end
               from (select clock_timestamp() - claim.claimed_at between interval '-2 seconds' and interval '2 seconds' as is_same)
                 as compared)
           returning key`,
    values: [caller, digest, randomUUID()],
  });
  return rows[0]!.key;
}

/** Forgets what no repetition can mean any more. */
export async function pruneClaims(pool: Pool): Promise<void> {
  await pool.query(`delete from keyless_claims where claimed_at < clock_timestamp() - interval '1 minute'`);
}
