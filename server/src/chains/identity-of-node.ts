// Identifies the chain of a node. Real money must never be used on a test chain, nor test money on a main chain.
import type { AskNode } from '@candor/chain';

export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
}

export interface NodeIdentity {
  /** The same value for all nodes of one chain. */
  identity: string;
  /** Name and version that the node reports. */
  node: string;
}

const ethereumMainChain = '0x1';

export async function ethereumIdentity(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [chainId, first, node] = await Promise.all([
    ask('eth_chainId'),
    ask('eth_getBlockByNumber', '0x0', false),
    ask('web3_clientVersion'),
  ]);
  if ((chainId === ethereumMainChain) === isTest)
    throw new OtherChainError(`a node of the chain ${String(chainId)} is no node to follow here`);
  const genesis = (first as { hash?: unknown } | null)?.hash;
  if (typeof chainId !== 'string' || typeof genesis !== 'string') throw unsaid();
  return { identity: `${chainId}:${genesis}`, node: nameOf(node) };
}

const bitcoinMainChain = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** Identifies the chain by its first block. Throws while the node is still syncing, because following would start at its old newest block. */
export async function bitcoinIdentity(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [genesis, state, network] = await Promise.all([
    ask('getblockhash', 0),
    ask('getblockchaininfo'),
    ask('getnetworkinfo'),
  ]);
  if (typeof genesis !== 'string') throw unsaid();
  if ((genesis === bitcoinMainChain) === isTest)
    throw new OtherChainError(`a node whose first block is ${genesis.slice(0, 80)} is no node to follow here`);
  const isDownloading = (state as { initialblockdownload?: unknown } | null)?.initialblockdownload;
  if (!isTest && isDownloading !== false) throw new Error('the node has not downloaded its chain yet');
  return { identity: genesis, node: nameOf((network as { subversion?: unknown } | null)?.subversion) };
}

const nameOf = (node: unknown): string => (typeof node === 'string' ? node.slice(0, 80) : '');
const unsaid = (): Error => new Error('the node does not say which chain it is of');
