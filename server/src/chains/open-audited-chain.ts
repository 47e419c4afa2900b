// Opens a node for the audit.
import {
  bitcoinBlocks,
  evmSender,
  finalTransactions,
  networks,
  readDevNode,
  tronSender,
  type AskNode,
  type BitcoinBlocks,
  type ChainSource,
  type EvmSender,
  type FinalTransactions,
  type NetworkName,
  type TronSender,
} from '@candor/chain';
import type { ChainSettings } from './chain-settings.ts';
import { auditedNode } from './reach-node.ts';

export interface AuditedChain {
  sender: EvmSender;
  transactions: FinalTransactions;
}

/** Throws if no node is configured, or if the node does not answer or is of another chain; the audit then reports the rule as not checked. */
export async function openAuditedChain(chains: ChainSettings): Promise<AuditedChain> {
  const { ask, source } = await openAuditedNode(chains, 'ethereum');
  const { usdt } = chains.devDirectory === undefined ? chains.ethereum! : readDevNode(chains.devDirectory, 'ethereum')!;
  return { sender: evmSender(ask, usdt), transactions: finalTransactions(ask, source) };
}

export interface AuditedTron {
  sender: TronSender;
  source: ChainSource;
  /** The contract of USDT in base 58. */
  usdt: string;
}

/** Does the same as openAuditedChain, for TRON. */
export async function openAuditedTron(chains: ChainSettings): Promise<AuditedTron> {
  const { ask, source } = await openAuditedNode(chains, 'tron');
  const { usdt } = chains.devDirectory === undefined ? chains.tron! : readDevNode(chains.devDirectory, 'tron')!;
  return { sender: tronSender(ask, { usdt }), source, usdt };
}

/** Does the same as openAuditedChain, for whole blocks of Bitcoin. */
export const openAuditedBlocks = async (chains: ChainSettings): Promise<BitcoinBlocks> =>
  bitcoinBlocks((await openAuditedNode(chains, 'bitcoin')).ask);

/** Does the same as openAuditedChain, for deposits of any network. */
export const openAuditedSource = async (chains: ChainSettings, network: NetworkName): Promise<ChainSource> =>
  (await openAuditedNode(chains, network)).source;

/** Does the same, for whatever is asked of the node. */
export async function openAuditedNode(
  chains: ChainSettings,
  name: NetworkName,
): Promise<{ ask: AskNode; source: ChainSource }> {
  const node = auditedNode(chains, name);
  if (!node) throw new Error(`no node of ${networks[name].title} is set up`);
  const ask = node.reader.connect(node.url);
  await node.reader.identityOf(ask, chains.devDirectory !== undefined);
  return { ask, source: node.reader.sourceOf(ask) };
}
