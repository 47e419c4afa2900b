// What is known of a chain, in the database. Blocks and deposits change in one transaction that holds the cursor. What has to be booked goes
// through the lanes, a command for each deposit, which books nothing unless cursor and deposit are as they were when it was decided.
import {
  depositKey,
  type Advance,
  type BlockRef,
  type ChainSource,
  type Credit,
  type DepositChange,
  type DepositStore,
  type Known,
  type NetworkName,
  type Payee,
} from '@candor/chain';
import type { Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { columns, safeInteger, text, uuid } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { isDerived } from './addresses.ts';
import { bookDeposit } from './book-deposit.ts';
import { SetAside } from '../ledger/set-aside.ts';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import { readHeld } from './check-store.ts';
import { depositIdOf, depositOf, deposits, type DepositRow } from './deposit-row.ts';
import { judgeDeposits, noteVerdicts, type JudgeParts } from './judge-deposits.ts';
import { readReturn } from './return-store.ts';
import { ChainMovedError, writeAdvance } from './write-advance.ts';

export interface FollowStore extends DepositStore {
  /** Tells owners how far the deposits are that still wait, and says how many get on with the next block. */
  tellPending(tip: number): Promise<number>;
  /** Asks the second node again about held deposits. Those that it confirms are processed in the next round. */
  askAgain(newest: BlockRef): Promise<void>;
}

export interface FollowParts {
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  /** A second node, run by somebody else, that is asked to confirm deposits. A demo has none: its coins have no value. */
  second?: ChainSource | undefined;
}

/** Number of held deposits that one round asks the second node about. */
const heldAskedMax = 20;
const blockRef = columns({ height: safeInteger, hash: text() });
const readAgain = columns({ height: safeInteger.as('coalesce(read_again_height, start_height - 1)') });
const ownAddress = columns({ address: text(), tag: safeInteger.orNull, accountId: uuid, addressIndex: safeInteger });

export function followStore(followed: SetUpNetwork, parts: FollowParts): FollowStore {
  const { name } = followed.network;
  const { pool, bus, clock } = parts;
  const judging = { pool, network: followed.network, second: parts.second };
  const blocks = (rest: string, value: number): Promise<BlockRef[]> =>
    select(pool, blockRef, `select ${blockRef.list} from chain_blocks where network = $1 ${rest}`, [name, value]);
  const rowsOf = (condition: string, ...values: readonly unknown[]): Promise<DepositRow[]> =>
    select(pool, deposits.columns, `select ${deposits.columns.list} from deposits where network = $1 and ${condition}`, [name, ...values]); // oxfmt-ignore
  const pendingRows = () => rowsOf(`state in ('seen', 'dust', 'frozen') and block_hash is not null`);
  const write = (advance: Advance): Promise<DepositRow[]> =>
    inTransaction(pool, (database) => writeAdvance(database, { ...advance, network: name, now: clock.now() }));

  return {
    newestBlocks: (count) => blocks('order by height desc limit $2', count),
    hashAt: async (height) => (await blocks('and height = $2', height))[0]?.hash,
    depositsIn: async (hash) => (await rowsOf('block_hash = $2', hash)).map(depositOf),
    depositsFrom: async (height) => (await rowsOf('block_height >= $2', height)).map(depositOf),
    readAgainTo: () => readAgainTo(pool, name),
    followAgainFrom: () => readReturn(pool, name),
    async know(_keys, credits): Promise<Known> {
      const ids = credits.map((credit) => depositIdOf(name, credit));
      const [standing, owners] = await Promise.all([
        rowsOf('deposit_id = any ($2::uuid[])', ids),
        ownersOf(followed, pool, credits),
      ]);
      const byKey = new Map(standing.map(depositOf).map((deposit) => [depositKey(name, deposit), deposit]));
      return {
        payeeOf: (credit) => payeeOf(credit, owners.get(payeeKeyOf(credit)), followed),
        standing: (key) => byKey.get(key),
      };
    },
    pending: async () => (await pendingRows()).map(depositOf),
    judge: async (found) => (followed.isTest ? new Map() : judgeDeposits(found, { ...judging, now: clock.now() })),
    async commit(advance) {
      const { from, to, changes } = advance;
      const booking = changes.filter(({ books }) => books !== undefined);
      if (from && booking.length > 0) {
        const together = booking.filter(({ was }) => was === 'dust').map(asSeen);
        // Small deposits that are enough together are seen from now on, all at once, so that none is left behind when each is credited.
        if (together.length > 0) await write({ from, to: from, changes: together });
        await book(booking, { followed, newest: from, ...parts });
      }
      // What was credited or released is as it is to be; what was set aside leaves its block with the step back.
      const rest = changes.filter(({ books }) => books === undefined || books === 'freeze');
      const rows = await write({ ...advance, changes: rest });
      for (const deposit of rows) bus.emit('deposits.changed', { deposit, tip: (to ?? from)?.height ?? 0 });
    },
    async askAgain(newest) {
      if (!parts.second || followed.isTest) return;
      const changes = await changesOfHeld(judging);
      if (changes.length > 0) await write({ from: newest, to: newest, changes });
    },
    async tellPending(tip) {
      // Small deposits wait for others, not for blocks, and there can be many of them.
      const rows = await rowsOf(`state in ('seen', 'frozen') and block_hash is not null`);
      for (const deposit of rows) bus.emit('deposits.changed', { deposit, tip });
      return rows.length;
    },
  };
}

/** A payment to the shared address is ours, even if its tag is nobody's. */
function payeeOf({ address }: Credit, accountId: Uuid | undefined, { sharedAddress }: SetUpNetwork): Payee {
  if (accountId !== undefined) return { accountId };
  return address === sharedAddress ? {} : undefined;
}

const payeeKeyOf = ({ address, tag }: { address: string; tag?: number | null | undefined }): string =>
  `${address} ${tag ?? ''}`;

async function readAgainTo(pool: Pool, network: NetworkName): Promise<number> {
  const row = await selectOne(pool, readAgain, `select ${readAgain.list} from chain_cursors where network = $1`, [
    network,
  ]);
  return row?.height ?? -1;
}

/** Puts held deposits that the second node confirms by now back into the state `seen`. */
async function changesOfHeld(judging: Omit<JudgeParts, 'now'>): Promise<DepositChange[]> {
  const { name } = judging.network;
  const rows = await readHeld(judging.pool, name, heldAskedMax);
  const held = rows.map(depositOf).filter(({ block }) => block !== undefined);
  const verdicts = await noteVerdicts(held, judging);
  const agreed = held.filter((deposit) => verdicts.get(depositKey(name, deposit)) === 'agrees');
  return agreed.map((deposit) => ({ was: 'held', deposit: { ...deposit, state: 'seen' } }));
}

const asSeen = ({ was, deposit }: DepositChange): DepositChange => ({ was, deposit: { ...deposit, state: 'seen' } });

/** Whose addresses and tags these are: only what the public key gives for the index counts, so that a row which was slipped in is nobody's. */
async function ownersOf(
  { network: { name }, addressAt }: SetUpNetwork,
  pool: Pool,
  credits: readonly Credit[],
): Promise<Map<string, Uuid>> {
  const found = await select(
    pool,
    ownAddress,
    `select ${ownAddress.list} from deposit_addresses where network = $1
       and (address, coalesce(tag, -1)) in (select * from unnest($2::text[], $3::bigint[]))`,
    [name, credits.map(({ address }) => address), credits.map(({ tag }) => tag ?? -1)],
  );
  const own = found.filter((row) => {
    if (isDerived(row, addressAt(row.addressIndex))) return true;
    log.error('a deposit address is not what its index gives', { network: name, address: row.address });
    return false;
  });
  return new Map(own.map((row) => [payeeKeyOf(row), row.accountId]));
}

/**
 * Books changes concurrently, each for its own account. Throws if the chain or a deposit has changed since the decision. A credit or release
 * that the lane set aside waits for operators on their page of set-aside commands; other deposits continue.
 */
async function book(
  changes: readonly DepositChange[],
  { followed: { network }, newest, lanes, clock }: FollowParts & { followed: SetUpNetwork; newest: BlockRef },
): Promise<void> {
  const booked = await Promise.all(
    changes.map(({ deposit, books, leaves }) => {
      const { asset, block } = deposit;
      const accountId = deposit.accountId as Uuid | undefined;
      if (accountId === undefined || !books) throw new Error(`${depositKey(network.name, deposit)} can't be booked`);
      // One that is set aside leaves its block with the step back that follows.
      const blockHash = (books === 'freeze' ? leaves : block)?.hash ?? '';
      const input = { depositId: depositIdOf(network.name, deposit), accountId, asset, network, booking: books, blockHash, newest }; // oxfmt-ignore
      const booking = lanes.submit({ command: bookDeposit, accountId, book: 'real', input, receivedAt: clock.now() });
      // Going back requires that each deposit of the block is on hold first, so errors of a freeze are not ignored.
      return books === 'freeze' ? booking : booking.catch(undefinedIfSetAside);
    }),
  );
  if (booked.some((reply) => reply && !reply.isDone))
    throw new ChainMovedError(`${network.name} was followed by somebody else`);
}

function undefinedIfSetAside(error: unknown): undefined {
  if (!(error instanceof SetAside)) throw error;
}
