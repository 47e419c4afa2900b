// TRON: the main chain by its settings, and the demo's own chain.
import { addressesOfKey, askHttpNode, devWalletKey, firstTronBlockOf, tronSource, type AskNode } from '@candor/chain';
import { nodeNameOf, requireChainFor, type NodeIdentity } from './identity-of-node.ts';
import type { DemoSetup, MainSetup, NodeReader, NodeSettings } from './network-setup.ts';

export interface TronSettings extends NodeSettings {
  /** Extended public key of account m/44'/195'/0'. */
  xpub: string;
  /** Address of the contract of USDT, in base 58. */
  usdt: string;
}

export const tronSetup = ({ xpub, usdt, ...node }: TronSettings): MainSetup => ({
  node,
  reader: readerOf(usdt, versionOf),
  addresses: () => addressesOfKey('tron', xpub),
  contracts: [usdt.toLowerCase()],
});

/** No java-tron runs in the demo: its chain carries out transfers on a ledger of its own. */
const simulated = 'TRON-signed transactions on a local ledger (simulated TRON)';

export const tronDemo = (directory: string): DemoSetup => ({
  // Enough blocks to see them counted, and soon over, because blocks of this chain are made for the deposit.
  requires: { confirmations: 6, isFinal: true },
  typicalSeconds: 10,
  startHeight: 0,
  addresses: () => addressesOfKey('tron', devWalletKey(directory, 'tron')),
  readerOf: ({ usdt }) => readerOf(usdt, async () => simulated),
});

const readerOf = (usdt: string, nameOf: (ask: AskNode) => Promise<string>): NodeReader => ({
  connect: askHttpNode,
  identityOf: (ask, isTest) => identityOf(ask, { isTest, nameOf }),
  sourceOf: (ask) => tronSource({ ask, usdt }),
});

const firstMainBlock = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

async function identityOf(
  ask: AskNode,
  { isTest, nameOf }: { isTest: boolean; nameOf: (ask: AskNode) => Promise<string> },
): Promise<NodeIdentity> {
  const genesis = await firstTronBlockOf(ask);
  requireChainFor(isTest, { isMain: genesis === firstMainBlock, chain: genesis });
  return { identity: genesis, node: await nameOf(ask) };
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
