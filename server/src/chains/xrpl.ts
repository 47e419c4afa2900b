// The XRP Ledger: the main network by its settings, and the demo's own ledger. All customers share one account and differ by their destination tags.
import {
  addressesOfXrpAccount,
  askRippled,
  devFirstBlocks,
  devXrplAccount,
  devXrplNetworkId,
  networks,
  xrplSource,
  type AskNode,
} from '@candor/chain';
import { chainUnknown, nodeNameOf, requireChainFor, type NodeIdentity } from './identity-of-node.ts';
import type { DemoSetup, MainSetup, NodeReader, NodeSettings } from './network-setup.ts';
import { warnOfAccount } from './xrpl-account.ts';

export interface XrplSettings extends NodeSettings {
  /** Classic address of the account that all customers share. */
  account: string;
}

/** Numbers of the networks that are followed and paid on. */
export const xrplNetworkIds = { main: 0, demo: devXrplNetworkId } as const;

export const xrplSetup = ({ account, ...node }: XrplSettings): MainSetup => ({
  node,
  reader: readerOf(account, async (ask, isTest) => {
    const identity = await identityOf(ask, isTest);
    await warnOfAccount(ask, account);
    return identity;
  }),
  addresses: () => addressesOfXrpAccount(account),
  sharedAddress: account,
  contracts: [],
});

export const xrplDemo = (directory: string): DemoSetup => ({
  requires: networks.xrpl.requires,
  typicalSeconds: 5,
  startHeight: devFirstBlocks.xrpl,
  addresses: () => addressesOfXrpAccount(devXrplAccount(directory)),
  sharedAddress: () => devXrplAccount(directory),
  readerOf: () => readerOf(devXrplAccount(directory), demoIdentityOf),
});

const readerOf = (account: string, identify: NodeReader['identityOf']): NodeReader => ({
  connect: askRippled,
  identityOf: identify,
  sourceOf: (ask) => xrplSource({ ask, account }),
});

/** The state of each ledger keeps the hashes of ledgers 256, 512 and so on. This object of the state has the first of them. */
const keptHashes = '692ECE2D61FD5074F298DC168177CA6E17B7282B9630E606AE519D7FE32B5940';
const mainLedger256 = '46ca85d119a4fdf7644339663a813131c791bd21472bb85c526e9e4072f87aba';

interface ServerInfo {
  network_id?: unknown;
  server_state?: unknown;
  amendment_blocked?: unknown;
  complete_ledgers?: unknown;
  build_version?: unknown;
  clio_version?: unknown;
}

/** Identifies the chain by the hash of ledger 256, because no node keeps the first ledgers themselves. Throws while the node is not synced. */
async function identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [said, kept] = await Promise.all([
    ask('server_info', {}),
    ask('ledger_entry', { index: keptHashes, ledger_index: 'validated' }),
  ]);
  const info = (said as { info?: ServerInfo } | null)?.info;
  const hashes = (kept as { node?: { Hashes?: unknown } } | null)?.node?.Hashes;
  const first: unknown = Array.isArray(hashes) ? hashes[0] : undefined;
  if (!info || typeof first !== 'string') throw chainUnknown();
  const identity = first.toLowerCase();
  // Nodes of the main network may leave out the number of their network.
  const isMain = identity === mainLedger256 && (info.network_id ?? xrplNetworkIds.main) === xrplNetworkIds.main;
  requireChainFor(isTest, { isMain, chain: `${String(info.network_id)} ${identity}` });
  requireSynced(info);
  const [program, version] =
    info.clio_version === undefined ? ['rippled', info.build_version] : ['clio', info.clio_version];
  return { identity, node: nodeNameOf(`${program} ${typeof version === 'string' ? version : ''}`.trim()) };
}

/** The demo's ledger is too short for ledger 256, and keeps all of its ledgers: its second one, with the time of its making, identifies it. */
async function demoIdentityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [said, first] = await Promise.all([ask('server_info', {}), ask('ledger', { ledger_index: 2 })]);
  const info = (said as { info?: ServerInfo } | null)?.info;
  const hash = (first as { ledger_hash?: unknown } | null)?.ledger_hash;
  if (!info || typeof hash !== 'string') throw chainUnknown();
  const identity = `${String(info.network_id)} ${hash.toLowerCase()}`;
  requireChainFor(isTest, { isMain: info.network_id !== xrplNetworkIds.demo, chain: identity });
  return { identity, node: nodeNameOf(info.build_version) };
}

const syncedStates: ReadonlySet<unknown> = new Set(['full', 'validating', 'proposing']);

function requireSynced({
  amendment_blocked: isBlocked,
  server_state: state,
  complete_ledgers: ledgers,
}: ServerInfo): void {
  if (isBlocked === true) throw new Error('the node is too old for the rules of its network');
  // Clio reports no state.
  const isSynced = state === undefined || syncedStates.has(state);
  if (!isSynced || ledgers === 'empty') throw new Error('the node is not synced with its network');
}
