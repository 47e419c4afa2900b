// SQL of replacements of waiting payments. Each step is written only if the step before it is stored.
import type { Uuid } from '@candor/wire';
import { columns, instant, smallint, text } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { PlacedPayment, WrittenReplacement } from './network-payer.ts';

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

/**
 * Stores a replacement together with its places. Returns undefined if another payer has already stored the replacement with this number. Throws if
 * another payment has one of the places.
 */
export const storeReplacement = (
  pool: Pool,
  payment: PlacedPayment,
  { turn, unsigned, places }: { turn: number } & WrittenReplacement,
): Promise<StoredReplacement | undefined> =>
  inTransaction(pool, async (database) => {
    const stored = await selectOne(
      database,
      replacement,
      `insert into withdrawal_replacements (account_id, withdrawal_id, turn, unsigned) values ($1, $2, $3, $4)
       on conflict do nothing returning ${replacement.list}`,
      [payment.accountId, payment.withdrawalId, turn, unsigned],
    );
    if (stored) await takeFurtherPlaces(database, payment, places);
    return stored;
  });

/** Takes those of the places that the payment does not have yet. */
async function takeFurtherPlaces(
  database: Database,
  { accountId, withdrawalId, network, wallet }: PlacedPayment,
  places: readonly string[],
): Promise<void> {
  if (places.length === 0) return;
  const of = [network, wallet, accountId, withdrawalId, places];
  await database.query(
    `insert into withdrawal_places (network, wallet, account_id, withdrawal_id, place)
     select $1, $2, $3, $4, place from unnest($5::text[]) as place on conflict do nothing`,
    of,
  );
  const { rowCount } = await database.query(
    `select from withdrawal_places where network = $1 and wallet = $2 and account_id = $3 and withdrawal_id = $4 and place = any ($5)
       and freed_at is null`,
    of,
  );
  if (rowCount !== places.length) throw new Error(`another payment of ${network} has a place of ${withdrawalId}`);
}

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
