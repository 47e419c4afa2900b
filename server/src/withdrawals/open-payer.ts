// The networks on which withdrawals are paid, a row each.
import { networkNames, type NetworkName } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PayerOpener } from './network-payer.ts';
import { openBitcoinPayer } from './open-bitcoin.ts';
import { openEthereumPayer } from './open-ethereum.ts';

interface OpenerParts {
  signingKey: string;
  pool: Pool;
}

const openers: Partial<Record<NetworkName, (chains: ChainSettings, parts: OpenerParts) => PayerOpener>> = {
  bitcoin: openBitcoinPayer,
  ethereum: (chains, { signingKey }) => openEthereumPayer(chains, signingKey),
};

/** Returns undefined for a network on which nothing is paid. */
export const openPayer = (name: NetworkName, chains: ChainSettings, parts: OpenerParts): PayerOpener | undefined =>
  openers[name]?.(chains, parts);

export const payingNetworks: readonly NetworkName[] = networkNames.filter((name) => openers[name]);
