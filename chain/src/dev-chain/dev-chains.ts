// The networks that have a development chain.
import type { NetworkName } from '../networks/networks.ts';
import type { OpenDevChain } from './dev-chain.ts';

/** Imported only by the process of the network, because the server doesn't need what they import. */
export const devChains: Partial<Record<NetworkName, () => Promise<OpenDevChain>>> = {
  bitcoin: async () => (await import('./bitcoin/open-dev-bitcoin.ts')).openDevBitcoin,
  ethereum: async () => (await import('./open-dev-ethereum.ts')).openDevEthereum,
  tron: async () => (await import('./tron/open-dev-tron.ts')).openDevTronChain,
  xrpl: async () => (await import('./open-dev-xrpl.ts')).openDevXrplChain,
};
