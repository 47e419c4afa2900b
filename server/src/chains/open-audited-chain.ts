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
import { bitcoinReader, ethereumReader, xrplReader, type NodeReader } from './node-reader.ts';

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
  const { bitcoin, xrpl } = chains;
  if (network === 'bitcoin' && bitcoin) return openSource(bitcoin, bitcoinReader);
  if (network === 'xrpl' && xrpl) return openSource(xrpl, xrplReader(xrpl.account));
  return notSetUp(networks[network].title);
}

async function openSource(
  { url, secondUrl }: { url: string; secondUrl?: string | undefined },
  reader: NodeReader,
): Promise<ChainSource> {
  const ask = reader.askAt(secondUrl ?? url);
  await reader.identityOf(ask, false);
  return reader.sourceOf(ask);
}

function nodeOf({ ethereum, devDirectory }: ChainSettings): { url: string; usdt: string } | undefined {
  if (devDirectory !== undefined) return readDevNode(devDirectory);
  return ethereum && { url: ethereum.secondUrl ?? ethereum.url, usdt: ethereum.usdt };
}

function notSetUp(title: string): never {
  throw new Error(`no node of ${title} is set up`);
}
