// Deposits and cursors as the server holds them, and how a deposit is told to its owner.
import { coinOn, confirmationsFor, confirmationsOf, depositKey, unitsToWad, type BaseUnits, type Credit, type Deposit, type DepositState, type Network, type NetworkName } from '@candor/chain'; // oxfmt-ignore
import { formatAmount, toInstant, wireId, zero, type AssetCode, type DepositMessage, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { amount, boolean, instant, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import { table, type Row } from '../kit/table.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';

/** Its newest block is what crediting rests on: whoever credits holds the row. */
export const chainCursors = table('chain_cursors', {
  key: { cursorId: uuid },
  fixed: { network: text<NetworkName>(), identity: text(), startHeight: safeInteger },
  changing: { height: safeInteger.orNull, hash: text().orNull },
});

export const deposits = table('deposits', {
  key: { depositId: uuid },
  fixed: {
    network: text<NetworkName>(),
    txid: text(),
    ordinal: integer,
    asset: text<AssetCode>(),
    address: text(),
    tag: safeInteger.orNull,
    accountId: uuid.orNull,
    units: text(),
    blockHeight: safeInteger.orNull,
    blockHash: text().orNull,
    isCleared: boolean,
    seenAt: instant,
  },
  changing: {
    state: text<DepositState>(),
    /** What is set aside while it is frozen. */
    onHold: amount,
    creditedAt: instant.orNull,
  },
});
export type DepositRow = Row<typeof deposits>;

declare module '../kit/bus.ts' {
  interface Events {
    /** A deposit was seen, counted further, credited, or put on hold; the height is that of the newest block. */
    'deposits.changed': { deposit: DepositRow; tip: number };
  }
}

export const cursorIdOf = (network: NetworkName): Uuid => uuidOfWords(`chain cursor ${network}`);
export const depositIdOf = (network: NetworkName, credit: Credit): Uuid =>
  uuidOfWords(`deposit ${depositKey(network, credit)}`);

export function depositOf(row: DepositRow): Deposit {
  const { network, txid, ordinal, asset, address, tag, accountId, units, blockHeight, blockHash, isCleared, state } =
    row;
  return {
    network,
    txid,
    ordinal,
    asset,
    address,
    ...(tag === null ? {} : { tag }),
    ...(accountId === null ? {} : { accountId }),
    units: BigInt(units) as BaseUnits,
    state,
    isCleared,
    ...(blockHash === null || blockHeight === null ? {} : { block: { height: blockHeight, hash: blockHash } }),
  };
}

/** In the books; undefined for more than they can hold, which is never credited. */
export function amountOf(network: Network, { asset, units }: Pick<DepositRow, 'asset' | 'units'>): Wad | undefined {
  const coin = coinOn(network, asset);
  if (!coin) throw new Error(`${network.name} has no ${asset}`);
  return unitsToWad(BigInt(units) as BaseUnits, coin.decimals);
}

export function depositMessage(row: DepositRow, { network, tip }: { network: Network; tip: number }): DepositMessage {
  const deposit = depositOf(row);
  const needed = confirmationsFor(network, deposit);
  return {
    deposit_id: wireId('deposit', row.depositId),
    user_id: row.accountId === null ? '' : wireId('account', row.accountId),
    coin_code: row.asset,
    network: row.network,
    network_title: network.title,
    address: row.address,
    amount: formatAmount(amountOf(network, row) ?? zero),
    txid: row.txid,
    state: row.state,
    confirmations: row.state === 'credited' ? needed : Math.min(needed, confirmationsOf(deposit, tip)),
    confirmations_needed: needed,
    seen_at: toInstant(row.seenAt),
    credited_at: row.creditedAt === null ? null : toInstant(row.creditedAt),
  };
}
