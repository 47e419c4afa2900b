// A checkpoint of the public log: which log, how many entries, and the root over them, as a signed note.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fromBase64, isSignedBy, readNote, signNote, toBase64, type SignedNote } from './signed-note.ts';

export interface LogHead {
  /** Names the log; the key that signs has the same name. */
  origin: string;
  size: number;
  /** Hex. */
  root: string;
}

export interface LogCheckpoint extends LogHead {
  /** As it was signed. */
  note: string;
}

/** The secret key is 32 bytes in hex. */
export const signCheckpoint = (head: LogHead, secretKeyHex: string): string =>
  signNote(`${head.origin}\n${head.size}\n${toBase64(hexToBytes(head.root))}\n`, head.origin, secretKeyHex);

/** What a note says of a log; undefined if it is no checkpoint. Lines after the root are somebody's additions. */
export function readCheckpoint(note: string): LogCheckpoint | undefined {
  const head = headOf(readNote(note));
  return head && { ...head, note };
}

/** Whether this key signed it for its log. */
export function isCheckpointOf(publicKeyHex: string, { note, origin }: LogCheckpoint): boolean {
  const parts = readNote(note);
  return parts !== undefined && isSignedBy(parts, origin, publicKeyHex);
}

function headOf(note: SignedNote | undefined): LogHead | undefined {
  const [origin = '', size = '', root = ''] = note?.text.split('\n') ?? [];
  const bytes = fromBase64(root);
  if (origin === '' || !/^(?:0|[1-9]\d{0,14})$/.test(size) || bytes?.length !== 32) return undefined;
  return { origin, size: parseInt(size, 10), root: bytesToHex(bytes) };
}
