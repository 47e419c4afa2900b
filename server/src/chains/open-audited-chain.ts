// A node for the audit: a second one, run by somebody else, where it is set up, as whoever wrote the books may have owned the first.
import {
  askNode,
  evmSender,
  evmSource,
  finalTransactions,
  readDevNode,
  type ChainSource,
  type EvmSender,
  type FinalTransactions,
} from '@candor/chain';
import type { ChainSettings } from './chain-settings.ts';
import { identityOf } from './identity-of-node.ts';

export interface AuditedChain {
  source: ChainSource;
  sender: EvmSender;
  transactions: FinalTransactions;
}

/** Throws where no node is set up, or none of the right chain answers: a rule that asks it is not checked then. */
export async function openAuditedChain(chains: ChainSettings): Promise<AuditedChain> {
  const { url, usdt } = nodeOf(chains) ?? notSetUp();
  const ask = askNode(url);
  await identityOf(ask, chains.devDirectory !== undefined);
  const source = evmSource({ network: 'ethereum', ask, tokens: new Map([[usdt, 'USDT']]) });
  return { source, sender: evmSender(ask, usdt), transactions: finalTransactions(ask, source) };
}

function nodeOf({ ethereum, devDirectory }: ChainSettings): { url: string; usdt: string } | undefined {
  if (devDirectory !== undefined) return readDevNode(devDirectory);
  return ethereum && { url: ethereum.secondUrl ?? ethereum.url, usdt: ethereum.usdt };
}

function notSetUp(): never {
  throw new Error('no node of Ethereum is set up');
}
