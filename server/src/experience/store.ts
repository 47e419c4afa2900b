// The SQL of experience accounts beside what the lanes write.
import type { Uuid } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';

export const isOffered = async (database: Database, accountId: Uuid): Promise<boolean> =>
  (await database.query('select from experience_offers where account_id = $1', [accountId])).rowCount === 1;

/** Does what the approved proposal says; false where it was so already. */
export async function runOffer(
  database: Database,
  { proposalId, accountId }: { proposalId: Uuid; accountId: Uuid },
): Promise<boolean> {
  const sql = 'select experience_offer($1, $2) as changed';
  return (await database.query<{ changed: boolean }>(sql, [proposalId, accountId])).rows[0]!.changed;
}
