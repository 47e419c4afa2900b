// Follows one chain: goes back where its blocks were replaced, takes those that came, then credits what has become deep enough.
import type { Network } from '../networks/networks.ts';
import { depositKey } from './deposit.ts';
import type { Block, BlockRef, Credit, Deposit } from './deposit.ts';
import { dropBlock, settleDeposits, takeBlock } from './deposit-rule.ts';
import type { DepositChange, Known } from './deposit-rule.ts';

/** A node, of whatever network. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** The newest block that the network says can't be replaced; undefined where it says so of none. */
  final(): Promise<BlockRef | undefined>;
  hashAt(height: number): Promise<string | undefined>;
  /** Undefined where the chain has become shorter meanwhile. */
  block(height: number): Promise<Block | undefined>;
}

/** One transaction of the store: the newest block that was known before it and the one after it, and all that follows. */
export interface Advance {
  from: BlockRef | undefined;
  to: BlockRef | undefined;
  changes: readonly DepositChange[];
}

/** Whether a deposit that is deep enough is credited now, in a later round, or once a person has looked. */
export type Ruling = 'credit' | 'wait' | 'hold';

/** What is known of a network so far. */
export interface DepositStore {
  /** The newest blocks that were taken, newest first. */
  newestBlocks(count: number): Promise<readonly BlockRef[]>;
  hashAt(height: number): Promise<string | undefined>;
  depositsIn(blockHash: string): Promise<readonly Deposit[]>;
  /** Those of these keys that stand, and whose the addresses are. */
  know(keys: readonly string[], credits: readonly Credit[]): Promise<Known>;
  /** Seen, dust or frozen, and in a block. */
  pending(): Promise<readonly Deposit[]>;
  /** Of deposits that are deep enough: `wait` leaves one as it is until the next round. What is not in the answer is credited. */
  judge(deposits: readonly Deposit[]): Promise<ReadonlyMap<string, Ruling>>;
  /** All of it or nothing; throws if `from` is not the newest block any more or a deposit stands otherwise: somebody else was here. */
  commit(advance: Advance): Promise<void>;
}

export interface Followed {
  taken: number;
  dropped: number;
  credited: number;
  /** Blocks wait that were not taken in this round. */
  isBehind: boolean;
}

/** The chain was replaced further back than blocks are remembered: a person has to look before anything is credited. */
export class ChainReplacedError extends Error {
  constructor(network: Network, height: number) {
    super(`${network.name} was replaced below block ${height}, further back than is remembered`);
    this.name = 'ChainReplacedError';
  }
}

/** One round. The first block ever taken is that of `startHeight`. */
export async function followChain(
  network: Network,
  { source, store, startHeight, blocksMax = 500 }: { source: ChainSource; store: DepositStore; startHeight: number; blocksMax?: number }, // oxfmt-ignore
): Promise<Followed> {
  let [taken, dropped] = [0, 0];
  const tip = await source.tip();
  for (let steps = 0; steps < blocksMax; steps++) {
    const [newest, below] = await store.newestBlocks(2);
    if (newest && (await source.hashAt(newest.height)) !== newest.hash) {
      if (!below && newest.height > startHeight) throw new ChainReplacedError(network, newest.height);
      await store.commit({ from: newest, to: below, changes: dropBlock(await store.depositsIn(newest.hash)) });
      dropped++;
      continue;
    }
    const height = newest ? newest.height + 1 : startHeight;
    if (height > tip.height) {
      return { taken, dropped, credited: await settle(network, { source, store, newest }), isBehind: false };
    }
    const block = await source.block(height);
    // The chain has moved between two questions: the next step sees where it parts.
    if (!block || (newest && block.parent !== newest.hash)) continue;
    await store.commit({ from: newest, to: { height: block.height, hash: block.hash }, changes: await changesOf(network, block, store) }); // oxfmt-ignore
    taken++;
  }
  return { taken, dropped, credited: 0, isBehind: true };
}

async function changesOf(network: Network, block: Block, store: DepositStore): Promise<DepositChange[]> {
  const keys = block.credits.map((credit) => depositKey(network.name, credit));
  return takeBlock(network, block, await store.know(keys, block.credits));
}

async function settle(
  network: Network,
  { source, store, newest }: { source: ChainSource; store: DepositStore; newest: BlockRef | undefined },
): Promise<number> {
  if (!newest) return 0;
  const final = await source.final();
  // Final on the chain that was followed, not on one that has replaced it since.
  const isSameChain = final !== undefined && (await store.hashAt(final.height)) === final.hash;
  const heights = { tip: newest.height, final: isSameChain ? final.height : undefined };
  const pending = await store.pending();
  const wanted = settleDeposits(network, pending, { heights, mustHold: () => false });
  const credits = wanted.flatMap(({ books, deposit }) => (books === 'credit' ? [deposit] : []));
  const rulings = credits.length === 0 ? new Map<string, Ruling>() : await store.judge(credits);
  const rulingOf = (deposit: Deposit): Ruling => rulings.get(depositKey(network.name, deposit)) ?? 'credit';
  const mustHold = (deposit: Deposit): boolean => rulingOf(deposit) === 'hold';
  const settled = settleDeposits(network, pending, { heights, mustHold });
  const changes = withoutWaiting(settled, (deposit) => rulingOf(deposit) === 'wait');
  if (changes.length > 0) await store.commit({ from: newest, to: newest, changes });
  return changes.filter(({ books }) => books === 'credit').length;
}

/** Small deposits of an account are credited together, so that none of them is left behind alone. */
function withoutWaiting(changes: readonly DepositChange[], waits: (deposit: Deposit) => boolean): DepositChange[] {
  const groupOf = ({ accountId, asset }: Deposit): string => `${accountId} ${asset}`;
  const waiting = changes.filter(({ books, deposit }) => books === 'credit' && waits(deposit));
  const small = new Set(waiting.filter(({ was }) => was === 'dust').map(({ deposit }) => groupOf(deposit)));
  return changes.filter(
    (change) => !waiting.includes(change) && !(change.was === 'dust' && small.has(groupOf(change.deposit))),
  );
}
