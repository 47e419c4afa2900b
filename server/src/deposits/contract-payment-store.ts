// SQL of payments by contracts and of the operators' decisions about them; private to this folder.
import type { BlockRef, NetworkName } from '@candor/chain';
import type { AssetCode, ContractVerdict, Uuid } from '@candor/wire';
import { columns, instant, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne, selectPage } from '../kit/select.ts';

const payment = columns({
  paymentId: uuid,
  addressId: uuid,
  accountId: uuid,
  network: text<NetworkName>(),
  asset: text<AssetCode>(),
  address: text(),
  addressIndex: integer,
  units: text(),
  verdict: text<ContractVerdict>(),
  height: safeInteger,
  afterHeight: safeInteger.orNull,
  arrivedIn: safeInteger.orNull,
  state: text<'open' | 'dismissed'>().as('p.state'),
  reopenReason: text().orNull,
  foundAt: instant,
  checkedAt: instant,
  /** Hash of the transaction that the customer searched for. */
  askedTxid: text().as('(select asked_txid from address_balances b where b.address_id = p.address_id)'),
  /** Why the newest claim was refused, or what the claim waits for. */
  claimState: text().as(
    `coalesce((select c.state || ' ' || c.reason from contract_payment_claims c where c.payment_id = p.payment_id
      order by c.decided_at desc limit 1), '')`,
  ),
  /** Id of the newest open proposal about the payment. */
  proposalId: uuid.as(
    `(select proposal_id from act_proposals where kind in ('credit-contract-payment', 'dismiss-contract-payment')
       and state in ('proposed', 'approved') and facts::json ->> 'payment_uuid' = payment_id::text order by proposed_at desc limit 1)`,
  ).orNull,
});
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

const all = 'contract_payments p join deposit_addresses a using (address_id, account_id, network)';
const open = `${all} where p.state = 'open'`;

export const readOpen = (database: Database, page: { limit: number; offset: number }) =>
  selectPage(database, payment, { from: open, order: 'found_at, payment_id', values: [] }, page);

export const readDismissed = (database: Database, page: { limit: number; offset: number }) =>
  selectPage(
    database,
    payment,
    { from: `${all} where p.state = 'dismissed'`, order: 'closed_at desc, payment_id', values: [] },
    page,
  );

export const findDismissed = (database: Database, paymentId: Uuid) =>
  selectOne(database, payment, `select ${payment.list} from ${all} where p.state = 'dismissed' and payment_id = $1`, [
    paymentId,
  ]);

/**
 * Opens a dismissed payment again, and compares its address next. Returns false if it is not dismissed, or if the address has another open payment: that
 * one must be closed first.
 */
export async function reopen(
  database: Database,
  { paymentId, operatorId, reason, now }: { paymentId: Uuid; operatorId: Uuid; reason: string; now: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `with opened as (update contract_payments p set state = 'open', dismissed_by = null, closed_at = null, reopened_by = $2,
         reopened_at = clock_timestamp(), reopen_reason = $3
       where payment_id = $1 and state = 'dismissed' and not exists (select from contract_payments other
         where other.address_id = p.address_id and other.state = 'open') returning address_id)
     update address_balances set due_at = least(due_at, $4) from opened where address_balances.address_id = opened.address_id`,
    [paymentId, operatorId, reason, new Date(now)],
  );
  return rowCount === 1;
}

export const findOpen = (database: Database, paymentId: Uuid) =>
  selectOne(database, payment, `select ${payment.list} from ${open} and payment_id = $1`, [paymentId]);

export const readOpenOf = (database: Database, accountId: Uuid) =>
  select(database, payment, `select ${payment.list} from ${open} and p.account_id = $1 order by found_at`, [accountId]);

const openAt = columns({ paymentId: uuid, units: text() });
export const findOpenAt = (database: Database, addressId: Uuid) =>
  selectOne(
    database,
    openAt,
    `select ${openAt.list} from contract_payments where address_id = $1 and state = 'open' for update`,
    [addressId],
  );

