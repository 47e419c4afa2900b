// What the signer keeps: its key, which never leaves it, and all that it has signed, written to the disk before anybody is given it.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Signed } from './signer-rules.ts';

export interface KeptSignature extends Signed {
  signed: string;
  txid: string;
}

export interface SignerStore {
  key: Uint8Array;
  kept: readonly KeptSignature[];
  /** Returns once it is on the disk. */
  keep(signature: KeptSignature): void;
  close(): void;
}

/** Makes the key where there is none; 0600, as all that lies here. */
export function openSignerStore(directory: string): SignerStore {
  const keyFile = join(directory, 'key');
  if (!existsSync(keyFile))
    writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  const logFile = join(directory, 'signed.jsonl');
  const log = openSync(logFile, 'a+', 0o600);
  const text = readFileSync(logFile, 'utf8');
  // A line that was cut off was given to nobody.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) ftruncateSync(log, Buffer.byteLength(whole));
  const lines = whole.split('\n').filter((line) => line !== '');
  const kept = lines.map(parse);
  return {
    key: Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex'),
    kept,
    keep(signature) {
      appendLine(log, JSON.stringify(signature, asText));
      kept.push(signature);
    },
    close: () => closeSync(log),
  };
}

const asText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Writes bytes from this place on, and returns how many it wrote. */
type WriteBytes = (file: number, bytes: Uint8Array, from: number) => number;

/**
 * Writes a whole line to the disk, or nothing: a full disk takes a part of a line, and reports it only as a smaller number of bytes. A part that
 * stayed would make the next line unreadable.
 */
export function appendLine(file: number, line: string, write: WriteBytes = writeSync): void {
  const bytes = Buffer.from(`${line}\n`);
  const before = fstatSync(file).size;
  try {
    for (let written = 0; written < bytes.length;) written += write(file, bytes, written);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, before);
    throw error;
  }
}

/** Lines of earlier versions are of Ethereum, with the nonce as the only place. */
function parse(line: string): KeptSignature {
  const { nonce, network = 'ethereum', places = [nonce!], units, ...rest } = JSON.parse(line) as KeptLine;
  return { ...rest, network, places, units: BigInt(units) };
}

type KeptLine = Omit<KeptSignature, 'network' | 'places' | 'units'> &
  Partial<Pick<KeptSignature, 'network' | 'places'>> & { nonce?: string; units: string };
