// What a second node says of a deposit that the first one found: whoever owns the first, or stands on the way to it, can make up blocks,
// but not in a node of somebody else.
import { networks, type NetworkName } from '../networks/networks.ts';
import { depositKey, type Deposit } from './deposit.ts';
import { isSamePayment } from './deposit-rule.ts';
import type { ChainSource } from './chain-source.ts';

export const nodeVerdicts = [
  /** The second node has the same block with the same payment, and calls it final if the network has final blocks. */
  'agrees',
  /** It has no such block yet, or doesn't call it final. */
  'behind',
  /** No answer in time, or none that can be read. */
  'unusable',
  /** Another block at that height is final, or the payment is not in it as the first node says. */
  'contradicts',
] as const;
export type NodeVerdict = (typeof nodeVerdicts)[number];

/** Returns the second node's verdict on each deposit, by deposit key. The node is called once for each block. */
export async function askSecondNode(
  source: ChainSource,
  network: NetworkName,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, NodeVerdict>> {
  const verdicts = new Map<string, NodeVerdict>();
  const byBlock = Map.groupBy(deposits, ({ block }) => block?.hash);
  for (const inBlock of byBlock.values()) {
    const verdictOf = await readBlock(source, network, inBlock[0]!);
    for (const deposit of inBlock) verdicts.set(depositKey(network, deposit), verdictOf(deposit));
  }
  return verdicts;
}

type VerdictOf = (deposit: Deposit) => NodeVerdict;

async function readBlock(source: ChainSource, network: NetworkName, { block }: Deposit): Promise<VerdictOf> {
  if (!block) return () => 'behind';
  try {
    // On networks without final blocks the first node has checked the depth, and the second node only needs to have the block.
    const reached = networks[network].requires.isFinal ? await source.final() : await source.tip();
    if (!reached || reached.height < block.height) return () => 'behind';
    const found = await source.block(block.height);
    if (!found) return () => 'behind';
    if (found.height !== block.height) return () => 'unusable';
    if (found.hash !== block.hash) return () => 'contradicts';
    const credits = new Map(found.credits.map((credit) => [depositKey(network, credit), credit]));
    return (deposit) => {
      const credit = credits.get(depositKey(network, deposit));
      return isSamePayment(deposit, credit) ? 'agrees' : 'contradicts';
    };
  } catch {
    return () => 'unusable';
  }
}
