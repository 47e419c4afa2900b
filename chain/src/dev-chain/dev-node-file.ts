// The file that tells other processes of this machine how to reach the node of the development chain. Each start writes it anew.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DevNodeAddress {
  url: string;
  /** The contract of the token, with small digits. */
  usdt: string;
}

const fileOf = (directory: string): string => join(directory, 'node.json');

export function writeDevNode(directory: string, { url, usdt }: DevNodeAddress): void {
  const next = `${fileOf(directory)}.next`;
  writeFileSync(next, JSON.stringify({ url, usdt }));
  renameSync(next, fileOf(directory));
}

/** Undefined where no node was ever started. It may have ended since. */
export function readDevNode(directory: string): DevNodeAddress | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(directory), 'utf8')) as DevNodeAddress;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
