// Whether a checkpoint goes on from the one that this device saw before. Loaded on demand: it brings the verifier.
import { isCheckpointOf, isConsistent, readCheckpoint } from '@candor/proof';
import type { LogCheckpoint } from '@candor/proof';

export interface SeenLog {
  newest: string;
  /** The key that the platform shows to everybody. */
  trustedKey: string;
  kept: string | null;
  /** A demo may begin a new log with a new database. */
  isDemo: boolean;
  /** The hashes of the consistency proof between two sizes. */
  prove: (first: number, second: number) => Promise<readonly string[]>;
}

/** Rejects when the proof could not be had. */
export async function judgeLog(seen: SeenLog): Promise<'sound' | 'contradiction'> {
  const newest = readCheckpoint(seen.newest);
  if (!newest || !isCheckpointOf(seen.trustedKey, newest)) return 'contradiction';
  const kept = seen.kept === null ? undefined : readCheckpoint(seen.kept);
  if (!kept) return 'sound';
  if (kept.origin !== newest.origin) return seen.isDemo ? 'sound' : 'contradiction';
  return (await goesOn(kept, newest, seen)) ? 'sound' : 'contradiction';
}

async function goesOn(kept: LogCheckpoint, newest: LogCheckpoint, { prove }: SeenLog): Promise<boolean> {
  if (kept.size > newest.size) return false;
  const hashes = kept.size === newest.size ? [] : await prove(kept.size, newest.size);
  return isConsistent(treeOf(kept), treeOf(newest), hashes.map(bytesOf));
}

const treeOf = ({ size, root }: LogCheckpoint) => ({ size, root: bytesOf(root) });

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
