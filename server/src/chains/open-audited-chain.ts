// Opens a node for the audit. The second node (run by someone else) is preferred, because an intruder who wrote the books may control the first.
import {
  askNode,
  evmSender,
  finalTransactions,
  networks,
  readDevNode,
  type ChainSource,
  type EvmSender,
  type FinalTransactions,
  type NetworkName,
} from '@candor/chain';
import type { ChainSettings } from './chain-settings.ts';
import { bitcoinReader, ethereumReader } from './node-reader.ts';

export interface AuditedChain {
  source: ChainSource;
  sender: EvmSender;
  transactions: FinalTransactions;
}

/** Throws if no node is configured, or if the node does not answer or is of another chain; the audit then reports the rule as not checked. */
export async function openAuditedChain(chains: ChainSettings): Promise<AuditedChain> {
  const { url, usdt } = nodeOf(chains) ?? notSetUp('Ethereum');
  const ask = askNode(url);
  const reader = ethereumReader(usdt);
  await reader.identityOf(ask, chains.devDirectory !== undefined);
  const source = reader.sourceOf(ask);
  return { source, sender: evmSender(ask, usdt), transactions: finalTransactions(ask, source) };
}

/** Does the same as openAuditedChain, for deposits of any network. */
export async function openAuditedSource(chains: ChainSettings, network: NetworkName): Promise<ChainSource> {
  if (network === 'ethereum') return (await openAuditedChain(chains)).source;
  if (network !== 'bitcoin' || !chains.bitcoin) return notSetUp(networks[network].title);
  const ask = askNode(chains.bitcoin.secondUrl ?? chains.bitcoin.url);
  await bitcoinReader.identityOf(ask, false);
  return bitcoinReader.sourceOf(ask);
}

function nodeOf({ ethereum, devDirectory }: ChainSettings): { url: string; usdt: string } | undefined {
  if (devDirectory !== undefined) return readDevNode(devDirectory);
  return ethereum && { url: ethereum.secondUrl ?? ethereum.url, usdt: ethereum.usdt };
}

function notSetUp(title: string): never {
  throw new Error(`no node of ${title} is set up`);
}
