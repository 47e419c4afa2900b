// A small public log with its checkpoints and proofs.
import {
  canonicalJson,
  consistencyRanges,
  createGrowingTree,
  hashOfLeaf,
  hashOfRange,
  inclusionRanges,
  originOfLog,
  publicKeyOf,
  signCheckpoint,
  type LeafRange,
} from '@candor/proof';
import { startMs } from './simulated-ticks.ts';
import { vectorKey } from './record-vectors.ts';

const entries: [kind: string, body: object][] = [
  ['log', { log_id: '01890a5d-ac96-774b-bcce-b302099a8057' }],
  ['signing-key', { position: 1, signing_key: publicKeyOf(vectorKey) }],
  ['option-terms', { config_id: '1', version: 1, duration_ms: 30000, payout_rate: '0.85', is_offered: true }],
  ['house-money', { coin: 'USDT', book: 'real', paid_in: '50000', total_paid_in: '50000' }],
  ['halt', { coin: 'DOGE', reason: 'Größere Störung, 市場' }],
  ['reopening', { coin: 'DOGE' }],
  ['house-money', { coin: 'USDT', book: 'real', paid_in: '-20000', total_paid_in: '30000' }],
];
const leaves = entries.map(([kind, body], seq) => canonicalJson({ seq, at_ms: startMs + seq * 1500, kind, body }));
const sizes = [2, 3, 6, 7];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function rootOf(from: number, to: number): Uint8Array {
  const tree = createGrowingTree();
  for (const leaf of leaves.slice(from, to)) tree.push(hashOfLeaf(leaf));
  return tree.root();
}
const hashesOf = (ranges: readonly LeafRange[]): string[] =>
  ranges.map((range) =>
    hex(hashOfRange(range, ({ level, index }) => rootOf(index * 2 ** level, (index + 1) * 2 ** level))),
  );

export function logVectors() {
  const size = leaves.length;
  const origin = originOfLog(leaves[0]!);
  return {
    what: 'A public log of seven entries, with checkpoints of four sizes and proofs.',
    public_key: publicKeyOf(vectorKey),
    leaves,
    checkpoints: sizes.map((each) => signCheckpoint({ origin, size: each, root: hex(rootOf(0, each)) }, vectorKey)),
    inclusion: leaves.map((_, index) => hashesOf(inclusionRanges(index, { from: 0, to: size }))),
    consistency: sizes.map((first) => hashesOf(consistencyRanges(first, size))),
  };
}
