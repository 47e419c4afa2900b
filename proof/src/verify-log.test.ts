// A log that was signed as it grew verifies; whatever is changed of it afterwards does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import { readCheckpoint, signCheckpoint } from './log-checkpoint.ts';
import { originOfLog } from './log-entry.ts';
import { createGrowingTree, hashOfLeaf } from './merkle-tree.ts';
import { publicKeyOf } from './sign-receipt.ts';
import { verifyLog } from './verify-log.ts';

const [oldKey, newKey] = ['0c'.repeat(32), '0d'.repeat(32)];
const leafOf = (seq: number, kind: string, body: object): string =>
  canonicalJson({ seq, at_ms: 1000 + seq, kind, body });

const honest = [
  leafOf(0, 'log', { log_id: 'a' }),
  leafOf(1, 'signing-key', { position: 1, signing_key: publicKeyOf(oldKey) }),
  ...Array.from({ length: 5 }, (_, place) => leafOf(2 + place, 'test', { place })),
  leafOf(7, 'signing-key', { position: 2, signing_key: publicKeyOf(newKey) }),
  ...Array.from({ length: 5 }, (_, place) => leafOf(8 + place, 'test', { place })),
];

function sign(leaves: readonly string[], sizes: readonly number[]): string[] {
  const tree = createGrowingTree();
  return leaves.flatMap((leaf, place) => {
    tree.push(hashOfLeaf(leaf));
    const size = place + 1;
    const head = { origin: originOfLog(leaves[0]!), size, root: bytesToHex(tree.root()) };
    return sizes.includes(size) ? signCheckpoint(head, size > 7 ? newKey : oldKey) : [];
  });
}
const sizes = [2, 5, 6, 9, 13];
const checkpoints = sign(honest, sizes);
const trustedKey = publicKeyOf(newKey);
const failed = async (evidence: Parameters<typeof verifyLog>[0]): Promise<string[]> =>
  (await verifyLog(evidence)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

test('an honest log verifies through a change of keys, also against what was seen of it before', async () => {
  for (const kept of [undefined, ...checkpoints.map((each) => readCheckpoint(each))]) {
    const { verdict, newest, kinds } = await verifyLog({ leaves: honest, checkpoints, trustedKey, kept });
    assert.deepEqual([verdict, newest?.size, kinds.get('test')], ['verified', 13, 10]);
  }
  const { verdict, unchecked } = await verifyLog({ leaves: honest, checkpoints });
  assert.deepEqual([verdict, unchecked], ['incomplete', ['key']]);
  assert.deepEqual(await failed({ leaves: honest, checkpoints, trustedKey: publicKeyOf(oldKey) }), ['key']);
});

test('a change of an entry shows, wherever it is', async () => {
  for (const [place, leaf] of honest.entries()) {
    for (let at = 0; at < leaf.length; at += 5) {
      const changed = leaf.slice(0, at) + (leaf[at] === '1' ? '2' : '1') + leaf.slice(at + 1);
      const faults = await failed({
        leaves: honest.with(place, changed),
        checkpoints: checkpoints.slice(-1),
        trustedKey,
      });
      assert.ok(faults.includes('roots'), `entry ${place} at ${at}`);
    }
  }
});

test('entries left out, exchanged or added show, and checkpoints that are not of it', async () => {
  const cases: [string, Parameters<typeof verifyLog>[0]][] = [
    ['entries', { leaves: honest.slice(0, -1), checkpoints }],
    ['entries', { leaves: honest.toSpliced(4, 1), checkpoints }],
    ['entries', { leaves: honest.with(3, honest[4]!).with(4, honest[3]!), checkpoints }],
    ['roots', { leaves: honest, checkpoints: checkpoints.with(1, 'nothing') }],
    ['roots', { leaves: honest, checkpoints: [...checkpoints, checkpoints[0]!] }],
    ['signatures', { leaves: honest, checkpoints: [...checkpoints.slice(0, -1), forged()] }],
  ];
  for (const [name, evidence] of cases) {
    assert.ok((await failed({ ...evidence, trustedKey })).includes(name), name);
  }
});

test('a log that was rewritten and signed anew by its own keys is refuted by whoever kept a checkpoint', async () => {
  const leaves = honest.with(3, leafOf(3, 'test', { place: 'another' }));
  const signedAnew = { leaves, checkpoints: sign(leaves, sizes), trustedKey };
  assert.equal((await verifyLog(signedAnew)).verdict, 'verified', 'from itself alone nobody can tell');
  for (const note of checkpoints.slice(1)) {
    assert.deepEqual(await failed({ ...signedAnew, kept: readCheckpoint(note) }), ['kept']);
  }
  const shorter = { leaves: honest.slice(0, 6), checkpoints: checkpoints.slice(0, 3), trustedKey: publicKeyOf(oldKey) };
  assert.deepEqual(await failed({ ...shorter, kept: readCheckpoint(checkpoints[4]!) }), ['kept']);
});

/** The right root under the key from before. */
function forged(): string {
  const { origin, size, root } = readCheckpoint(checkpoints.at(-1)!)!;
  return signCheckpoint({ origin, size, root }, oldKey);
}
