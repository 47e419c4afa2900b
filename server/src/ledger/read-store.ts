// What customers read of the ledger, past the lanes: their balances and their journal.
import type { AssetCode, MovementKind, Uuid } from '@candor/wire';
import { amount, columns, instant, oneOfEnum, safeInteger, smallint, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { byNumber, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { Bucket } from './command.ts';
import { balance } from './store.ts';

export async function readBalances(pool: Pool, accountId: Uuid) {
  const rows = await select(pool, balance, `select ${balance.list} from ledger_balances where account_id = $1 order by coin`, [accountId]); // oxfmt-ignore
  return rows.map((row) => ({ accountId, ...row }));
}

const moves = columns({
  entryId: uuid,
  leg: smallint,
  kind: text<MovementKind>(),
  objectId: uuid,
  coin: text<AssetCode>(),
  book: oneOfEnum<Book>('ledger_book'),
  from: oneOfEnum<Bucket>('ledger_bucket').named('from_bucket'),
  to: oneOfEnum<Bucket>('ledger_bucket').named('to_bucket'),
  fromSlice: smallint,
  toSlice: smallint,
  amount,
  fromAfter: amount.orNull,
  toAfter: amount.orNull,
  at: instant,
  sequence: safeInteger,
});

/** One page of a customer's journal, newest move first by the database's own numbers, and how many there are. */
export function readMoves(pool: Pool, { accountId, coin }: { accountId: Uuid; coin: string }, page: AskedPage) {
  const from = `ledger_moves where account_id = $1 and ($2 = '' or coin = $2)
    and (ledger_is_customer(from_bucket) or ledger_is_customer(to_bucket))`;
  return readPage(pool, moves, { from, values: [accountId, coin], by: [byNumber('sequence')] }, page);
}

/** What the house holds of a coin in a book, by bucket, as plain decimal text. */
export async function readHouse(pool: Pool, coin: AssetCode, book: Book): Promise<Partial<Record<Bucket, string>>> {
  const { rows } = await pool.query<{ bucket: Bucket; total: string }>(
    `select bucket, trim_scale(sum(balance))::text as total from ledger_house where coin = $1 and book = $2 group by bucket`,
    [coin, book],
  );
  return Object.fromEntries(rows.map(({ bucket, total }) => [bucket, total]));
}
