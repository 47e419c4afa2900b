// SQL of decisions to follow a chain again from an earlier block; private to this folder.
import type { NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { columns, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';

const open = columns({ fromHeight: safeInteger });
export const readReturn = async (database: Database, network: NetworkName): Promise<number | undefined> =>
  (
    await selectOne(database, open, `select ${open.list} from chain_returns where network = $1 and done_at is null`, [
      network,
    ])
  )?.fromHeight;

/** Returns false if another decision for the network has not been carried out yet. */
export async function storeReturn(
  database: Database,
  { proposalId, network, fromHeight }: { proposalId: Uuid; network: string; fromHeight: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    'insert into chain_returns (proposal_id, network, from_height) values ($1, $2, $3) on conflict do nothing',
    [proposalId, network, fromHeight],
  );
  return rowCount === 1;
}

export const closeReturn = async (database: Database, network: NetworkName): Promise<void> =>
  void (await database.query(
    'update chain_returns set done_at = clock_timestamp() where network = $1 and done_at is null',
    [network],
  ));

const followed = columns({
  startHeight: safeInteger,
  height: safeInteger,
  reason: text(),
  /** Number of credited deposits in this block or a later one. They are put on hold until they are found again. */
  credited: safeInteger,
});
/** Returns the state of a network before it is followed again from a block; undefined if that block was never read. */
export const findFollowed = (database: Database, { network, fromHeight }: { network: string; fromHeight: number }) =>
  selectOne(
    database,
    followed,
    `select ${followed.list} from (select c.start_height, c.height, coalesce(n.reason, '') as reason,
         (select count(*) from deposits d where d.network = c.network and d.block_height >= $2 and d.state = 'credited') as credited
       from chain_cursors c left join chain_networks n using (network)
       where c.network = $1 and $2 between c.start_height and c.height) as networks`,
    [network, fromHeight],
  );
