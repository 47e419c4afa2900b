// TRON: the main chain by its settings.
import { addressesOfKey, askHttpNode, firstTronBlockOf, tronSource, type AskNode } from '@candor/chain';
import { nodeNameOf, requireChainFor, type NodeIdentity } from './identity-of-node.ts';
import type { MainSetup, NodeSettings } from './network-setup.ts';

export interface TronSettings extends NodeSettings {
  /** Extended public key of account m/44'/195'/0'. */
  xpub: string;
  /** Address of the contract of USDT, in base 58. */
  usdt: string;
}

export const tronSetup = ({ xpub, usdt, ...node }: TronSettings): MainSetup => ({
  node,
  reader: { connect: askHttpNode, identityOf, sourceOf: (ask) => tronSource({ ask, usdt }) },
  addresses: () => addressesOfKey('tron', xpub),
  contracts: [usdt.toLowerCase()],
});

const firstMainBlock = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

async function identityOf(ask: AskNode, isTest: boolean): Promise<NodeIdentity> {
  const genesis = await firstTronBlockOf(ask);
  requireChainFor(isTest, { isMain: genesis === firstMainBlock, chain: genesis });
  return { identity: genesis, node: await versionOf(ask) };
}

/** Returns '' for a node that does not describe itself, as those of some providers don't. */
async function versionOf(ask: AskNode): Promise<string> {
  try {
    const { configNodeInfo } = (await ask('wallet/getnodeinfo')) as { configNodeInfo?: { codeVersion?: unknown } };
    const version = nodeNameOf(configNodeInfo?.codeVersion);
    return version === '' ? '' : `java-tron ${version}`;
  } catch {
    return '';
  }
}
