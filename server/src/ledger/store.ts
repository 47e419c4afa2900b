// All SQL of the ledger.
import type { AssetCode, CustomerBucket, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { amounts, bytes, jsonTexts, rowPlaces, smallints, texts, transactionIds, uuids } from '../kit/binary-arrays.ts';
import { arrayOf, numericColumn, type Connection, type Pool } from '../kit/postgres.ts';
import type { Bucket, Cover, HouseBucket, StoredReply } from './command.ts';

export interface BalanceRow {
  accountId: Uuid;
  coin: AssetCode;
  book: Book;
  amounts: Record<CustomerBucket, Wad>;
  /** Of the row that was read; undefined where nothing is posted to it, or where there was none. */
  version?: RowVersion;
}
/** Where a row lies, and the transaction that wrote it there. */
interface RowVersion {
  ctid: string;
  xmin: number;
}
export interface HouseRow {
  bucket: HouseBucket;
  coin: AssetCode;
  book: Book;
  slice: number;
  balance: Wad;
}
export interface MoveRow {
  accountId: Uuid;
  entryId: Uuid;
  leg: number;
  kind: string;
  objectId: Uuid;
  coin: AssetCode;
  book: Book;
  from: Bucket;
  to: Bucket;
  fromSlice: number;
  toSlice: number;
  amount: Wad;
  /** What the bucket holds after the move; null for the house's. */
  fromAfter: Wad | null;
  toAfter: Wad | null;
  cover: (Cover & { slice: number }) | null;
  /** Of the customer's balance that the move was decided on. */
  version?: RowVersion | undefined;
}
export interface CommandRow {
  accountId: Uuid;
  key: Uuid;
  name: string;
  digest: Buffer;
  reply: StoredReply;
}

/** As they are now, without a lock: what is posted to one of them is refused when it is not of the version that was read. */
export async function readVersions(
  connection: Connection,
  accountIds: readonly Uuid[],
  coins: readonly AssetCode[],
): Promise<BalanceRow[]> {
  const { rows } = await connection.query({
    name: 'ledger-read-versions',
    text: `select found.* from unnest($1::uuid[]) as wanted(account_id)
           cross join lateral (select account_id, coin, book, available, reserved, margin, staked, ctid, xmin
             from ledger_balances where account_id = wanted.account_id and coin = any($2::text[])) as found`,
    values: [uuids(accountIds, (id) => id), texts(coins, (coin) => coin)],
  });
  return rows.map((row) => ({ ...balanceOf(row), version: { ctid: row.ctid, xmin: parseInt(row.xmin, 10) } }));
}

export async function lockHouse(
  connection: Connection,
  wanted: readonly { bucket: HouseBucket; coin: AssetCode; book: Book; slice: number }[],
): Promise<HouseRow[]> {
  const { rows } = await connection.query({
    name: 'ledger-lock-house',
    text: `select bucket, coin, book, slice, balance from ledger_house
           where (bucket, coin, book, slice) in
             (select * from unnest($1::ledger_bucket[], $2::text[], $3::ledger_book[], $4::smallint[]))
           order by bucket, coin, book, slice for update`,
    values: [
      arrayOf(wanted, (row) => row.bucket),
      arrayOf(wanted, (row) => row.coin),
      arrayOf(wanted, (row) => row.book),
      arrayOf(wanted, (row) => row.slice),
    ],
  });
  return rows.map((row) => ({ ...row, balance: numericColumn(row.balance) }));
}

export async function findCommands(
  connection: Connection,
  keys: readonly { accountId: Uuid; key: Uuid }[],
): Promise<{ accountId: Uuid; key: Uuid; digest: Buffer; reply: StoredReply }[]> {
  const { rows } = await connection.query({
    name: 'ledger-find-commands',
    text: `select found.* from unnest($1::uuid[], $2::uuid[]) as wanted(account_id, key)
           cross join lateral (select account_id, key, digest, reply from ledger_commands
             where account_id = wanted.account_id and key = wanted.key limit 1) as found`,
    values: [uuids(keys, (wanted) => wanted.accountId), uuids(keys, (wanted) => wanted.key)],
  });
  return rows.map((row) => ({ accountId: row.account_id, key: row.key, digest: row.digest, reply: row.reply }));
}

/**
 * Writes the moves and carries them into the balances; see ledger_post in the migrations. Fails as a conflict when a balance is
 * not of the version that was read.
 */
export function postMoves(connection: Connection, moves: readonly MoveRow[], at: number): Promise<unknown> {
  const forms = placesOf(moves, formOf);
  const entries = placesOf(moves, (move) => move.entryId);
  const versions = placesOf(moves, (move) => move.version);
  return connection.query({
    name: 'ledger-post',
    text: `select ledger_post($1::text[], $2::text[], $3::ledger_book[], $4::ledger_bucket[], $5::ledger_bucket[],
             $6::smallint[], $7::smallint[], $8::ledger_bucket[], $9::ledger_bucket[], $10::smallint[],
             $11::uuid[], $12::uuid[], $13::uuid[], $14::smallint[], $15::smallint[], $16::smallint[],
             $17::numeric[], $18::numeric[], $19::numeric[], $20::numeric[], $21::timestamptz,
             $22::smallint[], $23::tid[], $24::xid[])`,
    values: [
      arrayOf(forms.first, (move) => move.kind),
      arrayOf(forms.first, (move) => move.coin),
      arrayOf(forms.first, (move) => move.book),
      arrayOf(forms.first, (move) => move.from),
      arrayOf(forms.first, (move) => move.to),
      arrayOf(forms.first, (move) => move.fromSlice),
      arrayOf(forms.first, (move) => move.toSlice),
      arrayOf(forms.first, (move) => move.cover?.from ?? 'NULL'),
      arrayOf(forms.first, (move) => move.cover?.to ?? 'NULL'),
      arrayOf(forms.first, (move) => move.cover?.slice ?? 'NULL'),
      uuids(entries.first, (move) => move.accountId),
      uuids(entries.first, (move) => move.entryId),
      uuids(entries.first, (move) => move.objectId),
      smallints(forms.places, (place) => place),
      smallints(entries.places, (place) => place),
      smallints(moves, (move) => move.leg),
      amounts(moves, (move) => move.amount),
      amounts(moves, (move) => move.fromAfter),
      amounts(moves, (move) => move.toAfter),
      amounts(moves, (move) => move.cover?.amount ?? null),
      new Date(at).toISOString(),
      smallints(versions.places, (place) => place),
      rowPlaces(versions.first, (move) => move.version?.ctid ?? null),
      transactionIds(versions.first, (move) => move.version?.xmin ?? null),
    ],
  });
}

const formOf = ({ kind, coin, book, from, to, fromSlice, toSlice, cover }: MoveRow): string =>
  `${kind}/${coin}/${book}/${from}/${to}/${fromSlice}/${toSlice}/${cover ? `${cover.from}/${cover.to}/${cover.slice}` : ''}`;

/** The first move of each key, and for each move the place of its key among them, from 1. */
function placesOf(
  moves: readonly MoveRow[],
  keyOf: (move: MoveRow) => unknown,
): { first: MoveRow[]; places: number[] } {
  const known = new Map<unknown, number>();
  const first: MoveRow[] = [];
  const places = moves.map((move) => {
    const key = keyOf(move);
    const place = known.get(key) ?? first.push(move);
    known.set(key, place);
    return place;
  });
  return { first, places };
}

export function keepCommands(connection: Connection, commands: readonly CommandRow[], at: number): Promise<unknown> {
  return connection.query({
    name: 'ledger-keep-commands',
    text: `insert into ledger_commands (account_id, key, name, digest, reply, at)
           select account_id, key, name, digest, reply, $6
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::jsonb[])
             as c(account_id, key, name, digest, reply)`,
    values: [
      uuids(commands, (command) => command.accountId),
      uuids(commands, (command) => command.key),
      texts(commands, (command) => command.name),
      bytes(commands, (command) => command.digest),
      jsonTexts(commands, (command) => JSON.stringify(command.reply)),
      new Date(at).toISOString(),
    ],
  });
}

export function openBalances(
  connection: Connection,
  rows: readonly { accountId: Uuid; coin: AssetCode; book: Book }[],
): Promise<unknown> {
  return connection.query({
    name: 'ledger-open-balances',
    text: 'select ledger_open_balances($1::uuid[], $2::text[], $3::ledger_book[])',
    values: [uuids(rows, (row) => row.accountId), arrayOf(rows, (row) => row.coin), arrayOf(rows, (row) => row.book)],
  });
}

export function openHouse(
  connection: Connection,
  rows: readonly { bucket: HouseBucket; coin: AssetCode; book: Book; slice: number }[],
): Promise<unknown> {
  return connection.query({
    name: 'ledger-open-house',
    text: 'select ledger_open_house($1::ledger_bucket[], $2::text[], $3::ledger_book[], $4::smallint[])',
    values: [
      arrayOf(rows, (row) => row.bucket),
      arrayOf(rows, (row) => row.coin),
      arrayOf(rows, (row) => row.book),
      arrayOf(rows, (row) => row.slice),
    ],
  });
}

export async function readBalances(pool: Pool, accountId: Uuid): Promise<BalanceRow[]> {
  const { rows } = await pool.query(
    `select account_id, coin, book, available, reserved, margin, staked from ledger_balances
     where account_id = $1 order by coin`,
    [accountId],
  );
  return rows.map(balanceOf);
}

interface BalanceColumns extends Record<CustomerBucket, string> {
  account_id: Uuid;
  coin: AssetCode;
  book: Book;
}

const balanceOf = (row: BalanceColumns): BalanceRow => ({
  accountId: row.account_id,
  coin: row.coin,
  book: row.book,
  amounts: {
    available: numericColumn(row.available),
    reserved: numericColumn(row.reserved),
    margin: numericColumn(row.margin),
    staked: numericColumn(row.staked),
  },
});

/** One page of a customer's journal, newest entry first, and how many moves there are. */
export async function readMoves(
  pool: Pool,
  options: { accountId: Uuid; coin: string; limit: number; offset: number },
): Promise<{ total: number; moves: (Omit<MoveRow, 'cover'> & { at: number })[] }> {
  const where = `account_id = $1 and ($2 = '' or coin = $2)
    and (ledger_is_customer(from_bucket) or ledger_is_customer(to_bucket))`;
  const [count, page] = await Promise.all([
    pool.query(`select count(*) as total from ledger_moves where ${where}`, [options.accountId, options.coin]),
    pool.query(`select * from ledger_moves where ${where} order by entry_id desc, leg desc limit $3 offset $4`, [
      options.accountId,
      options.coin,
      options.limit,
      options.offset,
    ]),
  ]);
  return {
    total: count.rows[0].total,
    moves: page.rows.map((row) => ({
      accountId: row.account_id,
      entryId: row.entry_id,
      leg: row.leg,
      kind: row.kind,
      objectId: row.object_id,
      coin: row.coin,
      book: row.book,
      from: row.from_bucket,
      to: row.to_bucket,
      fromSlice: row.from_slice,
      toSlice: row.to_slice,
      amount: numericColumn(row.amount),
      fromAfter: row.from_after && numericColumn(row.from_after),
      toAfter: row.to_after && numericColumn(row.to_after),
      at: row.at,
    })),
  };
}
