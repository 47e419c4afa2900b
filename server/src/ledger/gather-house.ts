// Moves what the house holds in other slices into those that ran short; the house's own journal entries.
import { add, zero, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import type { Connection } from '../kit/postgres.ts';
import { houseAccountId, type HouseBucket, type HouseShort } from './command.ts';
import { HouseAccounts } from './house-accounts.ts';
import { planGathering } from './plan-gathering.ts';
import { centralSlice, sliceCount, sliceOf } from './slices.ts';
import { lockHouse, openHouse, postMoves } from './store.ts';

/** An account with all its slices, and what commands found missing in each of them. */
interface Shortage {
  bucket: HouseBucket;
  coin: AssetCode;
  book: Book;
  wanted: Map<number, Wad>;
}
interface At {
  now: () => number;
  newId: () => Uuid;
}

/** One entry for each account in which commands found a slice short, over all that they lacked there. */
export async function gatherShortages(
  connection: Connection,
  shortages: readonly { accountId: Uuid; book: Book; shortage: HouseShort }[],
  at: At,
): Promise<void> {
  const accounts = new HouseAccounts<Shortage>();
  for (const { accountId, book, shortage } of shortages) {
    const { bucket, coin, amount } = shortage;
    const whole = { bucket, coin, book, slice: centralSlice };
    const account = accounts.get(whole) ?? { bucket, coin, book, wanted: new Map<number, Wad>() };
    accounts.set(whole, account);
    const slice = sliceOf(accountId);
    account.wanted.set(slice, add(account.wanted.get(slice) ?? zero, amount));
  }
  for (const shortage of accounts.values()) await gatherHouse(connection, shortage, at);
}

async function gatherHouse(connection: Connection, shortage: Shortage, at: At): Promise<void> {
  const { bucket, coin, book, wanted } = shortage;
  const all = Array.from({ length: sliceCount + 1 }, (_, slice) => ({ bucket, coin, book, slice }));
  await connection.query('begin');
  await openHouse(connection, all);
  const rows = await lockHouse(connection, all);
  const transfers = planGathering(
    rows.map(({ slice, balance }) => ({ slice, balance, wanted: wanted.get(slice) ?? zero })),
  );
  const entryId = at.newId();
  const moves = transfers.map(({ from, to, amount }, leg) => ({
    accountId: houseAccountId,
    entryId,
    leg,
    kind: 'house-gathered',
    objectId: entryId,
    coin,
    book,
    from: bucket,
    to: bucket,
    fromSlice: from,
    toSlice: to,
    amount,
    fromAfter: null,
    toAfter: null,
    cover: null,
  }));
  if (moves.length > 0) await postMoves(connection, moves, at.now());
  await connection.query('commit');
}
