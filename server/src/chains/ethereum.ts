// Ethereum: the main chain by its settings, and the demo's own chain.
import {
  addressesOfKey,
  askNode,
  devWalletKey,
  evmSource,
  type AskNode,
  type BalanceSource,
  type ChainSource,
} from '@candor/chain';
import { chainUnknown, nodeNameOf, requireChainFor, type NodeIdentity } from './identity-of-node.ts';
import type { DemoSetup, MainSetup, NodeReader, NodeSettings } from './network-setup.ts';

export interface EthereumSettings extends NodeSettings {
  /** Extended public key of the account that customers' addresses derive from. */
  xpub: string;
  /** The contract of USDT, in lower case. */
  usdt: string;
}

export const ethereumSetup = ({ xpub, usdt, ...node }: EthereumSettings): MainSetup => ({
  node,
  reader: ethereumReader(usdt),
  addresses: () => addressesOfKey('ethereum', xpub),
  contracts: [usdt],
});

export const ethereumDemo = (directory: string): DemoSetup => ({
  // Enough blocks to see them counted, and soon over, because blocks of this chain are made for the deposit.
  requires: { confirmations: 6, isFinal: true },
  typicalSeconds: 10,
  startHeight: 0,
  addresses: () => addressesOfKey('ethereum', devWalletKey(directory, 'ethereum')),
  readerOf: ({ usdt }) => ethereumReader(usdt),
});

export const ethereumReader = (usdt: string): NodeReader & { sourceOf(ask: AskNode): ChainSource & BalanceSource } => ({
  connect: askNode,
  identityOf,
  sourceOf: (ask) => evmSource({ ask, tokens: new Map([[usdt, 'USDT']]) }),
});

const mainChain = '0x1';

async function identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [chainId, first, node] = await Promise.all([
    ask('eth_chainId'),
    ask('eth_getBlockByNumber', '0x0', false),
    ask('web3_clientVersion'),
  ]);
  requireChainFor(isTest, { isMain: chainId === mainChain, chain: String(chainId) });
  const genesis = (first as { hash?: unknown } | null)?.hash;
  if (typeof chainId !== 'string' || typeof genesis !== 'string') throw chainUnknown();
  return { identity: `${chainId}:${genesis}`, node: nodeNameOf(node) };
}
