// Recomputes a public log from its entries: every root that was signed, by whom, and whether it is the log that was seen before.
import { bytesToHex } from '@noble/hashes/utils.js';
import { check, conclude, note, type Check, type Verification } from './checks.ts';
import { isCheckpointOf, readCheckpoint, type LogCheckpoint } from './log-checkpoint.ts';
import { keyInForce, originOfLog, readLogEntry, type LogEntry } from './log-entry.ts';
import { createGrowingTree, hashOfLeaf } from './merkle-tree.ts';

/** In the order they are made. */
export const logCheckNames = ['entries', 'roots', 'signatures', 'kept', 'key'] as const;
export type LogCheckName = (typeof logCheckNames)[number];

export interface LogEvidence {
  /** From the first on, at least as many as the newest checkpoint says. */
  leaves: AsyncIterable<string> | Iterable<string>;
  /** All that the log ever signed. */
  checkpoints: readonly string[];
  /** What somebody saw of this log before. */
  kept?: LogCheckpoint | undefined;
  /** The key that the newest checkpoint must be signed with, hex. */
  trustedKey?: string | undefined;
}

export interface LogVerification extends Verification<LogCheckName> {
  /** What the newest checkpoint says. */
  newest: LogCheckpoint | undefined;
  lastEntry: LogEntry | undefined;
  /** How many entries there are of each kind. */
  kinds: ReadonlyMap<string, number>;
}

interface Head {
  name: string;
  checkpoint: LogCheckpoint;
}

export async function verifyLog({ leaves, checkpoints, kept, trustedKey }: LogEvidence): Promise<LogVerification> {
  const signed = checkpoints.map((each) => readCheckpoint(each));
  const sound = signed.filter((each) => each !== undefined);
  const newest = sound.at(-1);
  const heads: Head[] = sound.map((checkpoint) => ({ name: `the checkpoint of ${checkpoint.size}`, checkpoint }));
  if (kept) heads.push({ name: `the kept checkpoint of ${kept.size}`, checkpoint: kept });
  const read = await readThrough(leaves, heads, newest?.size ?? 0);
  const forms = checkpoints.flatMap((_, place) => orderFault(signed, place));
  const ofKept = (fault: Fault): boolean => fault.checkpoint === kept;
  const textOf = ({ text }: Fault): string => text;
  const checks: Check<LogCheckName>[] = [
    check('entries', read.entryFaults, `${read.size} entries, each canonical and in its place`),
    check('roots', [...forms, ...read.rootFaults.filter((fault) => !ofKept(fault)).map(textOf)], `${sound.length} checkpoints name the roots of these entries`),
    check('signatures', read.signatureFaults.filter((fault) => !ofKept(fault)).map(textOf), 'each is signed with the key that the log names for it'),
    ...keptCheck(kept, [...read.rootFaults, ...read.signatureFaults].filter(ofKept).map(textOf), newest),
    keyCheck(read.key, trustedKey),
  ]; // oxfmt-ignore
  return { ...conclude(checks), newest, lastEntry: read.lastEntry, kinds: read.kinds };
}

interface Fault {
  checkpoint: LogCheckpoint;
  text: string;
}

/** Entries up to `size`; of what does not fit, the first few. */
async function readThrough(leaves: LogEvidence['leaves'], heads: readonly Head[], size: number) {
  const bySize = new Map<number, Head[]>();
  for (const head of heads) bySize.set(head.checkpoint.size, [...(bySize.get(head.checkpoint.size) ?? []), head]);
  const tree = createGrowingTree();
  const kinds = new Map<string, number>();
  const [entryFaults, rootFaults, signatureFaults] = [[] as string[], [] as Fault[], [] as Fault[]];
  let [origin, key, lastEntry] = ['', undefined as string | undefined, undefined as LogEntry | undefined];
  for await (const leaf of leaves) {
    if (tree.size === size) break;
    if (tree.size === 0) origin = originOfLog(leaf);
    const entry = readLogEntry(leaf);
    const fault = entryFault(entry, tree.size, lastEntry);
    if (fault !== undefined && entryFaults.length < 5) entryFaults.push(fault);
    if (entry) {
      lastEntry = entry;
      key = keyInForce(entry) ?? key;
      kinds.set(entry.kind, (kinds.get(entry.kind) ?? 0) + 1);
    }
    tree.push(hashOfLeaf(leaf));
    for (const { name, checkpoint } of bySize.get(tree.size) ?? []) {
      const root = bytesToHex(tree.root());
      if (checkpoint.root !== root)
        rootFaults.push({
          checkpoint,
          text: `${name} names the root ${checkpoint.root}, but the entries make ${root}`,
        });
      if (checkpoint.origin !== origin)
        rootFaults.push({ checkpoint, text: `${name} is of ${checkpoint.origin}, but these entries are ${origin}` });
      if (key === undefined || !isCheckpointOf(key, checkpoint))
        signatureFaults.push({
          checkpoint,
          text: `${name} is not signed with the key ${key ?? 'that no entry names'}`,
        });
    }
  }
  if (tree.size < size) entryFaults.push(`there are ${tree.size} entries, but ${size} were signed`);
  return { size: tree.size, key, lastEntry, kinds, entryFaults, rootFaults, signatureFaults };
}

function entryFault(entry: LogEntry | undefined, place: number, before: LogEntry | undefined): string | undefined {
  if (!entry) return `entry ${place} is not canonical`;
  if (entry.seq !== place) return `entry ${entry.seq} stands where ${place} belongs`;
  return before && entry.at_ms < before.at_ms ? `entry ${place} is older than the one before` : undefined;
}

function orderFault(signed: readonly (LogCheckpoint | undefined)[], place: number): string[] {
  const each = signed[place];
  if (!each) return [`checkpoint ${place + 1} of ${signed.length} is none`];
  return place > 0 && each.size <= (signed[place - 1]?.size ?? 0) ? [`checkpoints are not in their order at ${each.size}`] : []; // oxfmt-ignore
}

function keptCheck(
  kept: LogCheckpoint | undefined,
  faults: readonly string[],
  newest: LogCheckpoint | undefined,
): Check<LogCheckName>[] {
  if (!kept) return [];
  const size = newest?.size ?? 0;
  const shrunk = kept.size > size ? [`${kept.size} entries were signed before, and now ${size} are`] : [];
  return [check('kept', [...shrunk, ...faults], `it begins with the ${kept.size} entries that were seen before`)];
}

function keyCheck(key: string | undefined, trusted: string | undefined): Check<LogCheckName> {
  if (trusted === undefined) return note('key', `compare the key with the one that the platform publishes: ${key ?? 'none'}`); // oxfmt-ignore
  return check('key', key === trusted ? [] : [`the log names the key ${key ?? 'none'}, but the trusted key is ${trusted}`], 'the key is the trusted one'); // oxfmt-ignore
}
