// SQL of claims: operators name the transaction of a payment by a contract. Private to this folder.
import type { BlockRef, NetworkName } from '@candor/chain';
import type { AssetCode, Uuid } from '@candor/wire';
import { columns, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const claim = columns({
  proposalId: uuid,
  paymentId: uuid,
  depositId: uuid,
  txid: text(),
  addressId: uuid,
  accountId: uuid,
  network: text<NetworkName>(),
  asset: text<AssetCode>(),
  address: text(),
  addressIndex: integer,
  /** The amount that two operators decided on, or the rest of it that is still open. */
  units: text(),
  openUnits: text(),
  verdict: text(),
  afterHeight: safeInteger.orNull,
  /** Block of the newest comparison. */
  comparedTo: safeInteger,
});
export type ClaimRow = NonNullable<Awaited<ReturnType<typeof findClaim>>>;

const open = `(select c.proposal_id, c.payment_id, c.deposit_id, c.txid, c.checked_at, c.decided_at,
      least(c.units::numeric, p.units::numeric)::text as units, p.units as open_units, p.verdict, p.after_height, p.asset,
      a.address_id, a.account_id, a.network, a.address, a.address_index, b.height as compared_to
    from contract_payment_claims c join contract_payments p using (payment_id) join deposit_addresses a using (address_id)
      join address_balances b using (address_id)
    where c.state = 'open' and p.state = 'open' and b.height is not null) as claims`;

/** A waiting claim is checked again after one minute. */
const againMs = 60_000;
export const readClaims = (
  database: Database,
  { network, now, limit }: { network: NetworkName; now: number; limit: number },
): Promise<ClaimRow[]> =>
  select(
    database,
    claim,
    `select ${claim.list} from ${open} where network = $1 and (checked_at is null or checked_at <= $2)
     order by coalesce(checked_at, decided_at) limit $3`,
    [network, new Date(now - againMs), limit],
  );

export const findClaim = (database: Database, proposalId: Uuid) =>
  selectOne(database, claim, `select ${claim.list} from ${open} where proposal_id = $1`, [proposalId]);

/** Returns false if another claim for the same payment is still open. */
export async function storeClaim(
  database: Database,
  {
    proposalId,
    paymentId,
    depositId,
    txid,
    units,
  }: Pick<ClaimRow, 'proposalId' | 'paymentId' | 'depositId' | 'txid' | 'units'>,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into contract_payment_claims (proposal_id, payment_id, deposit_id, txid, units) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [proposalId, paymentId, depositId, txid, units],
  );
  return rowCount === 1;
}

export interface ClaimOutcome {
  proposalId: Uuid;
  state: 'open' | 'proven' | 'refused';
  reason?: string;
  proof?: 'balance' | 'window';
  now: number;
}
export const storeOutcome = async (
  database: Database,
  { proposalId, state, reason = '', proof, now }: ClaimOutcome,
): Promise<void> =>
  void (await database.query(
    `update contract_payment_claims set state = $2, reason = $3, proof = $4, checked_at = $5, closed_at = $6
     where proposal_id = $1 and state = 'open'`,
    [proposalId, state, reason, proof ?? null, new Date(now), state === 'open' ? null : new Date(now)],
  ));

const sum = columns({ units: text() });
/** Returns the sum of other payments by contracts to this address in this block that are already deposits. */
export async function sumKnownIn(
  database: Database,
  {
    depositId,
    address,
    asset,
    network,
    fromOrdinal,
  }: Pick<ClaimRow, 'depositId' | 'address' | 'asset' | 'network'> & { fromOrdinal: number },
  { hash }: BlockRef,
): Promise<bigint> {
  const row = await selectOne(
    database,
    sum,
    `select coalesce(sum(units::numeric), 0)::text as units from deposits
     where network = $1 and address = $2 and asset = $3 and block_hash = $4 and ordinal >= $5 and deposit_id <> $6`,
    [network, address, asset, hash, fromOrdinal, depositId],
  );
  return BigInt(row!.units);
}
