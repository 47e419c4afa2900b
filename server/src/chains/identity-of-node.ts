// Identifies the chain of a node. Real money must never be used on a test chain, nor test money on a main chain.

export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
}

export interface NodeIdentity {
  /** The same value for all nodes of one chain. */
  identity: string;
  /** Name and version that the node reports. */
  node: string;
}

export const nodeNameOf = (node: unknown): string => (typeof node === 'string' ? node.slice(0, 80) : '');

/** Throws unless exactly one of both holds: the node is of a test chain, or money here is real. */
export function requireChainFor(isTest: boolean, { isMain, chain }: { isMain: boolean; chain: string }): void {
  if (isMain === isTest) throw new OtherChainError(`a node of the chain ${chain.slice(0, 80)} can't be followed here`);
}

export const chainUnknown = (): Error => new Error('the node does not say which chain it is of');
