// Reads reliable blocks of a followed chain a second time, and credits deposits that are deep enough.
import type { Network } from '../networks/networks.ts';
import type { ChainSource, DepositStore, Ruling, Wait } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import { depositKey } from './deposit.ts';
import type { Block, BlockRef, Deposit } from './deposit.ts';
import { readBlockAgain, reliedOn, settleDeposits } from './deposit-rule.ts';
import type { DepositChange, Known } from './deposit-rule.ts';

/** Returns `node-incomplete` if the block does not match its header. */
export async function readBlock(source: ChainSource, height: number): Promise<Block | undefined | 'node-incomplete'> {
  try {
    return await source.block(height);
  } catch (error) {
    if (error instanceof UnprovenBlockError) return 'node-incomplete';
    throw error;
  }
}

export async function knownOf(network: Network, block: Block, store: DepositStore): Promise<Known> {
  const keys = block.credits.map((credit) => depositKey(network.name, credit));
  return store.know(keys, block.credits);
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
  for (let height = first; height <= last; height++) {
    const block = await readBlock(source, height);
    if (block === 'node-incomplete') return { isMore: true, waits: block };
    const isSame = block?.height === height && block.hash === (await store.hashAt(height));
    if (!block || !isSame) return { isMore: true, waits: 'node-behind' };
    const known = await knownOf(network, block, store);
    const changes = readBlockAgain(network, block, { known, standing: await store.depositsIn(block.hash) });
    const sends = block.sends && block.sends.length > 0 ? { sends: block.sends } : {};
    const unproven = block.isUnproven ? { isUnproven: block.isUnproven } : {};
    await store.commit({ from: newest, to: newest, changes, readAgain: height, ...unproven, ...sends });
  }
  return { isMore: last < relied };
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
  const waiting = new Set(changes.filter(({ books, deposit }) => books === 'credit' && waits(deposit)));
  const small = new Set([...waiting].filter(({ was }) => was === 'dust').map(({ deposit }) => groupOf(deposit)));
  return changes.filter(
    (change) => !waiting.has(change) && !(change.was === 'dust' && small.has(groupOf(change.deposit))),
  );
}
