// The networks on which withdrawals are paid, a row each.
import { networkNames, type NetworkName } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { PayerOpener } from './network-payer.ts';
import { openEthereumPayer } from './open-ethereum.ts';

const openers: Partial<Record<NetworkName, (chains: ChainSettings, signingKey: string) => PayerOpener>> = {
  ethereum: openEthereumPayer,
};

/** Returns undefined for a network on which nothing is paid. */
export const openPayer = (name: NetworkName, chains: ChainSettings, signingKey: string): PayerOpener | undefined =>
  openers[name]?.(chains, signingKey);

export const payingNetworks: readonly NetworkName[] = networkNames.filter((name) => openers[name]);
