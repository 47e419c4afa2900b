// Follows one chain: drops blocks that were replaced, takes new blocks, reads blocks a second time once they are reliable, and then credits
// deposits that are deep enough.
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
  /** Set if the node must catch up before anything else can be done. The next round should start later. */
  waits?: Wait;
}

/** Thrown if a block was replaced that must not be replaced. An operator has to check before anything is credited. */
export class ChainReplacedError extends Error {
  /** `replaced`: a block older than the stored ones. `final-replaced`: a block that was final before. */
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
  /** Height of the first block that is ever taken. */
  startHeight: number;
  /** Maximum of steps in one round, and of blocks that the round reads a second time. */
  blocksMax?: number;
}

type Step = 'taken' | 'dropped' | 'at-tip' | Wait;

/** Number of tries: a chain can change between two calls, and several nodes behind one URL can have different newest blocks. */
const fruitlessMax = 3;

/** Runs rounds until no block is left to take, or until the node must catch up first. */
export async function followToTip(network: Network, following: Following, signal: AbortSignal): Promise<Followed> {
  for (;;) {
    const round = await followChain(network, following);
    if (!round.isBehind || round.waits !== undefined || signal.aborted) return round;
  }
}

/** Runs one round. */
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
  // Only another block can replace a block. A node that lacks a block of this height lags.
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
  // The chain changed between two calls, or another node answered. The next step finds where the chains differ.
  const isNext = block?.height === height && (!newest || block.parent === newest.hash);
  if (!block || !isNext) return 'node-behind';
  const changes = takeBlock(network, block, await knownOf(network, block, store));
  await store.commit({ from: newest, to: { height: block.height, hash: block.hash }, changes, taken: block });
  return 'taken';
}

/** Drops all blocks from the height at which two operators decided to follow the chain again. */
async function goBackAsDecided({ source, store, startHeight }: Following): Promise<void> {
  const from = await store.followAgainFrom();
  const [newest] = await store.newestBlocks(1);
  if (from === undefined || !newest) return;
  // The chain is already followed only up to a lower block.
  if (from > newest.height) return store.commit({ from: newest, to: newest, changes: [], asDecided: true });
  const height = Math.max(from, startHeight) - 1;
  const hash = height < startHeight ? undefined : await source.hashAt(height);
  // A node that lags can't name the block to continue from.
  if (height >= startHeight && hash === undefined) return;
  const to = hash === undefined ? undefined : { height, hash };
  const changes = dropBlock(await store.depositsFrom(height + 1));
  await store.commit({ from: newest, to, changes, asDecided: true });
}
