// SQL of address balances and of sends from addresses; private to this folder.
import type { AddressBalance, BlockRef, NetworkName, Recorded, SendAt } from '@candor/chain';
import type { AssetCode, Uuid } from '@candor/wire';
import { columns, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const due = columns({ addressId: uuid, accountId: uuid, address: text(), addressIndex: integer });
export type DueAddress = Awaited<ReturnType<typeof readDue>>[number];

/** Returns addresses whose comparison is due. Addresses of customers who are looking for a deposit come first. */
export const readDue = (
  database: Database,
  { network, now, limit }: { network: NetworkName; now: number; limit: number },
) =>
  select(
    database,
    due,
    `select ${due.list} from address_balances b join deposit_addresses a using (address_id)
     where b.network = $1 and b.due_at <= $2 order by b.due_at limit $3`,
    [network, new Date(now), limit],
  );

const recorded = columns({
  paid: text(),
  sent: text(),
  sentCount: safeInteger,
  unseenUnits: text(),
  unseenCount: integer,
  height: safeInteger.orNull,
});

/** Returns the records about an address up to and including a block, and the block of its last comparison. */
export async function readRecorded(
  database: Database,
  { addressId, asset, height }: { addressId: Uuid; asset: AssetCode; height: number },
): Promise<Recorded & { comparedTo: number | null }> {
  const row = await selectOne(
    database,
    recorded,
    `select ${recorded.list} from (select b.height, b.unseen_units, b.unseen_count,
         ((select coalesce(sum(d.units::numeric), 0) from deposits d
           where d.network = a.network and d.address = a.address and d.asset = $2 and d.block_height <= $3)
         + (select coalesce(sum(p.units::numeric), 0) from contract_payments p where p.address_id = a.address_id and p.state = 'dismissed'))::text as paid,
         (select coalesce(sum(s.units::numeric), 0) from address_sends s where s.address_id = a.address_id and s.height <= $3)::text as sent,
         (select count(*) from address_sends s where s.address_id = a.address_id and s.height <= $3) as sent_count
       from deposit_addresses a join address_balances b using (address_id) where a.address_id = $1) as of_address`,
    [addressId, asset, height],
  );
  const { paid, sent, sentCount, unseenUnits, unseenCount, height: comparedTo } = row!;
  const unseen = { units: BigInt(unseenUnits), count: unseenCount };
  return { paid: BigInt(paid), sent: BigInt(sent), sentCount, unseen, comparedTo };
}

/** Addresses with a deposit or a customer's request in this period are compared daily, others weekly. */
const recentDays = 30;

/**
 * Stores a comparison and the time of the next one: 15 minutes if a customer asked within the last hour, because a recent payment is not in a
 * final block yet; one hour if the second node has not confirmed the balance.
 */
export const storeComparison = async (
  database: Database,
  compared: { addressId: Uuid; now: number; block: BlockRef; balance: AddressBalance; unseen: Recorded['unseen'] },
): Promise<void> =>
  void (await database.query(
    `update address_balances b set height = $2, units = $3, unseen_units = $4, unseen_count = $5, compared_at = $6, trouble = '',
       due_at = $6::timestamptz + case
         when asked_at > $6::timestamptz - interval '1 hour' then interval '15 minutes'
         when exists (select from contract_payments p where p.address_id = b.address_id and p.state = 'open'
           and p.verdict in ('unusable', 'contradicts')) then interval '1 hour'
         when asked_at > $6::timestamptz - $7 * interval '1 day'
           or exists (select from contract_payments p where p.address_id = b.address_id and p.state = 'open')
           or exists (select from deposits d join deposit_addresses a using (network, address)
           where a.address_id = b.address_id and d.seen_at > $6::timestamptz - $7 * interval '1 day') then interval '1 day'
         else interval '7 days' end
     where address_id = $1`,
    [
      compared.addressId,
      compared.block.height,
      String(compared.balance.units),
      String(compared.unseen.units),
      compared.unseen.count,
      new Date(compared.now),
      recentDays,
    ],
  ));

export type BalanceTrouble = 'too-low' | 'no-answer' | 'other-address';
const retryMs = 3_600_000;
export const storeTrouble = async (
  database: Database,
  { addressId, trouble, now }: { addressId: Uuid; trouble: BalanceTrouble; now: number },
): Promise<void> =>
  void (await database.query('update address_balances set trouble = $2, due_at = $3 where address_id = $1', [
    addressId,
    trouble,
    new Date(now + retryMs),
  ]));

/**
 * Moves the addresses of a customer who is looking for a deposit to the front, at most once in ten minutes. They are due as if for a day, so
 * that many requests of one customer can't delay any other address by more than a day.
 */
const askAgainMs = 600_000;
export const askForComparison = async (
  database: Database,
  { accountId, txid, now }: { accountId: Uuid; txid: string; now: number },
): Promise<void> =>
  void (await database.query(
    `update address_balances set asked_at = $2, asked_txid = $3, due_at = least(due_at, $2::timestamptz - interval '1 day')
     where address_id in (select address_id from deposit_addresses where account_id = $1) and (asked_at is null or asked_at <= $4)`,
    [accountId, new Date(now), txid, new Date(now - askAgainMs)],
  ));

/** Stores sends of our deposit addresses in a block that is read a second time. */
export const storeSends = async (
  database: Database,
  { network, sends }: { network: NetworkName; sends: readonly SendAt[] },
): Promise<void> =>
  void (await database.query(
    `insert into address_sends (network, txid, address_id, units, height)
     select $1, s.txid, a.address_id, s.units, s.height
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as s (height, txid, address, units)
       join deposit_addresses a on a.network = $1 and a.address = s.address
     on conflict do nothing`,
    [
      network,
      sends.map(({ height }) => height),
      sends.map(({ txid }) => txid),
      sends.map(({ address }) => address),
      sends.map(({ units }) => String(units)),
    ],
  ));

/**
 * Returns true if the block was read a second time and no other block is stored at its height (old blocks are not stored any more). Locks the
 * cursor, so that no process changes it until the transaction ends.
 */
export async function holdCursor(database: Database, network: NetworkName, block: BlockRef): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from chain_cursors c where c.network = $1 and c.read_again_height >= $2
       and not exists (select from chain_blocks b where b.network = c.network and b.height = $2 and b.hash <> $3) for update`,
    [network, block.height, block.hash],
  );
  return rowCount === 1;
}
