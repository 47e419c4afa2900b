// Searches the block in which a contract paid an address, by balances alone: a node that keeps old states needs no traces for it.
import type { BlockRef } from './deposit.ts';

export interface PaidBlockSearch {
  /** A block at which the surplus was below `enough`, and a later one at which it was not. */
  after: number;
  to: number;
  /** The surplus of the balance over the records from which a payment is found. */
  enough: bigint;
  /** Returns undefined if the node lacks the block. */
  hashAt: (height: number) => Promise<string | undefined>;
  /** Returns the surplus at a block, or undefined if the node lacks its state or reports less than is recorded. */
  surplusAt: (block: BlockRef) => Promise<bigint | undefined>;
}

/** More blocks than any chain has are halved down to one by this many questions. */
const questionsMax = 64;

/**
 * Returns a block at which the surplus is enough while it is not at the block before. Between `after` and `to` there is always such a block, also
 * if several payments came or the surplus fell again. Returns undefined if the node can't answer for a block that is needed.
 */
export async function findPaidBlock({
  after,
  to,
  enough,
  hashAt,
  surplusAt,
}: PaidBlockSearch): Promise<BlockRef | undefined> {
  let [below, above] = [after, to];
  let found: BlockRef | undefined;
  for (let asked = 0; asked < questionsMax; asked++) {
    const isLast = above - below <= 1;
    if (isLast && found?.height === above) return found;
    const height = isLast ? above : below + Math.floor((above - below) / 2);
    const hash = await hashAt(height);
    if (hash === undefined) return undefined;
    const surplus = await surplusAt({ height, hash });
    if (surplus === undefined) return undefined;
    if (surplus >= enough) [above, found] = [height, { height, hash }];
    else if (isLast) return undefined;
    else below = height;
  }
  return undefined;
}
