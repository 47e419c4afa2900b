// Compares the ticks that an order names with the archive.
import { wad, type ArchivedTick } from '@candor/wire';
import type { AuditArchive } from './audit-archive.ts';
import type { TickPoint } from './tick-point.ts';

export const isSameTick = (stored: TickPoint | null, archived: ArchivedTick | undefined): boolean =>
  stored === null || archived === undefined
    ? stored === null && archived === undefined
    : stored.sequence === archived[0] && stored.price === wad(archived[1]) && stored.publishedAt === archived[3];

/** The newest tick that was known where a request was received is not older than this, except while none came. */
const behindMs = 60_000;

/**
 * Whether the tick that a request says was public when it came was the newest one then, or nearly: who says a later one leaves out ticks that
 * would have decided, and who says a much earlier one was given what was known already. `aheadMs` is how far that tick may be ahead of the
 * clock by which the request was received.
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
