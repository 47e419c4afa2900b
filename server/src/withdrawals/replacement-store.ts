// SQL of replacements of waiting payments. Each step is written only if the step before it is stored.
import type { Uuid } from '@candor/wire';
import { columns, instant, smallint, text } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const replacement = columns({
  turn: smallint,
  unsigned: text(),
  signed: text().orNull,
  txid: text().orNull,
  sentAt: instant.orNull,
});
export type StoredReplacement = Awaited<ReturnType<typeof readReplacements>>[number];

interface Named {
  accountId: Uuid;
  withdrawalId: Uuid;
}

/** Returns the replacements of one withdrawal, the newest last. */
export const readReplacements = (database: Database, { accountId, withdrawalId }: Named) =>
  select(
    database,
    replacement,
    `select ${replacement.list} from withdrawal_replacements where account_id = $1 and withdrawal_id = $2 order by turn`,
    [accountId, withdrawalId],
  );

/** Returns undefined if another payer has already stored the replacement with this number. */
export const storeReplacement = (
  database: Database,
  { accountId, withdrawalId }: Named,
  { turn, unsigned }: { turn: number; unsigned: string },
): Promise<StoredReplacement | undefined> =>
  selectOne(
    database,
    replacement,
    `insert into withdrawal_replacements (account_id, withdrawal_id, turn, unsigned) values ($1, $2, $3, $4)
     on conflict do nothing returning ${replacement.list}`,
    [accountId, withdrawalId, turn, unsigned],
  );

export const storeReplacementSigned = (
  database: Database,
  { accountId, withdrawalId }: Named,
  { turn, signed, txid }: { turn: number; signed: string; txid: string },
): Promise<StoredReplacement | undefined> =>
  selectOne(
    database,
    replacement,
    `update withdrawal_replacements set signed = $4, txid = $5
     where account_id = $1 and withdrawal_id = $2 and turn = $3 and signed is null returning ${replacement.list}`,
    [accountId, withdrawalId, turn, signed, txid],
  );

/** Stores that the replacement was sent. From then on the withdrawal is shown with its transaction. */
export const storeReplacementSent = (
  pool: Pool,
  { accountId, withdrawalId }: Named,
  { turn, txid, at }: { turn: number; txid: string; at: number },
): Promise<void> =>
  inTransaction(pool, async (database) => {
    const { rowCount } = await database.query(
      `update withdrawal_replacements set sent_at = $4
       where account_id = $1 and withdrawal_id = $2 and turn = $3 and sent_at is null`,
      [accountId, withdrawalId, turn, new Date(at)],
    );
    if (rowCount === 0) return;
    await database.query(
      `update withdrawals set current_txid = $3, version = version + 1
       where account_id = $1 and withdrawal_id = $2 and state = 'broadcast'`,
      [accountId, withdrawalId, txid],
    );
  });
