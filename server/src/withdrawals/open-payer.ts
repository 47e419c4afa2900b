// The networks on which withdrawals are paid, a row each.
import type { NetworkName } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { PayerOpener } from './network-payer.ts';
import { openEthereumPayer } from './open-ethereum.ts';

const openers: Partial<Record<NetworkName, (chains: ChainSettings, signingKey: string) => PayerOpener>> = {
  ethereum: openEthereumPayer,
};

/** `name` is a network of which `setUpNetworks` says that withdrawals are paid there. */
export function openPayer(name: NetworkName, chains: ChainSettings, signingKey: string): PayerOpener {
  const open = openers[name];
  if (!open) throw new Error(`nothing here pays on ${name}`);
  return open(chains, signingKey);
}
