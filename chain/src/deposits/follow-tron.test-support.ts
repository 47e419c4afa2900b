// Follows a fake TRON node with a store that notices whatever is credited out of turn.
import { networks } from '../networks/networks.ts';
import type { Credit } from './deposit.ts';
import { followChain } from './follow-chain.ts';
import { PlayedStore } from './played-chain.test-support.ts';
import { accountHex, base58Of, usdt, type PlayedTron } from './played-tron.test-support.ts';
import { tronSource } from './tron-source.ts';

export const ann = accountHex(0xa);
export const ben = accountHex(0xb);

const network = networks.tron;

/** A store in which the address belongs to ann. */
export function follow(node: PlayedTron) {
  const store = new PlayedStore(network);
  const source = tronSource({ ask: node.ask, usdt });
  const named = {
    ...source,
    async block(height: number) {
      const block = await source.block(height);
      const ours = (credit: Credit) => (credit.address === base58Of(ann) ? { ...credit, address: 'of-ann' } : credit);
      return block && { ...block, credits: block.credits.map(ours) };
    },
  };
  return { store, source: named, round: () => followChain(network, { source: named, store, startHeight: 0 }) };
}
export const stateOf = (store: PlayedStore): string[] =>
  [...store.deposits.values()].map(({ units, asset, state }) => `${units} ${asset} ${state}`);
