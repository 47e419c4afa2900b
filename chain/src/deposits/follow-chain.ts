// Follows one chain: drops blocks that were replaced, takes new blocks, reads blocks a second time once they are reliable, and then credits
// deposits that are deep enough.
import type { Network } from '../networks/networks.ts';
import type { ChainSource, DepositStore, Wait } from './chain-source.ts';
import type { Block, BlockRef } from './deposit.ts';
import { dropBlock, takeBlock } from './deposit-rule.ts';
import { collectBlocks, nextPart, readAhead, type BlockReader } from './read-ahead.ts';
import { knownOf, readAgain, settle } from './settle-chain.ts';

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

/** A number is that of the blocks that were taken. */
type Step = number | 'dropped' | 'at-tip' | Wait;

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
  const [before] = await store.newestBlocks(1);
  const reader = readAhead(source, Math.min(tip.height, (before?.height ?? following.startHeight - 1) + blocksMax));
  for (let [left, fruitless] = [blocksMax, 0]; left > 0;) {
    const step = await takeStep(network, { ...following, tip, reader, left });
    if (step === 'at-tip') return { ...count, ...(await settle(network, { source, store, blocksMax })) };
    if (typeof step === 'number' || step === 'dropped') {
      const blocks = step === 'dropped' ? 1 : step;
      count[step === 'dropped' ? step : 'taken'] += blocks;
      left -= blocks;
      fruitless = 0;
      continue;
    }
    left--;
    if (step === 'node-incomplete' || ++fruitless === fruitlessMax)
      return { ...count, credited: 0, isBehind: true, waits: step };
  }
  const { waits } = await readAgain(network, { source, store, blocksMax, final: await source.final() });
  return { ...count, credited: 0, isBehind: true, ...(waits && { waits }) };
}

interface Stepping extends Following {
  tip: BlockRef;
  reader: BlockReader;
  /** Maximum of blocks that this step takes. */
  left: number;
}

async function takeStep(network: Network, stepping: Stepping): Promise<Step> {
  const { source, store, startHeight, tip, reader } = stepping;
  const [newest, below] = await store.newestBlocks(2);
  const isAtTip = (newest ? newest.height + 1 : startHeight) > tip.height;
  // A block that names the newest one as its parent shows that the newest one was not replaced.
  const step = isAtTip ? 'at-tip' : await takeBlocks(network, newest, stepping);
  if (typeof step === 'number' || !newest) return step;
  const there = await source.hashAt(newest.height);
  // Only another block can replace a block. A node that lacks a block of this height lags.
  if (there === undefined) return 'node-behind';
  if (there === newest.hash) return step;
  const isFinal = network.requires.isFinal && newest.height <= (await store.readAgainTo());
  if (isFinal) throw new ChainReplacedError(network, newest.height, 'final-replaced');
  if (!below && newest.height > startHeight) throw new ChainReplacedError(network, newest.height, 'replaced');
  reader.forget();
  await store.commit({ from: newest, to: below, changes: dropBlock(await store.depositsIn(newest.hash)) });
  return 'dropped';
}

/** Takes the blocks after the newest one in their order. Blocks that change no deposit are written together, any other block alone. */
async function takeBlocks(
  network: Network,
  newest: BlockRef | undefined,
  { store, startHeight, tip, reader, left }: Stepping,
): Promise<number | Wait> {
  const first = newest ? newest.height + 1 : startHeight;
  const isNext = (block: Block, collected: readonly Block[]): boolean => {
    const before = collected.at(-1) ?? newest;
    return before === undefined || block.parent === before.hash;
  };
  const last = Math.min(tip.height, first + left - 1);
  const { blocks, stop } = await collectBlocks({ reader, first, last, isNext });
  // The chain changed between two calls, or another node answered. The next step finds where the chains differ.
  if (stop === 'node-behind') reader.forget();
  if (blocks.length === 0) return stop ?? 'node-behind';
  for (let [from, rest] = [newest, blocks]; rest.length > 0;) {
    const known = await knownOf(network, rest, store);
    const { part, changes } = nextPart(rest, (block) => takeBlock(network, block, known));
    const { height, hash } = part.at(-1)!;
    await store.commit({ from, to: { height, hash }, changes, taken: part });
    [from, rest] = [{ height, hash }, rest.slice(part.length)];
  }
  return blocks.length;
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
