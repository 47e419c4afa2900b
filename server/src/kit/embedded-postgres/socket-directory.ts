// Where the Unix socket lies: in the data directory, which only its user may enter, unless that path is too long for one.
import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner } from './owner.ts';

const maxPathBytes = 107;

export const socketDirectoryOf = (dataDirectory: string): string =>
  Buffer.byteLength(join(dataDirectory, '.s.PGSQL.65535')) <= maxPathBytes
    ? dataDirectory
    : join(tmpdir(), `candor-pg-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`);

/** Makes it anew if it is one apart. Only under the start lock, and only without a live postmaster. */
export function renewSocketDirectory(dataDirectory: string, owner: Owner | undefined): void {
  const directory = socketDirectoryOf(dataDirectory);
  if (directory === dataDirectory) return;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  if (owner) chownSync(directory, owner.uid, owner.gid);
}
