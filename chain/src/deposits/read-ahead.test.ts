import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import type { ChainSource } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Block } from './deposit.ts';
import { collectBlocks, nextPart, readAhead } from './read-ahead.ts';

const blockAt = (height: number): Block => ({ height, hash: `h${height}`, parent: `h${height - 1}`, credits: [] });

/** A node that answers `faults` for some heights, once each. */
function nodeOf(faults: ReadonlyMap<number, () => Block | undefined> = new Map()) {
  const [left, asked] = [new Map(faults), [] as number[]];
  const source = {
    async block(height: number) {
      asked.push(height);
      const fault = left.get(height);
      left.delete(height);
      return fault ? fault() : blockAt(height);
    },
  } as ChainSource;
  return { source, asked };
}

const follows = (block: Block, collected: readonly Block[]): boolean =>
  block.parent === (collected.at(-1)?.hash ?? block.parent);
const collect = (source: ChainSource, first: number, last: number) =>
  collectBlocks({ reader: readAhead(source, last), first, last, isNext: follows });
const heights = ({ blocks }: { blocks: readonly Block[] }): number[] => blocks.map(({ height }) => height);

test('blocks are collected in their order, each is asked for once, and none above the last one', async () => {
  const { source, asked } = nodeOf();
  assert.deepEqual(
    heights(await collect(source, 1, 20)),
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  assert.deepEqual(
    asked,
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

test('no more blocks are asked for at a time than eight, and no more are kept than fifty', async () => {
  const { source, asked } = nodeOf();
  await readAhead(source, 100).read(1);
  assert.equal(asked.length, 8);
  assert.equal(heights(await collect(source, 1, 1_000)).length, 50);
});

test('a block that is missing, unproven, of another height or of another chain ends what is collected', async () => {
  const faults = {
    missing: () => undefined,
    'of another height': () => blockAt(9),
    'of another chain': () => ({ ...blockAt(4), parent: 'other' }),
    'in an error': (): never => assert.fail('the node is away'),
  };
  for (const [name, fault] of Object.entries(faults)) {
    const collected = await collect(nodeOf(new Map([[4, fault]])).source, 1, 9);
    assert.deepEqual([heights(collected), collected.stop], [[1, 2, 3], 'node-behind'], name);
  }
  const deny = (): never => {
    throw new UnprovenBlockError('its receipts do not make its root');
  };
  const unproven = await collect(nodeOf(new Map([[4, deny]])).source, 1, 9);
  assert.deepEqual([heights(unproven), unproven.stop], [[1, 2, 3], 'node-incomplete']);
});

test('an error for the first block is thrown, and the height is asked for again afterwards', async () => {
  const { source } = nodeOf(new Map([[1, (): never => assert.fail('the node is away')]]));
  const reader = readAhead(source, 9);
  const from = () => collectBlocks({ reader, first: 1, last: 9, isNext: follows });
  await assert.rejects(from(), /away/);
  assert.equal(heights(await from()).length, 9);
});

test('blocks without changes go together up to the first one with changes, which goes alone', () => {
  const change = {
    was: undefined,
    deposit: {
      network: 'ethereum' as const,
      txid: 't',
      ordinal: 0,
      asset: 'ETH' as const,
      address: 'a',
      units: 1n as BaseUnits,
      state: 'seen' as const,
      isCleared: false,
    },
  };
  const changesOf = ({ height }: Block) => (height === 3 ? [change] : []);
  const part = (...of: number[]) => nextPart(of.map(blockAt), changesOf);
  assert.deepEqual(heights({ blocks: part(1, 2, 3, 4).part }), [1, 2]);
  assert.deepEqual([heights({ blocks: part(3, 4).part }), part(3, 4).changes.length], [[3], 1]);
  assert.deepEqual([heights({ blocks: part(4, 5).part }), part(4, 5).changes.length], [[4, 5], 0]);
});
