// File with the URL of the development chain's node, for other processes on this machine. Each start overwrites it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DevNodeAddress {
  url: string;
  /** Address of the token contract, in lowercase. */
  usdt: string;
}

const fileOf = (directory: string): string => join(directory, 'node.json');

export function writeDevNode(directory: string, { url, usdt }: DevNodeAddress): void {
  const next = `${fileOf(directory)}.next`;
  writeFileSync(next, JSON.stringify({ url, usdt }));
  renameSync(next, fileOf(directory));
}

/** Returns undefined if no node was ever started. The node may have stopped since. */
export function readDevNode(directory: string): DevNodeAddress | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(directory), 'utf8')) as DevNodeAddress;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
