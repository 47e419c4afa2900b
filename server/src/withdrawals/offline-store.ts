// SQL of payments that an offline signer signs: what waits for a signature, and the answers that were imported.
import type { NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { columns as record, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import { withdrawals, type Withdrawal } from './withdrawal.ts';

const { columns } = withdrawals;

const deployment = record({ deploymentId: uuid });
/** Names the database in files that leave it. */
export const readDeployment = async (database: Database): Promise<Uuid> =>
  (await selectOne(database, deployment, `select ${deployment.list} from signer_deployment`))!.deploymentId;

/** Payments of the network whose bytes, or whose replacement's bytes, are not signed: in the order of their places. */
export const readUnsigned = (database: Database, network: NetworkName): Promise<Withdrawal[]> =>
  select(
    database,
    columns,
    `select ${columns.list} from withdrawals w where network = $1 and ended_at is null
       and (state = 'built' or state = 'broadcast' and exists (select from withdrawal_replacements r
         where r.account_id = w.account_id and r.withdrawal_id = w.withdrawal_id and r.signed is null))
     order by nonce nulls last, decided_at, withdrawal_id`,
    [network],
  );

/**
 * Counts the request to the signer before the bytes leave the database, so that the payment keeps its place whatever happens to the file. Returns
 * false if the payment does not wait with these bytes any more.
 */
export async function countExport(
  database: Database,
  { accountId, withdrawalId }: Withdrawal,
  unsigned: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update withdrawals set signer_asked = coalesce(signer_asked, 0) + 1
     where account_id = $1 and withdrawal_id = $2 and state = 'built' and unsigned = $3`,
    [accountId, withdrawalId, unsigned],
  );
  return rowCount === 1;
}

const answer = record({ wallet: text(), signed: text().orNull, txid: text().orNull, refused: text().orNull });

export type StoredAnswer = Awaited<ReturnType<typeof readAnswers>>[number];

/** Returns the answers for exactly these bytes, the newest first, with the wallet that pays. */
export const readAnswers = (database: Database, { withdrawalId, unsigned }: { withdrawalId: Uuid; unsigned: string }) =>
  select(
    database,
    answer,
    `select ${answer.list} from (select a.answer_id, w.wallet, a.signed, a.txid, a.refused
       from signer_answers a join withdrawals w using (account_id, withdrawal_id)
       where withdrawal_id = $1 and a.unsigned = $2) as answered order by answer_id desc limit 100`,
    [withdrawalId, unsigned],
  );

export type NewAnswer = { signed: string; txid: string } | { refused: string };

/** Refused by the database unless the payment waits for a signature of these bytes. */
export const storeAnswer = async (
  database: Database,
  { accountId, withdrawalId }: Withdrawal,
  { unsigned, answer: given }: { unsigned: string; answer: NewAnswer },
): Promise<void> =>
  void (await database.query(
    `insert into signer_answers (account_id, withdrawal_id, unsigned, signed, txid, refused) values ($1, $2, $3, $4, $5, $6)`,
    [
      accountId,
      withdrawalId,
      unsigned,
      'signed' in given ? given.signed : null,
      'signed' in given ? given.txid : null,
      'refused' in given ? given.refused : null,
    ],
  ));
