// The SQL of the ledger's batches; read-store.ts has what customers read.
import type { AssetCode, CustomerBucket, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { amounts, bigints, bytes as bytesList, jsonTexts, smallints, texts, uuids } from '../kit/binary-arrays.ts';
import { amount, bytes, columns, group, json, oneOfEnum, safeInteger, smallint, text, uuid } from '../kit/columns.ts';
import { codeOf } from '../kit/faults.ts';
import { arrayOf } from '../kit/postgres.ts';
import type { Query } from '../kit/statement-group.ts';
import type { Bucket, Cover, HouseBucket, StoredReply } from './command.ts';

export interface BalanceRow {
  accountId: Uuid;
  coin: AssetCode;
  book: Book;
  amounts: Record<CustomerBucket, Wad>;
  /** How often it was posted to; 0 of one that is made in this batch. */
  version: number;
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
  /** Of the customer's balance that the move was decided on; null of a move of the house's own. */
  version: number | null;
}
export interface CommandRow {
  accountId: Uuid;
  key: Uuid;
  name: string;
  digest: Buffer;
  reply: StoredReply;
}

export const balance = columns({
  coin: text<AssetCode>(),
  book: oneOfEnum<Book>('ledger_book'),
  amounts: group('', { available: amount, reserved: amount, margin: amount, staked: amount }),
  version: safeInteger,
});
const ofWanted = columns({ place: safeInteger });

/** As they are now, without a lock: what is posted to one of them is refused when it is not of the version that was read. */
export const readVersions = (accountIds: readonly Uuid[], coins: readonly AssetCode[]): Query<BalanceRow[]> => ({
  name: 'ledger-read-versions',
  text: `select wanted.place, found.* from unnest($1::uuid[]) with ordinality as wanted(account_id, place)
         cross join lateral (select ${balance.list} from ledger_balances
           where account_id = wanted.account_id and coin = any($2::text[])) as found`,
  values: [uuids(accountIds, (id) => id), texts(coins, (coin) => coin)],
  read: (rows) => rows.map((row) => ({ accountId: accountIds[ofWanted.read(row).place - 1]!, ...balance.read(row) })),
});

const houseAccount = columns({
  bucket: oneOfEnum<HouseBucket>('ledger_bucket'),
  coin: text<AssetCode>(),
  book: oneOfEnum<Book>('ledger_book'),
  slice: smallint,
  balance: amount,
});

export const lockHouse = (wanted: readonly Omit<HouseRow, 'balance'>[]): Query<HouseRow[]> => ({
  name: 'ledger-lock-house',
  text: `select ${houseAccount.list} from ledger_lock_house($1::ledger_bucket[], $2::text[], $3::ledger_book[], $4::smallint[])`,
  values: placesOf(wanted),
  read: (rows) => rows.map(houseAccount.read),
});

const placesOf = (accounts: readonly Omit<HouseRow, 'balance'>[]) => [
  arrayOf(accounts, (row) => row.bucket),
  arrayOf(accounts, (row) => row.coin),
  arrayOf(accounts, (row) => row.book),
  arrayOf(accounts, (row) => row.slice),
];

/** All slices. Those of others change all the time; they are read without a lock, as a share of the whole need not be exact. */
export const readWholes = (wholes: readonly Omit<HouseRow, 'balance' | 'slice'>[]): Query<HouseRow[]> => ({
  name: 'ledger-read-wholes',
  text: `select house.* from unnest($1::ledger_bucket[], $2::text[], $3::ledger_book[]) as wanted(bucket, coin, book)
         cross join lateral (select ${houseAccount.list} from ledger_house as each
           where each.bucket = wanted.bucket and each.coin = wanted.coin and each.book = wanted.book) as house`,
  values: placesOf(wholes.map((whole) => ({ ...whole, slice: 0 }))).slice(0, 3),
  read: (rows) => rows.map(houseAccount.read),
});

const command = columns({ accountId: uuid, key: uuid, digest: bytes, reply: json<StoredReply>() });

export const findCommands = (keys: readonly { accountId: Uuid; key: Uuid }[]): Query<Omit<CommandRow, 'name'>[]> => ({
  name: 'ledger-find-commands',
  text: `select found.* from unnest($1::uuid[], $2::uuid[]) as wanted(account_id, key)
         cross join lateral (select ${command.list} from ledger_commands
           where account_id = wanted.account_id and key = wanted.key limit 1) as found`,
  values: [uuids(keys, (wanted) => wanted.accountId), uuids(keys, (wanted) => wanted.key)],
  read: (rows) => rows.map(command.read),
});

/**
 * Writes the moves and carries them into the balances; see ledger_post in the migrations. Fails as a conflict when a balance is
 * not of the version that was read.
 */
export function postMoves(moves: readonly MoveRow[], at: number): Query<unknown> {
  const { forms, places } = formsOf(moves);
  return {
    name: 'ledger-post',
    text: `select ledger_post($1::text[], $2::text[], $3::ledger_book[], $4::ledger_bucket[], $5::ledger_bucket[],
             $6::smallint[], $7::smallint[], $8::ledger_bucket[], $9::ledger_bucket[], $10::smallint[],
             $11::smallint[], $12::uuid[], $13::uuid[], $14::smallint[], $15::uuid[],
             $16::numeric[], $17::numeric[], $18::numeric[], $19::numeric[], $20::timestamptz, $21::bigint[])`,
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
      bigints(moves, (move) => move.version),
    ],
    read: nothing,
  };
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
  left.cover?.from === right.cover?.from && left.cover?.to === right.cover?.to; // oxfmt-ignore

/** What is committed with it is refused as a whole when another epoch of the engine decides. */
export const fence = (epoch: number): Query<unknown> => ({
  name: 'ledger-fence',
  text: 'select engine_fence($1::bigint)',
  values: [String(epoch)],
  read: nothing,
});

export const keepCommands = (commands: readonly CommandRow[], at: number): Query<unknown> => ({
  name: 'ledger-keep-commands',
  text: `insert into ledger_commands (account_id, key, name, digest, reply, at)
         select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::text[]), unnest($4::bytea[]), unnest($5::json[]),
           $6::timestamptz`,
  values: [
    uuids(commands, (each) => each.accountId),
    uuids(commands, (each) => each.key),
    texts(commands, (each) => each.name),
    bytesList(commands, (each) => each.digest),
    jsonTexts(commands, (each) => JSON.stringify(each.reply)),
    new Date(at).toISOString(),
  ],
  read: nothing,
});

/** Another process has kept a reply under one of these keys since they were looked up. */
export const isKeyTaken = (error: unknown): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === 'ledger_commands_pkey';

export const openBalances = (rows: readonly { accountId: Uuid; coin: AssetCode; book: Book }[]): Query<unknown> => ({
  name: 'ledger-open-balances',
  text: 'select ledger_open_balances($1::uuid[], $2::text[], $3::ledger_book[])',
  values: [uuids(rows, (row) => row.accountId), arrayOf(rows, (row) => row.coin), arrayOf(rows, (row) => row.book)],
  read: nothing,
});

export const openHouse = (accounts: readonly Omit<HouseRow, 'balance'>[]): Query<unknown> => ({
  name: 'ledger-open-house',
  text: 'select ledger_open_house($1::ledger_bucket[], $2::text[], $3::ledger_book[], $4::smallint[])',
  values: placesOf(accounts),
  read: nothing,
});

const nothing = (): void => undefined;
