import {
  createGrowingTree,
  hashOfLeaf,
  hashOfRange,
  consistencyRanges,
  publicKeyOf,
  signCheckpoint,
} from '@candor/proof';
import { expect, test } from 'vitest';
import { judgeLog, type SeenLog } from './judge-log.ts';

const secretKey = '21'.repeat(32);
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function rootOf(leaves: readonly string[]): Uint8Array {
  const tree = createGrowingTree();
  for (const leaf of leaves) tree.push(hashOfLeaf(leaf));
  return tree.root();
}
const sign = (leaves: readonly string[], origin = 'log'): string =>
  signCheckpoint({ origin, size: leaves.length, root: hex(rootOf(leaves)) }, secretKey);
const prover =
  (leaves: readonly string[]): SeenLog['prove'] =>
  async (first, second) =>
    consistencyRanges(first, second).map((range) =>
      hex(hashOfRange(range, ({ level, index }) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))),
    );

const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const trustedKey = publicKeyOf(secretKey);
const seen = (changes: Partial<SeenLog>): SeenLog => ({
  newest: sign(leaves),
  trustedKey,
  kept: null,
  isDemo: false,
  prove: prover(leaves),
  ...changes,
});

test('a log that goes on from what was seen is sound, and one that is seen for the first time', async () => {
  expect(await judgeLog(seen({}))).toBe('sound');
  for (let size = 1; size <= leaves.length; size++) {
    expect(await judgeLog(seen({ kept: sign(leaves.slice(0, size)) }))).toBe('sound');
  }
});

test('one that was rewritten, cut, or signed by somebody else is not', async () => {
  const rewritten = leaves.with(1, 'x');
  const after = { newest: sign(rewritten), prove: prover(rewritten) };
  expect(await judgeLog(seen({ ...after, kept: sign(leaves.slice(0, 4)) }))).toBe('contradiction');
  expect(await judgeLog(seen({ ...after, kept: sign(leaves) }))).toBe('contradiction');
  expect(await judgeLog(seen({ newest: sign(leaves.slice(0, 3)), kept: sign(leaves) }))).toBe('contradiction');
  expect(await judgeLog(seen({ trustedKey: publicKeyOf('22'.repeat(32)) }))).toBe('contradiction');
  expect(await judgeLog(seen({ newest: 'nothing' }))).toBe('contradiction');
});

test('another log is a new start of a demo, and a contradiction where money is real', async () => {
  const kept = sign(leaves, 'another-log');
  expect(await judgeLog(seen({ kept }))).toBe('contradiction');
  expect(await judgeLog(seen({ kept, isDemo: true }))).toBe('sound');
});

test('what could not be asked is not judged', async () => {
  const prove = () => Promise.reject(new Error('offline'));
  await expect(judgeLog(seen({ kept: sign(leaves.slice(0, 2)), prove }))).rejects.toThrow('offline');
});
