// Compares the ticks that an order names with the archive.
import { wad, type ArchivedTick } from '@candor/wire';
import type { AuditArchive } from './audit-archive.ts';
import type { TickPoint } from './tick-point.ts';

export const isSameTick = (stored: TickPoint | null, archived: ArchivedTick | undefined): boolean =>
  stored === null || archived === undefined
    ? stored === null && archived === undefined
    : stored.sequence === archived[0] && stored.price === wad(archived[1]) && stored.publishedAt === archived[3];

/** How old the newest tick that the receiver of a request knew may be, ms, unless no newer tick existed. */
const behindMs = 60_000;

/**
 * Returns whether the tick that a request names as the newest public one really was about the newest when the request was received. A later
 * tick would leave out ticks that decide the order; a much earlier one would give the customer prices that were already known. `aheadMs` is
 * how far that tick may be ahead of the receiver's clock.
 */
export async function wasNewestThen(
  archive: AuditArchive,
  coin: string,
  asked: { receivedAt: number; acceptedSequence: number },
  aheadMs: number,
): Promise<boolean> {
  const { receivedAt, acceptedSequence } = asked;
  if (acceptedSequence < (await archive.sequenceUpTo(coin, receivedAt - behindMs))) return false;
  return acceptedSequence <= (await archive.sequenceUpTo(coin, receivedAt + aheadMs));
}
