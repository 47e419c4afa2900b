// The file of the development chain of TRON: a line for each block, on the disk before anybody is told of the block. The ledger is made again
// from it at each start.
import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DevBlock } from './dev-block.ts';
import { openLedger, type DevLedger } from './dev-ledger.ts';

interface BlockLine {
  id: string;
  timestamp: number;
  signed: readonly string[];
}

export interface DevJournal {
  ledger: DevLedger;
  /** Returns once the block is on the disk. Throws if one of the transactions is not valid in it; nothing is written then. */
  add(block: { timestamp: number; signed: readonly string[] }): DevBlock;
  /** Resolves if a block could not be written: the ledger is then ahead of the file, and nothing is added any more. */
  failed: Promise<void>;
  close(): void;
}

/** `timestamp` is that of the first block if there is none yet. */
export function openJournal(directory: string, { bank, timestamp }: { bank: string; timestamp: number }): DevJournal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'blocks.jsonl');
  const file = openSync(path, 'a+', 0o600);
  const text = readFileSync(path, 'utf8');
  // Nobody was told of a block whose line was cut off.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
  const lines = whole.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as BlockLine); // oxfmt-ignore
  const ledger = openLedger({ bank, timestamp: lines[0]?.timestamp ?? timestamp });
  let size = Buffer.byteLength(whole);
  const keep = ({ id, timestamp: at }: DevBlock, signed: readonly string[]): void => {
    // The process of a server that was killed may write on for a moment.
    if (fstatSync(file).size !== size) throw new Error(`another process writes to ${path}`);
    size += writeSync(file, `${JSON.stringify({ id, timestamp: at, signed } satisfies BlockLine)}\n`);
    fsyncSync(file);
  };
  if (lines.length === 0) keep(ledger.newest(), []);
  for (const [height, line] of lines.entries()) {
    if (height > 0) ledger.add(line);
    if (ledger.newest().id !== line.id) throw new Error(`block ${height} of ${path} is not the one that was written`);
  }
  const broken = Promise.withResolvers<void>();
  let isBroken = false;
  return {
    ledger,
    failed: broken.promise,
    add(block) {
      if (isBroken) throw new Error('an earlier block could not be written');
      const added = ledger.add(block);
      isBroken = true;
      try {
        keep(added, block.signed);
        isBroken = false;
        return added;
      } finally {
        if (isBroken) broken.resolve();
      }
    },
    close: () => closeSync(file),
  };
}
