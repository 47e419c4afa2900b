// candor-verify --log URL: all entries and checkpoints of a public log, and whether it still is the log that was seen before.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hexToBytes } from '@noble/hashes/utils.js';
import {
  getLogCheckpoint,
  getLogCheckpoints,
  getLogConsistency,
  getLogEntries,
  getLogInclusion,
  getProofKey,
} from '@candor/wire';
import { fetchPublic } from './fetch-public.ts';
import { readCheckpoint, type LogCheckpoint } from './log-checkpoint.ts';
import { hashOfLeaf, isConsistent, isIncluded } from './merkle-tree.ts';
import { verifyLog, type LogVerification } from './verify-log.ts';

export interface LogLook {
  base: string;
  key?: string | undefined;
  /** Where the newest checkpoint that was seen is kept. */
  keepFile?: string | undefined;
}

export interface LogReport extends LogVerification {
  /** What does not fit in the proofs that the server gives. */
  proofFaults: string[];
  lines: string[];
}

/** Looks at all of it; keeps the newest checkpoint unless something does not fit. Throws where it can't be read. */
export async function lookAtLog({ base, key, keepFile = keepFileOf(base) }: LogLook): Promise<LogReport> {
  const kept = existsSync(keepFile) ? readKept(keepFile) : undefined;
  const { checkpoint } = await fetchPublic(base, getLogCheckpoint);
  const newest = readCheckpoint(checkpoint);
  if (!newest) throw new Error(`${base} gives a checkpoint that is none`);
  const trustedKey = key ?? (await fetchPublic(base, getProofKey)).public_key;
  const checkpoints = await fetchCheckpoints(base, newest);
  const sampled = new Map<number, string>();
  const leaves = fetchLeaves(base, newest.size, (seq, leaf) => isSampled(seq, newest.size) && sampled.set(seq, leaf));
  const verification = await verifyLog({ leaves, checkpoints, kept, trustedKey });
  const proofFaults = await checkProofs(base, newest, sampled, readCheckpoint(checkpoints[0] ?? ''));
  const isSound = verification.verdict !== 'refuted' && proofFaults.length === 0;
  if (isSound) writeFileSync(keepFile, newest.note);
  const seen = kept === undefined ? `seen for the first time; kept in ${keepFile}` : `compared with ${keepFile}`;
  return { ...verification, proofFaults, lines: [...linesOf(verification), seen] };
}

const keepFileOf = (base: string): string => `candor-log-${new URL(base).host.replace(':', '-')}.checkpoint`;

function readKept(file: string): LogCheckpoint {
  const checkpoint = readCheckpoint(readFileSync(file, 'utf8'));
  if (!checkpoint) throw new Error(`${file} holds no checkpoint`);
  return checkpoint;
}

async function fetchCheckpoints(base: string, newest: LogCheckpoint): Promise<string[]> {
  const notes: string[] = [];
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: { checkpoints: string[]; next_after?: number | undefined } = await fetchPublic(base, getLogCheckpoints, { after }); // oxfmt-ignore
    notes.push(...page.checkpoints);
    after = page.next_after;
  }
  // One that was signed since is for the next look.
  const last = notes.indexOf(newest.note);
  return last < 0 ? [...notes, newest.note] : notes.slice(0, last + 1);
}

async function* fetchLeaves(
  base: string,
  size: number,
  onLeaf: (seq: number, leaf: string) => void,
): AsyncGenerator<string> {
  for (let from = 0; from < size;) {
    const { leaves } = await fetchPublic(base, getLogEntries, { from, to: size });
    if (leaves.length === 0) return;
    for (const leaf of leaves) {
      onLeaf(from++, leaf);
      yield leaf;
    }
  }
}

/** The ends and one between them: roots are recomputed from all entries, so these only try the proofs. */
const isSampled = (seq: number, size: number): boolean => [0, Math.floor(size / 2), size - 1].includes(seq);

async function checkProofs(
  base: string,
  newest: LogCheckpoint,
  sampled: ReadonlyMap<number, string>,
  oldest: LogCheckpoint | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  const tree = { size: newest.size, root: hexToBytes(newest.root) };
  for (const [index, leaf] of sampled) {
    const { hashes } = await fetchPublic(base, getLogInclusion, { index, size: newest.size });
    if (!isIncluded(hashOfLeaf(leaf), { index, ...tree }, hashes.map(hexToBytes)))
      faults.push(`the proof of entry ${index} proves nothing`);
  }
  if (oldest) {
    const { hashes } = await fetchPublic(base, getLogConsistency, { first: oldest.size, second: newest.size });
    const older = { size: oldest.size, root: hexToBytes(oldest.root) };
    if (!isConsistent(older, tree, hashes.map(hexToBytes)))
      faults.push(`the proof since entry ${oldest.size} proves nothing`);
  }
  return faults;
}

function linesOf({ newest, lastEntry, kinds }: LogVerification): string[] {
  const counts = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return [
    ...(newest ? [`${newest.origin}, ${newest.size} entries, root ${newest.root}`] : []),
    ...(lastEntry ? [`the newest is ${lastEntry.kind} of ${new Date(lastEntry.at_ms).toISOString()}`] : []),
    counts,
  ];
}