const count = columns({ waiting: safeInteger, oldestAt: instant.orNull });
export const countOpen = async (database: Database) =>
  (await selectOne(
    database,
    count,
    `select count(*) as waiting, min(found_at) as oldest_at from contract_payments where state = 'open'`,
  ))!;

const unsearched = columns({
  paymentId: uuid,
  addressId: uuid,
  address: text(),
  asset: text<AssetCode>(),
  height: safeInteger,
  afterHeight: safeInteger.orNull,
});
export type UnsearchedRow = NonNullable<Awaited<ReturnType<typeof readUnsearched>>>;

const searchAgainMs = 86_400_000;
/** Returns an open payment whose block was not searched yet, or was not found a day ago. */
export const readUnsearched = (database: Database, { network, now }: { network: NetworkName; now: number }) =>
  selectOne(
    database,
    unsearched,
    `select ${unsearched.list} from ${open} and network = $1 and arrived_in is null and (searched_at is null or searched_at < $2)
     order by searched_at nulls first, found_at limit 1`,
    [network, new Date(now - searchAgainMs)],
  );

export const storeSearch = async (
  database: Database,
  { paymentId, arrivedIn, now }: { paymentId: Uuid; arrivedIn: number | null; now: number },
): Promise<void> =>
  void (await database.query(
    `update contract_payments set arrived_in = $2, searched_at = $3 where payment_id = $1 and state = 'open'`,
    [paymentId, arrivedIn, new Date(now)],
  ));

export interface Found {
  paymentId: Uuid;
  addressId: Uuid;
  accountId: Uuid;
  network: NetworkName;
  asset: AssetCode;
  units: bigint;
  verdict: ContractVerdict;
  block: BlockRef;
  /** Block of the comparison before this one. */
  after: number | null;
  now: number;
}

/** Opens a payment, or updates amount and verdict of the open payment of this address. */
export async function storeFound(database: Database, found: Found): Promise<void> {
  const { paymentId, addressId, accountId, network, asset, units, verdict, block, after, now } = found;
  await database.query(
    `insert into contract_payments (payment_id, address_id, account_id, network, asset, units, verdict, height, after_height, found_at, checked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     on conflict (address_id) where state = 'open' do update set units = excluded.units, verdict = excluded.verdict, checked_at = excluded.checked_at`,
    [
      paymentId,
      addressId,
      accountId,
      network,
      asset,
      String(units),
      verdict,
      block.height,
      after !== null && after < block.height ? after : null,
      new Date(now),
    ],
  );
}

/** Closes the open payment of an address because no surplus is left: `gone`, or `credited` by a claim. */
export const closeFound = async (
  database: Database,
  { addressId, state, now }: { addressId: Uuid; state: 'gone' | 'credited'; now: number },
): Promise<void> =>
  void (await database.query(
    `update contract_payments set state = $2, closed_at = $3 where address_id = $1 and state = 'open'`,
    [addressId, state, new Date(now)],
  ));

export const lowerFound = async (
  database: Database,
  { paymentId, units }: { paymentId: Uuid; units: bigint },
): Promise<void> =>
  void (await database.query(`update contract_payments set units = $2 where payment_id = $1`, [
    paymentId,
    String(units),
  ]));

/** Returns false if the payment is not open any more. The database requires the approved proposal and the amount that was decided on. */
export async function dismiss(
  database: Database,
  { paymentId, proposalId, units, now }: { paymentId: Uuid; proposalId: Uuid; units: string; now: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update contract_payments p set state = 'dismissed', dismissed_by = $2, closed_at = $3 where payment_id = $1 and state = 'open' and units = $4
       and not exists (select from contract_payment_claims c where c.payment_id = p.payment_id and c.state = 'open')`,
    [paymentId, proposalId, new Date(now), units],
  );
  return rowCount === 1;
}
