// How one network is set up: each network has a file of its own in this folder, which exports its set-up of the main chain, and that of the demo's
// chain if there is one.
import type { AddressSource, AskNode, BalanceSource, ChainSource, RequiredDepth } from '@candor/chain';
import type { NodeIdentity } from './identity-of-node.ts';

export interface NodeSettings {
  url: string;
  /** A node of another operator. Deposits above a sum are credited once it confirms them. */
  secondUrl?: string | undefined;
}

/** A source also returns balances on networks where a contract can pay an address without a transaction that names the address. */
export type NodeSource = ChainSource & Partial<BalanceSource>;

/** Reads the nodes of a network: the identity of their chain, and the payments in their blocks. */
export interface NodeReader {
  /** Returns how a node at this URL is asked. */
  connect(url: string): AskNode;
  /** Throws OtherChainError for a node of a test chain where coins have value, and for a node of a main chain in a demo. */
  identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity>;
  sourceOf(ask: AskNode): NodeSource;
}

/** A main chain, from its settings. */
export interface MainSetup {
  node: NodeSettings;
  reader: NodeReader;
  /** Throws if the configured key is no public key of an account. */
  addresses(): AddressSource;
  /** The one address of all customers, on networks that tell them by tags. */
  sharedAddress?: string;
  /** Contracts of tokens, in lower case: nothing is ever sent to them. */
  contracts: readonly string[];
}

/** The demo's own chain of a network, from the directory that keeps it. */
export interface DemoSetup {
  requires: RequiredDepth;
  typicalSeconds: number;
  /** Height of the first block that can pay a customer. */
  startHeight: number;
  addresses(): AddressSource;
  /** Returns the one address of all customers, on networks that tell them by tags. */
  sharedAddress?(): string;
  /** `usdt` is the contract of the chain's own token; '' if the network has none. */
  readerOf(node: { usdt: string }): NodeReader;
}

export const hasBalances = (source: NodeSource): source is ChainSource & BalanceSource =>
  source.balanceAt !== undefined && source.placeOf !== undefined;
