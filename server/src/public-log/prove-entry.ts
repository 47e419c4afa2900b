// An entry of the log with the proof that a signed checkpoint has it, for products whose records name one.
import { hashOfRange, inclusionRanges, nodesOfRange } from '@candor/proof';
import type { Database } from '../kit/postgres.ts';
import { readCheckpoints, readLeaves, readNodes } from './store.ts';

export interface ProvenEntry {
  leaf: string;
  seq: number;
  /** The first that has it; null until one is signed. */
  checkpoint: string | null;
  /** Hex, in the order of RFC 9162. */
  proof: string[];
}

export async function proveEntry(database: Database, seq: number): Promise<ProvenEntry> {
  const [[leaf], [signed]] = await Promise.all([readLeaves(database, seq, seq + 1), readCheckpoints(database, seq, 1)]);
  if (leaf === undefined) throw new Error(`the public log has no entry ${seq}`);
  if (!signed) return { leaf, seq, checkpoint: null, proof: [] };
  const ranges = inclusionRanges(seq, { from: 0, to: signed.size });
  const nodes = ranges.flatMap(nodesOfRange);
  const hashes = await readNodes(database, nodes);
  const known = new Map(nodes.map(({ level, index }, place) => [`${level} ${index}`, hashes[place]!]));
  const proof = ranges.map((range) =>
    Buffer.from(hashOfRange(range, ({ level, index }) => known.get(`${level} ${index}`)!)).toString('hex'),
  );
  return { leaf, seq, checkpoint: signed.note, proof };
}
