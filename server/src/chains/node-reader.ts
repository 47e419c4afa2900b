// Reads the nodes of each network: the identity of their chain, and the payments in their blocks.
import { bitcoinSource, evmSource, type AskNode, type BalanceSource, type ChainSource } from '@candor/chain';
import { bitcoinIdentity, ethereumIdentity, type NodeIdentity } from './identity-of-node.ts';

/** A source also returns balances on networks where a contract can pay an address without a transaction that names the address. */
export type NodeSource = ChainSource & Partial<BalanceSource>;

export interface NodeReader {
  /** Throws OtherChainError for a node of a test chain where coins have value, and for a node of a main chain in a demo. */
  identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity>;
  sourceOf(ask: AskNode): NodeSource;
}

export const ethereumReader = (usdt: string): NodeReader & { sourceOf(ask: AskNode): ChainSource & BalanceSource } => ({
  identityOf: ethereumIdentity,
  sourceOf: (ask) => evmSource({ network: 'ethereum', ask, tokens: new Map([[usdt, 'USDT']]) }),
});

export const bitcoinReader: NodeReader = {
  identityOf: bitcoinIdentity,
  sourceOf: (ask) => bitcoinSource({ ask, prefix: 'bc' }),
};

export const hasBalances = (source: NodeSource): source is ChainSource & BalanceSource =>
  source.balanceAt !== undefined && source.placeOf !== undefined;
