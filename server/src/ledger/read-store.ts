// What customers read of the ledger, past the lanes: their balances and their journal.
import type { AssetCode, CustomerBucket, Uuid } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { numericColumn, type Pool } from '../kit/postgres.ts';
import { amountsOf, type BalanceRow, type MoveRow } from './store.ts';

export async function readBalances(pool: Pool, accountId: Uuid): Promise<BalanceRow[]> {
  const { rows } = await pool.query(
    `select account_id, coin, book, available, reserved, margin, staked from ledger_balances
     where account_id = $1 order by coin`,
    [accountId],
  );
  return rows.map(balanceOf);
}

interface BalanceColumns extends Record<CustomerBucket, string> {
  account_id: Uuid;
  coin: AssetCode;
  book: Book;
}

const balanceOf = (row: BalanceColumns): BalanceRow => ({
  accountId: row.account_id,
  coin: row.coin,
  book: row.book,
  amounts: amountsOf(row),
});

/** One page of a customer's journal, newest entry first, and how many moves there are. */
export async function readMoves(
  pool: Pool,
  options: { accountId: Uuid; coin: string; limit: number; offset: number },
): Promise<{ total: number; moves: (Omit<MoveRow, 'cover'> & { at: number })[] }> {
  const where = `account_id = $1 and ($2 = '' or coin = $2)
    and (ledger_is_customer(from_bucket) or ledger_is_customer(to_bucket))`;
  const [count, page] = await Promise.all([
    pool.query(`select count(*) as total from ledger_moves where ${where}`, [options.accountId, options.coin]),
    pool.query(`select * from ledger_moves where ${where} order by entry_id desc, leg desc limit $3 offset $4`, [
      options.accountId,
      options.coin,
      options.limit,
      options.offset,
    ]),
  ]);
  return {
    total: count.rows[0].total,
    moves: page.rows.map((row) => ({
      accountId: row.account_id,
      entryId: row.entry_id,
      leg: row.leg,
      kind: row.kind,
      objectId: row.object_id,
      coin: row.coin,
      book: row.book,
      from: row.from_bucket,
      to: row.to_bucket,
      fromSlice: row.from_slice,
      toSlice: row.to_slice,
      amount: numericColumn(row.amount),
      fromAfter: row.from_after && numericColumn(row.from_after),
      toAfter: row.to_after && numericColumn(row.to_after),
      at: row.at,
    })),
  };
}
