// The file of the development ledger: a line for each closed ledger, on the disk before anybody is told of it.
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** From this a ledger is made again, with the same hash. */
export interface KeptLedger {
  closeTime: number;
  blobs: readonly string[];
  hash: string;
}

export interface LedgerFile {
  kept: readonly KeptLedger[];
  /** Returns once it is on the disk. */
  keep(ledger: KeptLedger): void;
  close(): void;
}

export function openLedgerFile(directory: string): LedgerFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'xrp-ledgers.jsonl');
  const file = openSync(path, 'a+', 0o600);
  const text = readFileSync(path, 'utf8');
  // The process was killed while it wrote the last line: nobody was told of that ledger.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
  const lines = whole.split('\n').filter((line) => line !== '');
  return {
    kept: lines.map((line) => JSON.parse(line) as KeptLedger),
    keep(ledger) {
      writeSync(file, `${JSON.stringify(ledger)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
