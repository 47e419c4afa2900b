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

/** The oldest hash that each node can prove to know: the state of a ledger keeps the hash of every 256th ledger before it, beginning here. */
const keptHash = {
  index: '692ECE2D61FD5074F298DC168177CA6E17B7282B9630E606AE519D7FE32B5940',
  mainChain: '46ca85d119a4fdf7644339663a813131c791bd21472bb85c526e9e4072f87aba',
} as const;

/** Identifies the chain by the hash of ledger 256, as no node keeps the first ledgers themselves. Throws while the node is not synced. */
export async function xrplIdentity(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [said, kept] = await Promise.all([
    ask('server_info', {}),
    ask('ledger_entry', { index: keptHash.index, ledger_index: 'validated' }),
  ]);
  const info = (said as { info?: XrplInfo } | null)?.info;
  const first = (kept as { node?: { Hashes?: readonly unknown[] } } | null)?.node?.Hashes?.[0];
  if (!info || typeof first !== 'string') throw unsaid();
  const identity = first.toLowerCase();
  // A node that has no number of its network in its configuration does not answer with one.
  const isMain = identity === keptHash.mainChain && (info.network_id ?? 0) === 0;
  if (isMain === isTest)
    throw new OtherChainError(`a node whose ledger 256 is ${identity.slice(0, 80)} is no node to follow here`);
  if (info.amendment_blocked === true) throw new Error('the node is too old for the rules of its network');
  // Clio does not report a state.
  const isSynced = info.server_state === undefined || syncedStates.has(info.server_state);
  if (!isSynced || info.complete_ledgers === 'empty') throw new Error('the node is not synced with its network');
  return {
    identity,
    node: nameOf(`${info.clio_version === undefined ? 'rippled' : 'clio'} ${info.clio_version ?? info.build_version}`),
  };
}

interface XrplInfo {
  network_id?: unknown;
  server_state?: unknown;
  amendment_blocked?: unknown;
  complete_ledgers?: unknown;
  build_version?: string;
  clio_version?: string;
}

const syncedStates: ReadonlySet<unknown> = new Set(['full', 'validating', 'proposing']);

const nameOf = (node: unknown): string => (typeof node === 'string' ? node.slice(0, 80) : '');
const unsaid = (): Error => new Error('the node does not say which chain it is of');
