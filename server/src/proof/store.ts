// All SQL of receipts that are shared.
import type { ReceiptKind, Uuid } from '@candor/wire';
import { columns, text, uuid } from '../kit/columns.ts';
import type { Pool } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';

export interface ReceiptOf {
  accountId: Uuid;
  kind: ReceiptKind;
  /** As the wire writes it. */
  orderId: string;
}

const share = columns({ token: text() });

export async function readToken(pool: Pool, { accountId, kind, orderId }: ReceiptOf): Promise<string | undefined> {
  const sql = `select ${share.list} from shared_receipts where account_id = $1 and kind = $2 and order_id = $3`;
  return (await selectOne(pool, share, sql, [accountId, kind, orderId]))?.token;
}

/** Keeps the token of one that is shared already. */
export async function insertShare(
  pool: Pool,
  of: ReceiptOf,
  { token, at }: { token: string; at: Date },
): Promise<void> {
  await pool.query(
    `insert into shared_receipts (account_id, kind, order_id, token, shared_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, kind, order_id) do nothing`,
    [of.accountId, of.kind, of.orderId, token, at],
  );
}

export async function deleteShare(pool: Pool, { accountId, kind, orderId }: ReceiptOf): Promise<void> {
  await pool.query('delete from shared_receipts where account_id = $1 and kind = $2 and order_id = $3', [
    accountId,
    kind,
    orderId,
  ]);
}

const shared = columns({ accountId: uuid, kind: text<ReceiptKind>(), orderId: text() });

export const findShared = (pool: Pool, token: string): Promise<ReceiptOf | undefined> =>
  selectOne(pool, shared, `select ${shared.list} from shared_receipts where token = $1`, [token]);
