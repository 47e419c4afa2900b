// The SQL of the ledger's batches; read-store.ts has what customers read.
import type { AssetCode, CustomerBucket, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { amounts, bytes, jsonTexts, rowPlaces, smallints, texts, transactionIds, uuids } from '../kit/binary-arrays.ts';
import { arrayOf, numericColumn } from '../kit/postgres.ts';
import type { Statements } from '../kit/statement-group.ts';
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
  statements: Statements,
  accountIds: readonly Uuid[],
  coins: readonly AssetCode[],
): Promise<BalanceRow[]> {
  const { rows } = await statements.query({
    name: 'ledger-read-versions',
    rowMode: 'array',
    text: `select wanted.place, found.* from unnest($1::uuid[]) with ordinality as wanted(account_id, place)
           cross join lateral (select coin, book, available, reserved, margin, staked, ctid, xmin
             from ledger_balances where account_id = wanted.account_id and coin = any($2::text[])) as found`,
    values: [uuids(accountIds, (id) => id), texts(coins, (coin) => coin)],
  });
  return (rows as VersionColumns[]).map(([place, coin, book, available, reserved, margin, staked, ctid, xmin]) => ({
    accountId: accountIds[place - 1]!,
    coin,
    book,
    amounts: amountsOf({ available, reserved, margin, staked }),
    version: { ctid, xmin: parseInt(xmin, 10) },
  }));
}
type VersionColumns = [
  place: number, coin: AssetCode, book: Book, available: string, reserved: string, margin: string, staked: string, ctid: string,
  xmin: string,
]; // prettier-ignore

export async function lockHouse(
  statements: Statements,
  wanted: readonly { bucket: HouseBucket; coin: AssetCode; book: Book; slice: number }[],
): Promise<HouseRow[]> {
  const { rows } = await statements.query({
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
  statements: Statements,
  keys: readonly { accountId: Uuid; key: Uuid }[],
): Promise<{ accountId: Uuid; key: Uuid; digest: Buffer; reply: StoredReply }[]> {
  const { rows } = await statements.query({
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
export function postMoves(statements: Statements, moves: readonly MoveRow[], at: number): Promise<unknown> {
  const { forms, places } = formsOf(moves);
  return statements.query({
    name: 'ledger-post',
    text: `select ledger_post($1::text[], $2::text[], $3::ledger_book[], $4::ledger_bucket[], $5::ledger_bucket[],
             $6::smallint[], $7::smallint[], $8::ledger_bucket[], $9::ledger_bucket[], $10::smallint[],
             $11::smallint[], $12::uuid[], $13::uuid[], $14::smallint[], $15::uuid[],
             $16::numeric[], $17::numeric[], $18::numeric[], $19::numeric[], $20::timestamptz, $21::tid[], $22::xid[])`,
    values: [
      arrayOf(forms, (move) => move.kind),
      arrayOf(forms, (move) => move.coin),
      arrayOf(forms, (move) => move.book),
      arrayOf(forms, (move) => move.from),
      arrayOf(forms, (move) => move.to),
      arrayOf(forms, (move) => move.fromSlice),
      arrayOf(forms, (move) => move.toSlice),
      arrayOf(forms, (move) => move.cover?.from ?? 'NULL'),
      arrayOf(forms, (move) => move.cover?.to ?? 'NULL'),
      arrayOf(forms, (move) => move.cover?.slice ?? 'NULL'),
      smallints(places, (place) => place),
      uuids(moves, (move) => move.accountId),
      uuids(moves, (move) => move.entryId),
      smallints(moves, (move) => move.leg),
      uuids(moves, (move) => move.objectId),
      amounts(moves, (move) => move.amount),
      amounts(moves, (move) => move.fromAfter),
      amounts(moves, (move) => move.toAfter),
      amounts(moves, (move) => move.cover?.amount ?? null),
      new Date(at).toISOString(),
      rowPlaces(moves, (move) => move.version?.ctid ?? null),
      transactionIds(moves, (move) => move.version?.xmin ?? null),
    ],
  });
}

/** The first move of each form, and for each move the place of its form among them, from 1. */
function formsOf(moves: readonly MoveRow[]): { forms: MoveRow[]; places: number[] } {
  const forms: MoveRow[] = [];
  const ofKind = new Map<string, number[]>();
  const places = moves.map((move) => {
    let known = ofKind.get(move.kind);
    if (!known) ofKind.set(move.kind, (known = []));
    const place = known.find((one) => areOfOneForm(forms[one - 1]!, move)) ?? forms.push(move);
    if (forms[place - 1] === move) known.push(place);
    return place;
  });
  return { forms, places };
}

/** Moves of one kind that differ in nothing but whose they are and in their amounts. */
const areOfOneForm = (left: MoveRow, right: MoveRow): boolean =>
  left.fromSlice === right.fromSlice && left.toSlice === right.toSlice && left.cover?.slice === right.cover?.slice &&
  left.coin === right.coin && left.book === right.book && left.from === right.from && left.to === right.to &&
  left.cover?.from === right.cover?.from && left.cover?.to === right.cover?.to; // prettier-ignore

export function keepCommands(statements: Statements, commands: readonly CommandRow[], at: number): Promise<unknown> {
  return statements.query({
    name: 'ledger-keep-commands',
    text: `insert into ledger_commands (account_id, key, name, digest, reply, at)
           select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::text[]), unnest($4::bytea[]), unnest($5::json[]),
             $6::timestamptz`,
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
  statements: Statements,
  rows: readonly { accountId: Uuid; coin: AssetCode; book: Book }[],
): Promise<unknown> {
  return statements.query({
    name: 'ledger-open-balances',
    text: 'select ledger_open_balances($1::uuid[], $2::text[], $3::ledger_book[])',
    values: [uuids(rows, (row) => row.accountId), arrayOf(rows, (row) => row.coin), arrayOf(rows, (row) => row.book)],
  });
}

export function openHouse(
  statements: Statements,
  rows: readonly { bucket: HouseBucket; coin: AssetCode; book: Book; slice: number }[],
): Promise<unknown> {
  return statements.query({
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

export const amountsOf = (row: Record<CustomerBucket, string>): Record<CustomerBucket, Wad> => ({
  available: numericColumn(row.available),
  reserved: numericColumn(row.reserved),
  margin: numericColumn(row.margin),
  staked: numericColumn(row.staked),
});
