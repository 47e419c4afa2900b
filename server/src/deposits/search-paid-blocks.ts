// Searches the blocks of open payments by contracts between the two comparisons that found them. A node without the old states finds nothing; then
// operators have the two blocks alone.
import { compareBalance, depositMinOf, findPaidBlock, type BalanceSource, type BlockRef, type ChainSource } from '@candor/chain'; // oxfmt-ignore
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { readRecorded } from './balance-store.ts';
import { readUnsearched, storeSearch, type UnsearchedRow } from './contract-payment-store.ts';

export interface SearchingParts {
  pool: Pool;
  clock: Clock;
  source: ChainSource & BalanceSource;
}

/** Searches the block of one payment, with some thirty questions at most. Nothing depends on it, so a failure is only logged. */
export async function searchPaidBlocks(followed: SetUpNetwork, { pool, clock, source }: SearchingParts): Promise<void> {
  const now = clock.now();
  const payment = await readUnsearched(pool, { network: followed.network.name, now });
  if (!payment) return;
  const found = await search(followed, payment, { pool, source }).catch((error: unknown) => {
    log.warn('the block of a payment by a contract could not be searched', { error: reasonOf(error) });
    return undefined;
  });
  await storeSearch(pool, { paymentId: payment.paymentId, arrivedIn: found?.height ?? null, now });
}

function search(
  { network }: SetUpNetwork,
  { addressId, address, asset, height: to, afterHeight }: UnsearchedRow,
  { pool, source }: Omit<SearchingParts, 'clock'>,
): Promise<BlockRef | undefined> {
  async function surplusAt(block: BlockRef): Promise<bigint | undefined> {
    const balance = await source.balanceAt(address, block).catch(() => undefined);
    if (!balance) return undefined;
    const comparison = compareBalance(balance, await readRecorded(pool, { addressId, asset, height: block.height }));
    return comparison.kind === 'compared' ? comparison.surplus : undefined;
  }
  const enough = depositMinOf(network, { asset });
  return findPaidBlock({ after: afterHeight ?? 0, to, enough, hashAt: (height) => source.hashAt(height), surplusAt });
}
