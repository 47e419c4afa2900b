// Reads the nodes of each network: the identity of their chain, and the payments in their blocks.
import {
  askNode,
  askRippled,
  bitcoinSource,
  evmSource,
  xrplSource,
  type AskNode,
  type BalanceSource,
  type ChainSource,
} from '@candor/chain';
import { bitcoinIdentity, ethereumIdentity, xrplIdentity, type NodeIdentity } from './identity-of-node.ts';
import { warnOfAccount } from './xrpl-account.ts';

/** A source also returns balances on networks where a contract can pay an address without a transaction that names the address. */
export type NodeSource = ChainSource & Partial<BalanceSource>;

export interface NodeReader {
  /** Returns how a node at this URL is asked. */
  askAt(url: string): AskNode;
  /** Throws OtherChainError for a node of a test chain where coins have value, and for a node of a main chain in a demo. */
  identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity>;
  sourceOf(ask: AskNode): NodeSource;
}

export const ethereumReader = (usdt: string): NodeReader & { sourceOf(ask: AskNode): ChainSource & BalanceSource } => ({
  askAt: askNode,
  identityOf: ethereumIdentity,
  sourceOf: (ask) => evmSource({ network: 'ethereum', ask, tokens: new Map([[usdt, 'USDT']]) }),
});

export const bitcoinReader: NodeReader = {
  askAt: askNode,
  identityOf: bitcoinIdentity,
  sourceOf: (ask) => bitcoinSource({ ask, prefix: 'bc' }),
};

/** `account` is the one that all customers share. */
export const xrplReader = (account: string): NodeReader => ({
  askAt: askRippled,
  async identityOf(ask, isTest) {
    const identity = await xrplIdentity(ask, isTest);
    await warnOfAccount(ask, account);
    return identity;
  },
  sourceOf: (ask) => xrplSource({ ask, account }),
});

export const hasBalances = (source: NodeSource): source is ChainSource & BalanceSource =>
  source.balanceAt !== undefined && source.placeOf !== undefined;
