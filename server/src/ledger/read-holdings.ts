// What an account held before, and what came in since: from its balances of now and the end of its journal.
import { add, subtract, zero } from '@candor/wire';
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import { amount, columns, instant, integer, text, type RowIn } from '../kit/columns.ts';
import { arrayOf, type Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { heldInAll, transferBuckets } from './buckets.ts';

export interface Holding {
  coin: AssetCode;
  amount: Wad;
}

/** The customer's moves since an instant; ordered by the journal, whose end is read and no more. */
const movedSince = `ledger_moves where account_id = $1 and ledger_is_customer(from_bucket) <> ledger_is_customer(to_bucket)
  and sequence > coalesce((select sequence from ledger_moves where account_id = $1 and at < $2 order by sequence desc limit 1), 0)`;
const signedAmount = 'case when ledger_is_customer(to_bucket) then amount else -amount end';

const heldWithMoves = columns({ coin: text<AssetCode>(), held: amount, span: integer, moved: amount });

/** What the account held of each coin at each of these instants, the earliest first, in all its buckets: its journal is read once. */
export async function readHoldingsAt(pool: Pool, accountId: Uuid, instants: readonly number[]): Promise<Holding[][]> {
  const rows = await select(
    pool,
    heldWithMoves,
    `select coin, ${heldInAll} as held, coalesce(span, 0) as span, coalesce(moved, 0) as moved
     from ledger_balances left join (
       select coin, width_bucket(at, $3::timestamptz[]) as span, sum(${signedAmount}) as moved from ${movedSince} group by coin, span
     ) as moves using (coin)
     where account_id = $1`,
    [accountId, new Date(instants[0]!), arrayOf(instants, (at) => new Date(at).toISOString())],
  );
  const coins = [...new Set(rows.map(({ coin }) => coin))];
  return instants.map((_, place) =>
    coins.map((coin) => {
      const own = rows.filter((row) => row.coin === coin);
      // Moves of a span are those after so many of the instants.
      const after = own.filter(({ span }) => span > place).reduce((sum, { moved }) => add(sum, moved), zero);
      return { coin, amount: subtract(own[0]!.held, after) };
    }),
  );
}

const transfer = columns({ coin: text<AssetCode>(), amount, at: instant });

/**
 * What came from outside of the platform since an instant, less what went there, and what was borrowed, less what was paid back of it: by
 * coin and minute, with the last move's time. None of it was gained or lost.
 */
export const readTransfersSince = (pool: Pool, accountId: Uuid, since: number): Promise<RowIn<typeof transfer>[]> =>
  select(
    pool,
    transfer,
    `select coin, sum(${signedAmount}) as amount, max(at) as at
     from ${movedSince} and (from_bucket = any ($3::ledger_bucket[]) or to_bucket = any ($3::ledger_bucket[]))
     group by coin, date_trunc('minute', at)`,
    [accountId, new Date(since), transferBuckets],
  );
