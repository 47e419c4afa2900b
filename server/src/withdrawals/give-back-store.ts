// SQL of decisions to give a payment back to its customer; private to this folder.
import type { Uuid } from '@candor/wire';
import { columns, instant } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';

interface Named {
  accountId: Uuid;
  withdrawalId: Uuid;
}

const giveBack = columns({ decidedAt: instant });

/** Returns the time at which two operators decided to give this payment back; undefined if they did not. */
export const findGiveBack = async (
  database: Database,
  { accountId, withdrawalId }: Named,
): Promise<number | undefined> =>
  (
    await selectOne(
      database,
      giveBack,
      `select ${giveBack.list} from withdrawal_give_backs where account_id = $1 and withdrawal_id = $2`,
      [accountId, withdrawalId],
    )
  )?.decidedAt;

/** Returns false if this was already decided. */
export async function storeGiveBack(
  database: Database,
  { accountId, withdrawalId, proposalId, decidedAt }: Named & { proposalId: Uuid; decidedAt: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into withdrawal_give_backs (account_id, withdrawal_id, proposal_id, decided_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [accountId, withdrawalId, proposalId, new Date(decidedAt)],
  );
  return rowCount === 1;
}
