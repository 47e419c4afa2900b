// Files with the URLs of the nodes of development chains, for other processes on this machine. Each start overwrites its own.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkName } from '../networks/networks.ts';
import { directoryOf } from './dev-chain.ts';

export interface DevNodeAddress {
  url: string;
  /** Contract of USDT in the form that the reader of the network expects; '' on a network without tokens. */
  usdt: string;
}

const fileOf = (directory: string, network: NetworkName): string => join(directoryOf(directory, network), 'node.json');

export function writeDevNode(directory: string, network: NetworkName, node: DevNodeAddress): void {
  const file = fileOf(directory, network);
  mkdirSync(directoryOf(directory, network), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.next`, JSON.stringify(node));
  renameSync(`${file}.next`, file);
}

/** Returns undefined if no node was ever started. The node may have stopped since. */
export function readDevNode(directory: string, network: NetworkName): DevNodeAddress | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(directory, network), 'utf8')) as DevNodeAddress;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
