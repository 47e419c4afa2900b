// Reaches the nodes of a network: those that the settings name, or that of the demo's own chain, which starts when it is first needed.
import { readDevNode, type DevChain, type NetworkName } from '@candor/chain';
import { demoSetupOf, mainSetupOf, type ChainSettings } from './chain-settings.ts';
import type { NodeReader, NodeSettings } from './network-setup.ts';

/** A node as it is reached now. */
export interface ReachedNode extends NodeSettings {
  reader: NodeReader;
  /** Only on a chain of the demo: makes the next block. */
  addBlock?: () => Promise<void>;
}

/** Returns how the node of a network is reached; undefined if the network is not set up. */
export function reachesNode(
  chains: ChainSettings,
  { name, devChain }: { name: NetworkName; devChain: DevChain | undefined },
): (() => Promise<ReachedNode>) | undefined {
  const demo = demoSetupOf(chains, name);
  if (demo && devChain) {
    return async () => {
      const { usdt, ...node } = await devChain.open();
      return { ...node, reader: demo.readerOf({ usdt }) };
    };
  }
  const main = mainSetupOf(chains, name);
  return main && (async () => ({ ...main.node, reader: main.reader }));
}

/** Returns the node that an audit asks: the second one, because an intruder who wrote the books may control the first. */
export function auditedNode(chains: ChainSettings, name: NetworkName): { url: string; reader: NodeReader } | undefined {
  const demo = demoSetupOf(chains, name);
  if (demo) {
    const node = readDevNode(chains.devDirectory!);
    return node && { url: node.url, reader: demo.readerOf(node) };
  }
  const main = mainSetupOf(chains, name);
  return main && { url: main.node.secondUrl ?? main.node.url, reader: main.reader };
}
