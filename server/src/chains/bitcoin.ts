// Bitcoin: the main chain by its settings.
import { addressesOfKey, askNode, bitcoinSource, type AskNode } from '@candor/chain';
import { chainUnknown, nodeNameOf, requireChainFor, type NodeIdentity } from './identity-of-node.ts';
import type { MainSetup, NodeSettings } from './network-setup.ts';

export interface BitcoinSettings extends NodeSettings {
  /** Extended public key of account m/84'/0'/0'. */
  xpub: string;
}

export const bitcoinSetup = ({ xpub, ...node }: BitcoinSettings): MainSetup => ({
  node,
  reader: { connect: askNode, identityOf, sourceOf: (ask) => bitcoinSource({ ask, prefix: 'bc' }) },
  addresses: () => addressesOfKey('bitcoin', xpub),
  contracts: [],
});

const firstMainBlock = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

/** Identifies the chain by its first block. Throws while the node is still syncing, because following would start at its old newest block. */
async function identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const [genesis, state, network] = await Promise.all([
    ask('getblockhash', 0),
    ask('getblockchaininfo'),
    ask('getnetworkinfo'),
  ]);
  if (typeof genesis !== 'string') throw chainUnknown();
  requireChainFor(isTest, { isMain: genesis === firstMainBlock, chain: genesis });
  const isDownloading = (state as { initialblockdownload?: unknown } | null)?.initialblockdownload;
  if (!isTest && isDownloading !== false) throw new Error('the node has not downloaded its chain yet');
  return { identity: genesis, node: nodeNameOf((network as { subversion?: unknown } | null)?.subversion) };
}
