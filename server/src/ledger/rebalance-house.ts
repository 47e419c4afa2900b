// Moves what the house holds in other slices into those that ran short; the house's own journal entries.
import { add, zero, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import type { Connection } from '../kit/postgres.ts';
import { sendTogether } from '../kit/statement-group.ts';
import { houseAccountId, type HouseBucket, type InsufficientHouseFunds } from './command.ts';
import { HouseAccounts } from './house-accounts.ts';
import { planRebalance } from './plan-rebalance.ts';
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
export async function rebalanceShortages(
  connection: Connection,
  shortages: readonly { accountId: Uuid; book: Book; shortage: InsufficientHouseFunds }[],
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
  for (const shortage of accounts.values()) await rebalanceHouse(connection, shortage, at);
}

async function rebalanceHouse(connection: Connection, shortage: Shortage, at: At): Promise<void> {
  const { bucket, coin, book, wanted } = shortage;
  const all = Array.from({ length: sliceCount + 1 }, (_, slice) => ({ bucket, coin, book, slice }));
  await connection.query('begin');
  const [, [rows]] = await sendTogether(connection, [openHouse(all)], [lockHouse(all)]);
  const transfers = planRebalance(
    rows!.map(({ slice, balance }) => ({ slice, balance, wanted: wanted.get(slice) ?? zero })),
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
    version: null,
  }));
  if (moves.length > 0) await sendTogether(connection, [postMoves(moves, at.now())]);
  await connection.query('commit');
}
