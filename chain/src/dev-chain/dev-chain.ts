// What a development chain is, whatever its network. One process runs each.
import { join } from 'node:path';
import type { AssetCode } from '@candor/wire';
import type { NetworkName } from '../networks/networks.ts';

/** Test coins for an address. `units` are base units of the asset on this network. */
export interface TestCoins {
  asset: AssetCode;
  to: string;
  units: bigint;
}

/** A node that runs in this process, or as a child of it. */
export interface OpenedDevChain {
  url: string;
  /** Contract of USDT in the form that the reader of the network expects; '' on a network without tokens. */
  usdt: string;
  /** Returns once the block survives a kill of this process. */
  addBlock(): Promise<void>;
  /** Signs and sends a transaction, and returns its id once it is in a block that survives a kill of this process. */
  send(coins: TestCoins): Promise<string>;
  /** Resolves when the node has ended by itself. */
  ended: Promise<void>;
  stop(): void;
}

/** Opens the chain that `directory` keeps, which is the directory of all development chains, or makes it. Rejects where it can't run. */
export type OpenDevChain = (directory: string) => Promise<OpenedDevChain>;

/**
 * Blocks that a chain begins with, before its node can be asked: nobody was paid in them. Segwit is active from block 432 on; the first ledgers of
 * the XRP Ledger make the account that customers share.
 */
export const devFirstBlocks = { bitcoin: 440, xrpl: 3 } as const;

/** Ethereum's files are in the directory itself: it was the only development chain once, and demos of that time go on. */
export const directoryOf = (directory: string, network: NetworkName): string =>
  network === 'ethereum' ? directory : join(directory, network);
