// Follows one chain: goes back where its blocks were replaced, takes those that came, reads a second time what can be relied on by now, then
// credits what has become deep enough.
import type { Network } from '../networks/networks.ts';
import type { ChainSource, DepositStore, Wait } from './chain-source.ts';
import type { BlockRef } from './deposit.ts';
import { dropBlock, takeBlock } from './deposit-rule.ts';
import { knownOf, readAgain, readBlock, settle } from './settle-chain.ts';

export interface Followed {
  taken: number;
  dropped: number;
  credited: number;
  /** Blocks wait that were not taken in this round. */
  isBehind: boolean;
  /** Nothing can be done before the node has caught up: the next round is for later. */
  waits?: Wait;
}

/** The chain was replaced where it can't be: a person has to look before anything is credited. */
export class ChainReplacedError extends Error {
  /** `replaced`: further back than blocks are remembered. `final-replaced`: a block that was final before. */
  readonly reason: 'replaced' | 'final-replaced';

  constructor(network: Network, height: number, reason: 'replaced' | 'final-replaced') {
    const how = reason === 'replaced' ? 'further back than is remembered' : 'though that block was final';
    super(`${network.name} was replaced at block ${height}, ${how}`);
    this.name = 'ChainReplacedError';
    this.reason = reason;
  }
}

export interface Following {
  source: ChainSource;
  store: DepositStore;
  /** The first block ever taken is that of this height. */
  startHeight: number;
  /** Most steps of one round, and most blocks that it reads a second time. */
  blocksMax?: number;
}

type Step = 'taken' | 'dropped' | 'at-tip' | Wait;

/** A chain can move between two questions, and of several nodes behind one address each has its own newest block: so often it is asked anew. */
const fruitlessMax = 3;

/** Rounds until there is nothing more to take, or the node has to catch up first. */
export async function followToTip(network: Network, following: Following, signal: AbortSignal): Promise<Followed> {
  for (;;) {
    const round = await followChain(network, following);
    if (!round.isBehind || round.waits !== undefined || signal.aborted) return round;
  }
}

/** One round. */
export async function followChain(network: Network, following: Following): Promise<Followed> {
  const { source, store, blocksMax = 500 } = following;
  const count = { taken: 0, dropped: 0 };
  const tip = await source.tip();
  await goBackAsDecided(following);
  for (let [steps, fruitless] = [0, 0]; steps < blocksMax; steps++) {
    const step = await takeStep(network, { ...following, tip });
    if (step === 'at-tip') return { ...count, ...(await settle(network, { source, store, blocksMax })) };
    if (step === 'taken' || step === 'dropped') {
      count[step]++;
      fruitless = 0;
    } else if (step === 'node-incomplete' || ++fruitless === fruitlessMax) {
      return { ...count, credited: 0, isBehind: true, waits: step };
    }
  }
  const { waits } = await readAgain(network, { source, store, blocksMax, final: await source.final() });
  return { ...count, credited: 0, isBehind: true, ...(waits && { waits }) };
}

async function takeStep(
  network: Network,
  { source, store, startHeight, tip }: Following & { tip: BlockRef },
): Promise<Step> {
  const [newest, below] = await store.newestBlocks(2);
  const there = newest && (await source.hashAt(newest.height));
  // Only another block replaces one. A node without that block has not come so far.
  if (newest && there === undefined) return 'node-behind';
  if (newest && there !== newest.hash) {
    const isFinal = network.requires.isFinal && newest.height <= (await store.readAgainTo());
    if (isFinal) throw new ChainReplacedError(network, newest.height, 'final-replaced');
    if (!below && newest.height > startHeight) throw new ChainReplacedError(network, newest.height, 'replaced');
    await store.commit({ from: newest, to: below, changes: dropBlock(await store.depositsIn(newest.hash)) });
    return 'dropped';
  }
  const height = newest ? newest.height + 1 : startHeight;
  if (height > tip.height) return 'at-tip';
  const block = await readBlock(source, height);
  if (block === 'node-incomplete') return block;
  // The chain has moved between two questions, or another node answers: the next step sees where it parts.
  const isNext = block?.height === height && (!newest || block.parent === newest.hash);
  if (!block || !isNext) return 'node-behind';
  const changes = takeBlock(network, block, await knownOf(network, block, store));
  await store.commit({ from: newest, to: { height: block.height, hash: block.hash }, changes });
  return 'taken';
}

/** Drops all blocks from the one on from which two operators decided to follow the chain again. */
async function goBackAsDecided({ source, store, startHeight }: Following): Promise<void> {
  const from = await store.followAgainFrom();
  const [newest] = await store.newestBlocks(1);
  if (from === undefined || !newest) return;
  // It has gone back that far already.
  if (from > newest.height) return store.commit({ from: newest, to: newest, changes: [], asDecided: true });
  const height = Math.max(from, startHeight) - 1;
  const hash = height < startHeight ? undefined : await source.hashAt(height);
  // A node that has not come so far can't say where to go on.
  if (height >= startHeight && hash === undefined) return;
  const to = hash === undefined ? undefined : { height, hash };
  const changes = dropBlock(await store.depositsFrom(height + 1));
  await store.commit({ from: newest, to, changes, asDecided: true });
}
