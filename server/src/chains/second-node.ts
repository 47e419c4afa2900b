// A second node of a network, run by somebody else on another host: it confirms or denies what the first node says.
import type { AskNode, NetworkName } from '@candor/chain';
import { demoSetupOf, mainSetupOf, type ChainSettings } from './chain-settings.ts';
import { OtherChainError } from './identity-of-node.ts';
import type { NodeReader } from './network-setup.ts';

/** Treats a second node of another chain as unreachable: it would deny everything that the first node says. */
export function sameChainOnly(ask: AskNode, { identity, reader }: { identity: string; reader: NodeReader }): AskNode {
  let isSame = false;
  return async (...asked) => {
    if (!isSame) isSame = (await reader.identityOf(ask, false)).identity === identity;
    if (!isSame) throw new OtherChainError('the second node is of another chain');
    return ask(...asked);
  };
}

/**
 * Returns how the second node of a network is reached; undefined if none is configured. What it returns rejects if the first node does not say
 * which chain it follows.
 */
export function reachesSecondNode(chains: ChainSettings, name: NetworkName): (() => Promise<AskNode>) | undefined {
  const main = demoSetupOf(chains, name) ? undefined : mainSetupOf(chains, name);
  if (main?.node.secondUrl === undefined) return undefined;
  const { reader, node } = main;
  const ask = reader.connect(main.node.secondUrl);
  return async () => {
    const { identity } = await reader.identityOf(reader.connect(node.url), false);
    return sameChainOnly(ask, { identity, reader });
  };
}
