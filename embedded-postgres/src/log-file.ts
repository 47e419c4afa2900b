// PostgreSQL's log: a file, because a pipe would break when this process is killed and PostgreSQL lives on.
import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const maxBytes = 16 * 1024 * 1024;

export const logFileOf = (dataDirectory: string): string => `${dataDirectory}.log`;

/** Moves what is there aside once it is too big. Writers append, so that they go on at the new end. */
export function boundLog(path: string): void {
  if (logSize(path) <= maxBytes) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

export const logSize = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** The last lines written since the log had the given size. */
export function logTail(path: string, sinceByte: number): string {
  const size = logSize(path);
  const from = Math.max(sinceByte, size - 4_000, 0);
  if (size <= from) return '(nothing logged)';
  const bytes = Buffer.alloc(size - from);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, from);
  } finally {
    closeSync(file);
  }
  return bytes.toString('utf8').trimEnd().split('\n').slice(-15).join('\n');
}
