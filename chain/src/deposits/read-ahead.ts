// Reads blocks before they are needed, a few at a time, so that a network that is far behind does not wait for each answer of its node in turn.
import type { Block } from './deposit.ts';
import type { ChainSource } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { DepositChange } from './deposit-rule.ts';

/** `node-incomplete` if the block does not match its header. */
export type ReadBlock = Block | undefined | 'node-incomplete';

export interface BlockReader {
  /** Reads a block, and starts to read those that follow it. Each answer is used once: reading a height again asks the node again. */
  read(height: number): Promise<ReadBlock>;
  /** Drops all answers, for example because the chain has changed. */
  forget(): void;
}

/** Maximum number of blocks that the node is asked for at a time. A block with its receipts can have megabytes. */
const aheadMax = 8;

/** Reads no block above `upTo` before it is asked for. */
export function readAhead(source: ChainSource, upTo: number): BlockReader {
  const reading = new Map<number, Promise<ReadBlock>>();
  const start = (height: number): Promise<ReadBlock> => {
    const block = readBlock(source, height);
    // An error is thrown when the block is needed; until then nobody waits for it.
    block.catch(() => undefined);
    reading.set(height, block);
    return block;
  };
  return {
    read(height) {
      const block = reading.get(height) ?? start(height);
      reading.delete(height);
      for (let next = height + 1; next < height + aheadMax && next <= upTo; next++)
        if (!reading.has(next)) void start(next);
      return block;
    },
    forget: () => reading.clear(),
  };
}

async function readBlock(source: ChainSource, height: number): Promise<ReadBlock> {
  try {
    return await source.block(height);
  } catch (error) {
    if (error instanceof UnprovenBlockError) return 'node-incomplete';
    throw error;
  }
}

/** Maximum of what is collected before it is written. */
const batchMax = { blocks: 50, parts: 5_000 };

interface Collecting {
  reader: BlockReader;
  /** Heights of the first and of the last block that may be collected. */
  first: number;
  last: number;
  isNext: (block: Block, collected: readonly Block[]) => boolean | Promise<boolean>;
}

/**
 * Collects blocks up to the first one that is missing, unproven or not the next one. `stop` tells which of these it was; an error of the node
 * is thrown only if it hits the first block, so that a node that fails now and then does not make all blocks be read again.
 */
export async function collectBlocks({
  reader,
  first,
  last,
  isNext,
}: Collecting): Promise<{ blocks: readonly Block[]; stop?: 'node-incomplete' | 'node-behind' }> {
  const blocks: Block[] = [];
  let parts = 0;
  for (let height = first; height <= last && blocks.length < batchMax.blocks && parts < batchMax.parts; height++) {
    const block = await reader.read(height).catch((error: unknown) => {
      if (blocks.length === 0) throw error;
      return undefined;
    });
    if (block === 'node-incomplete') return { blocks, stop: block };
    if (block?.height !== height || !(await isNext(block, blocks))) return { blocks, stop: 'node-behind' };
    blocks.push(block);
    parts += block.credits.length + (block.inputs?.length ?? 0) + (block.sends?.length ?? 0);
  }
  return { blocks };
}

/** Returns the blocks before the first one that changes deposits, or that block alone if it is the first. */
export function nextPart(
  blocks: readonly Block[],
  changesOf: (block: Block) => readonly DepositChange[],
): { part: readonly Block[]; changes: readonly DepositChange[] } {
  for (const [at, block] of blocks.entries()) {
    const changes = changesOf(block);
    if (changes.length > 0) return at === 0 ? { part: [block], changes } : { part: blocks.slice(0, at), changes: [] };
  }
  return { part: blocks, changes: [] };
}
