// One step of a chain as rows: cursor, blocks and deposits, under the lock of the cursor, or nothing of it.
import { depositKey, type Advance, type DepositChange, type NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { log } from '../kit/log.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { dropWalletOutputs, takeWalletOutputs } from '../chains/wallet-outputs.ts';
import { storeSends } from './balance-store.ts';
import { storeVerdicts } from './check-store.ts';
import { depositIdOf, deposits, type DepositRow } from './deposit-row.ts';
import { closeReturn } from './return-store.ts';

/** Number of stored blocks; blocks not yet read twice are kept longer. If older blocks are replaced, an operator has to check first. */
const blocksKept = 500;

/** Somebody else has gone on meanwhile: what was decided is not carried out, and the next round decides anew. */
export class ChainMovedError extends Error {
  override readonly name = 'ChainMovedError';
}

const alarmWords = {
  'returned-otherwise': 'a frozen deposit came back otherwise',
  gone: 'a deposit is not in its block when that is read a second time',
} as const;

export interface Written {
  network: NetworkName;
  now: number;
}

/** Answers with the deposits as they are now. */
export async function writeAdvance(
  database: Database,
  { network, now, from, to, changes, taken, readAgain, unproven, sends, asDecided }: Advance & Written,
): Promise<DepositRow[]> {
  const cursor = await database.query<{ hash: string | null }>(
    'select hash from chain_cursors where network = $1 for update',
    [network],
  );
  if (cursor.rows[0]?.hash !== (from?.hash ?? null)) throw new ChainMovedError(`${network} is not where it was`);
  const written: Uuid[] = [];
  for (const change of changes) written.push(await writeDeposit(database, change, { network, now }));
  if (to?.hash !== from?.hash) await moveCursor(database, { network, from, to, ...(taken && { taken }) });
  if (taken) await takeWalletOutputs(database, { network, blocks: taken });
  if (readAgain !== undefined) {
    await database.query(
      'update chain_cursors set read_again_height = greatest(read_again_height, $2), version = version + 1 where network = $1',
      [network, readAgain],
    );
    // Whoever sends a transaction can cause it on some networks, so it is no alarm.
    if (unproven && unproven.length > 0)
      log.warn('headers do not prove the transactions of their blocks', { network, heights: unproven.join(' ') });
    if (sends && sends.length > 0) await storeSends(database, { network, sends });
  }
  if (asDecided) await closeReturn(database, network);
  const { columns } = deposits;
  return select(database, columns, `select ${columns.list} from deposits where deposit_id = any ($1::uuid[])`, [written]); // oxfmt-ignore
}

export async function writeDeposit(
  database: Database,
  { was, deposit, alarm, books }: DepositChange,
  { network, now }: Written,
): Promise<Uuid> {
  const id = depositIdOf(network, deposit);
  const { txid, ordinal, asset, address, tag, accountId, units, state, block, isCleared } = deposit;
  const place = [block?.height ?? null, block?.hash ?? null];
  const stands = [id, address, tag ?? null, accountId ?? null, String(units), state, ...place, isCleared];
  const { rowCount } =
    was === undefined
      ? await database.query(
          `insert into deposits (deposit_id, address, tag, account_id, units, state, block_height, block_hash, is_cleared,
             network, txid, ordinal, asset, seen_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
          [...stands, network, txid, ordinal, asset, new Date(now)],
        )
      : await database.query(
          `update deposits set address = $2, tag = $3, account_id = $4, units = $5, state = $6, block_height = $7,
             block_hash = $8, is_cleared = $9, alarm = coalesce($10, alarm), version = version + 1
           where deposit_id = $1 and state = $11`,
          // What is to be set aside has been, by the lanes.
          [...stands, alarm ?? null, books === 'freeze' ? 'frozen' : was],
        );
  if (rowCount !== 1) throw new ChainMovedError(`${depositKey(network, deposit)} stands otherwise by now`);
  if (alarm) log.error(alarmWords[alarm], { network, txid, ordinal, alarm });
  // A held deposit is listed on the page of waiting deposits, where two operators can clear it.
  if (state === 'held' && alarm === 'gone')
    await storeVerdicts(database, [{ depositId: id, blockHash: block!.hash, verdict: 'contradicts' }]);
  return id;
}

async function moveCursor(
  database: Database,
  { network, from, to, taken }: Pick<Advance, 'from' | 'to' | 'taken'> & Pick<Written, 'network'>,
): Promise<void> {
  // After going back, no block above the new cursor is marked as read a second time.
  const isBack = !to || (from !== undefined && to.height < from.height);
  await database.query(
    `update chain_cursors set height = $2::bigint, hash = $3, version = version + 1,
       read_again_height = case when $4 then least(read_again_height, coalesce($2::bigint, -1)) else read_again_height end where network = $1`,
    [network, to?.height ?? null, to?.hash ?? null, isBack],
  );
  if (isBack) {
    await database.query('delete from chain_blocks where network = $1 and height >= $2', [network, to?.height ?? 0]);
    await database.query('delete from address_sends where network = $1 and height > $2', [network, to?.height ?? -1]);
    await dropWalletOutputs(database, { network, above: to?.height ?? -1 });
  }
  if (!to) return;
  const blocks = taken ?? [to];
  await database.query(
    'insert into chain_blocks (network, height, hash) select $1, * from unnest ($2::bigint[], $3::text[])',
    [network, blocks.map(({ height }) => height), blocks.map(({ hash }) => hash)],
  );
  await database.query(
    `delete from chain_blocks where network = $1 and height <= $2
       and height <= (select read_again_height from chain_cursors where network = $1)`,
    [network, to.height - blocksKept],
  );
}
