// How the nodes of a network are read: which chain they are of, and what its blocks pay.
import { bitcoinSource, evmSource, type AskNode, type BalanceSource, type ChainSource } from '@candor/chain';
import { bitcoinIdentity, ethereumIdentity, type NodeIdentity } from './identity-of-node.ts';

/** Where a contract can pay out of sight of the blocks' transactions, a source says what addresses have, too. */
export type NodeSource = ChainSource & Partial<BalanceSource>;

export interface NodeReader {
  /** Throws OtherChainError for a node of tests where coins have a value, and the other way round. */
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
