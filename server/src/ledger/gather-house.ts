// Moves what the house holds in other slices into one that ran short; the house's own journal entry.
import { add, zero, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import type { Connection } from '../kit/postgres.ts';
import { houseAccountId, type HouseBucket, type HouseShort } from './command.ts';
import { HouseAccounts, type HouseAccount } from './house-accounts.ts';
import { centralSlice, sliceCount, sliceOf } from './slices.ts';
import { lockHouse, openHouse, postMoves, type MoveRow } from './store.ts';

type Wanted = HouseAccount & { amount: Wad };
interface At {
  now: () => number;
  newId: () => Uuid;
}

/** One entry for each slice that commands found short, over all that they lacked there. */
export async function gatherShortages(
  connection: Connection,
  shortages: readonly { accountId: Uuid; book: Book; shortage: HouseShort }[],
  at: At,
): Promise<void> {
  const missing = new HouseAccounts<Wanted>();
  for (const { accountId, book, shortage } of shortages) {
    const { bucket, coin } = shortage;
    const account = { bucket, coin, book, slice: sliceOf(accountId) };
    const amount = add(missing.get(account)?.amount ?? zero, shortage.amount);
    missing.set(account, { ...account, amount });
  }
  for (const wanted of missing.values()) await gatherHouse(connection, wanted, at);
}

/** Takes from the central slice first, then from the fullest; what it leaves elsewhere stays usable there. */
async function gatherHouse(connection: Connection, wanted: Wanted, at: At): Promise<void> {
  const { bucket, coin, book, slice } = wanted;
  const all = Array.from({ length: sliceCount + 1 }, (_, place) => ({ bucket, coin, book, slice: place }));
  await connection.query('begin');
  await openHouse(connection, all);
  const rows = await lockHouse(connection, all);
  const target = rows.find((row) => row.slice === slice)!;
  const donors = rows
    .filter((row) => row.slice !== slice && row.balance > 0n)
    .sort((left, right) =>
      left.slice === centralSlice ? -1 : right.slice === centralSlice ? 1 : right.balance > left.balance ? 1 : -1,
    );
  const moves = planMoves({ donors, target, missing: (wanted.amount - target.balance) as Wad });
  const entryId = at.newId();
  if (moves.length > 0) {
    await postMoves(
      connection,
      moves.map((move, leg) => ({ ...move, leg, entryId, objectId: entryId })),
      at.now(),
    );
  }
  await connection.query('commit');
}

interface Slice {
  slice: number;
  balance: Wad;
  bucket: HouseBucket;
  coin: AssetCode;
  book: Book;
}

/** The missing amount, or all there is when that is less, and up to a quarter of each donor beyond it, so that the next short order finds something. */
function planMoves(plan: { donors: Slice[]; target: Slice; missing: Wad }) {
  const moves: Omit<MoveRow, 'entryId' | 'leg' | 'objectId'>[] = [];
  let { missing } = plan;
  for (const donor of plan.donors) {
    if (missing <= 0n) break;
    const share = donor.balance / 4n;
    const amount = (missing < share ? share : missing < donor.balance ? missing : donor.balance) as Wad;
    missing = (missing - amount) as Wad;
    moves.push({
      accountId: houseAccountId,
      kind: 'house-gathered',
      coin: donor.coin,
      book: donor.book,
      from: donor.bucket,
      to: donor.bucket,
      fromSlice: donor.slice,
      toSlice: plan.target.slice,
      amount,
      fromAfter: null,
      toAfter: null,
      cover: null,
    });
  }
  return moves;
}
