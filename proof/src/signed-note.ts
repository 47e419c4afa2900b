// Signed notes as C2SP specifies them: some lines of text, and below them a line for each signature.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { publicKeyOf } from './sign-receipt.ts';

export interface NoteSignature {
  name: string;
  /** Four bytes in hex: which key of that name. */
  keyId: string;
  signature: Uint8Array;
}

export interface SignedNote {
  /** Ends with a line end. */
  text: string;
  signatures: NoteSignature[];
}

const ed25519Kind = 0x01;
const lineStart = '\u2014 ';
const nameForm = /^[^\s+\p{Cc}]+$/u;

/** The text with a signature of the named key. The text ends with a line end; the secret key is 32 bytes in hex. */
export function signNote(text: string, name: string, secretKeyHex: string): string {
  if (!text.endsWith('\n') || hasControls(text)) throw new TypeError('a note is lines of text, the last one ended');
  if (!nameForm.test(name)) throw new TypeError(`${name} is no name of a key`);
  const signature = ed25519.sign(utf8ToBytes(text), hexToBytes(secretKeyHex));
  const line = toBase64(concatBytes(hexToBytes(keyIdOf(name, publicKeyOf(secretKeyHex))), signature));
  return `${text}\n${lineStart}${name} ${line}\n`;
}

/** The note's parts; undefined if it is none. */
export function readNote(note: string): SignedNote | undefined {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n') || hasControls(note)) return undefined;
  const signatures = note
    .slice(split + 2, -1)
    .split('\n')
    .map(readSignature);
  return signatures.some((each) => each === undefined)
    ? undefined
    : { text: note.slice(0, split + 1), signatures: signatures as NoteSignature[] };
}

/** Whether one of the note's signatures is of this key under this name, and none that claims to be is false. */
export function isSignedBy({ text, signatures }: SignedNote, name: string, publicKeyHex: string): boolean {
  const keyId = keyIdOf(name, publicKeyHex);
  const own = signatures.filter((each) => each.name === name && each.keyId === keyId);
  return own.length > 0 && own.every(({ signature }) => isGenuine(signature, text, publicKeyHex));
}

/** Which key of a name: the first four bytes of SHA-256 over name, line end, kind and public key, hex. */
export const keyIdOf = (name: string, publicKeyHex: string): string =>
  bytesToHex(
    sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ed25519Kind), hexToBytes(publicKeyHex))).slice(0, 4),
  );

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Only what `toBase64` writes; undefined of anything else. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

function readSignature(line: string): NoteSignature | undefined {
  const [name = '', base64 = '', ...rest] = line.slice(lineStart.length).split(' ');
  const bytes = fromBase64(base64);
  if (!line.startsWith(lineStart) || !nameForm.test(name) || rest.length > 0 || !bytes || bytes.length < 5)
    return undefined;
  return { name, keyId: bytesToHex(bytes.slice(0, 4)), signature: bytes.slice(4) };
}

/** By the strict rules of RFC 8032. */
const isGenuine = (signature: Uint8Array, text: string, publicKeyHex: string): boolean =>
  signature.length === 64 && ed25519.verify(signature, utf8ToBytes(text), hexToBytes(publicKeyHex), { zip215: false });

const hasControls = (text: string): boolean => /[^\P{Cc}\n]/u.test(text) || !text.isWellFormed();
