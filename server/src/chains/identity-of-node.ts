// Which chain a node is of.
import type { AskNode } from '@candor/chain';

const mainChainId = '0x1';

export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
}

/** Real money never meets a chain of tests, nor test money the main one. */
export async function identityOf(ask: AskNode, isTest: boolean): Promise<{ identity: string; node: string }> {
  const [chainId, first, node] = await Promise.all([
    ask('eth_chainId'),
    ask('eth_getBlockByNumber', '0x0', false),
    ask('web3_clientVersion'),
  ]);
  if ((chainId === mainChainId) === isTest)
    throw new OtherChainError(`a node of the chain ${String(chainId)} is no node to follow here`);
  const genesis = (first as { hash?: unknown } | null)?.hash;
  if (typeof chainId !== 'string' || typeof genesis !== 'string')
    throw new Error('the node does not say which chain it is of');
  return { identity: `${chainId}:${genesis}`, node: typeof node === 'string' ? node.slice(0, 80) : '' };
}
