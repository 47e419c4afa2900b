// What the demo's house can promise: its owner pays in once for each book, what the database's table of funds says.
import { createHash } from 'node:crypto';
import { formatAmount } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { fundHouse } from '../ledger/fund-house.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { noteDemoBankroll, readUnpaidFunds, type DemoFund } from './store.ts';

/** Keys made from words make a repetition change nothing. A database of a production refuses the note, and nothing is paid in. */
export async function fundDemo({ pool, lanes, clock }: { pool: Pool; lanes: Lanes; clock: Clock }): Promise<void> {
  await noteDemoBankroll(pool);
  await Promise.all(
    (await readUnpaidFunds(pool)).map(({ fundId, ...fund }) => {
      const digest = createHash('sha256').update(purposeOf(fund)).digest();
      return fundHouse(lanes, { ...fund, orderedBy: fundId, key: uuidOf(digest), digest, now: clock.now() });
    }),
  );
}

/** Its key is made from the purpose: another word pays in again, in every demo whose database does not know the fund as paid. */
function purposeOf({ book, bucket, coin, amount }: Omit<DemoFund, 'fundId'>): string {
  const fund = `${coin === 'USDT' ? bucket.replace('-', ' ') : 'inventory'}${bucket === 'lending' ? '' : ` ${book}`}`;
  return `demo ${fund}${coin === 'USDT' ? '' : ` ${coin}`} ${formatAmount(amount)}`;
}
