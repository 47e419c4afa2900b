// Reads reliable blocks of a followed chain a second time, and credits deposits that are deep enough.
import type { Network } from '../networks/networks.ts';
import type { ChainSource, DepositStore, Ruling, Wait } from './chain-source.ts';
import { depositKey } from './deposit.ts';
import type { Block, BlockRef, Deposit } from './deposit.ts';
import { readBlockAgain, reliedOn, settleDeposits } from './deposit-rule.ts';
import type { DepositChange, Known } from './deposit-rule.ts';
import { collectBlocks, nextPart, readAhead } from './read-ahead.ts';

export async function knownOf(network: Network, blocks: readonly Block[], store: DepositStore): Promise<Known> {
  const credits = blocks.flatMap((block) => block.credits);
  return store.know(
    credits.map((credit) => depositKey(network.name, credit)),
    credits,
  );
}

interface Settling {
  source: ChainSource;
  store: DepositStore;
  blocksMax: number;
}

/** Reads reliable blocks a second time, before any deposit in them is credited. */
export async function readAgain(
  network: Network,
  { source, store, blocksMax, final }: Settling & { final: BlockRef | undefined },
): Promise<{ isMore: boolean; waits?: Wait }> {
  const [newest] = await store.newestBlocks(1);
  if (!newest) return { isMore: false };
  const relied = reliedOn(network, { tip: newest.height, final: await finalOn(store, { final, newest }) });
  const first = (await store.readAgainTo()) + 1;
  const last = Math.min(relied, first + blocksMax - 1);
  const reader = readAhead(source, last);
  const isNext = async ({ height, hash }: Block): Promise<boolean> => hash === (await store.hashAt(height));
  for (let height = first; height <= last;) {
    const { blocks, stop } = await collectBlocks({ reader, first: height, last, isNext });
    await storeReadAgain(network, blocks, { store, newest });
    // A block that is missing after others is asked for again, because only its own answer counts.
    if (blocks.length === 0) return { isMore: true, waits: stop ?? 'node-behind' };
    height += blocks.length;
  }
  return { isMore: last < relied };
}

/** Blocks that change no deposit are written together, any other block alone. */
async function storeReadAgain(
  network: Network,
  blocks: readonly Block[],
  { store, newest }: { store: DepositStore; newest: BlockRef },
): Promise<void> {
  const standing = new Map<string, readonly Deposit[]>();
  for (const { hash } of blocks) standing.set(hash, await store.depositsIn(hash));
  for (let rest = blocks; rest.length > 0;) {
    const known = await knownOf(network, rest, store);
    const changesOf = (block: Block) =>
      readBlockAgain(network, block, { known, standing: standing.get(block.hash) ?? [] });
    const { part, changes } = nextPart(rest, changesOf);
    const sends = part.flatMap(({ height, sends: sent = [] }) => sent.map((send) => ({ ...send, height })));
    await store.commit({ from: newest, to: newest, changes, readAgain: part.at(-1)!.height, sends });
    rest = rest.slice(part.length);
  }
}

/** Returns the final height on the followed chain, ignoring a chain that has replaced it since. At most the newest stored block. */
async function finalOn(
  store: DepositStore,
  { final, newest }: { final: BlockRef | undefined; newest: BlockRef },
): Promise<number | undefined> {
  if (final !== undefined && final.height > newest.height) return newest.height;
  return final !== undefined && (await store.hashAt(final.height)) === final.hash ? final.height : undefined;
}

export async function settle(
  network: Network,
  settling: Settling,
): Promise<{ credited: number; isBehind: boolean; waits?: Wait }> {
  const { source, store } = settling;
  const final = await source.final();
  const { isMore, waits } = await readAgain(network, { ...settling, final });
  if (isMore) return { credited: 0, isBehind: true, ...(waits && { waits }) };
  const [newest] = await store.newestBlocks(1);
  if (!newest) return { credited: 0, isBehind: false };
  const isSameChain = final !== undefined && (await store.hashAt(final.height)) === final.hash;
  const readAgainTo = await store.readAgainTo();
  const heights = { tip: newest.height, final: isSameChain ? final.height : undefined, readAgain: readAgainTo };
  const pending = await store.pending();
  const wanted = settleDeposits(network, pending, { heights, mustHold: () => false });
  const credits = wanted.flatMap(({ books, deposit }) => (books === 'credit' ? [deposit] : []));
  const rulings = credits.length === 0 ? new Map<string, Ruling>() : await store.judge(credits);
  const rulingOf = (deposit: Deposit): Ruling => rulings.get(depositKey(network.name, deposit)) ?? 'credit';
  const mustHold = (deposit: Deposit): boolean => rulingOf(deposit) === 'hold';
  const settled = settleDeposits(network, pending, { heights, mustHold });
  const changes = withoutWaiting(settled, (deposit) => rulingOf(deposit) === 'wait');
  if (changes.length > 0) await store.commit({ from: newest, to: newest, changes });
  return { credited: changes.filter(({ books }) => books === 'credit').length, isBehind: false };
}

/** Removes waiting deposits. Small deposits of an account are credited together, so they all wait if one of them waits. */
function withoutWaiting(changes: readonly DepositChange[], waits: (deposit: Deposit) => boolean): DepositChange[] {
  const groupOf = ({ accountId, asset }: Deposit): string => `${accountId} ${asset}`;
  const waiting = changes.filter(({ books, deposit }) => books === 'credit' && waits(deposit));
  const small = new Set(waiting.filter(({ was }) => was === 'dust').map(({ deposit }) => groupOf(deposit)));
  return changes.filter(
    (change) => !waiting.includes(change) && !(change.was === 'dust' && small.has(groupOf(change.deposit))),
  );
}
