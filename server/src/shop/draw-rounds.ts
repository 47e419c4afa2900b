// Draws periods as soon as their round is published, and voids periods whose beacon is a day late. Uses the time of the database, because
// the database rejects a draw before its round and the clock of this machine may be ahead.
import { drawWinners, isRoundSigned, randomnessOf } from '@candor/proof/draw';
import { wireId } from '@candor/wire';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { drawPeriod } from './end-period.ts';
import { submit, voidFor, type DrawParts } from './draw-parts.ts';
import { readPublishedRounds, type PublishedRound } from './store.ts';

/** A period is voided if its beacon is later than this. */
const beaconWaitMs = 24 * 3_600_000;
/** Rounds that are requested in parallel, so that a silent beacon costs one timeout per batch and not one per period. */
const askedAtOnce = 16;

/** Wakes `payouts` when a period has ended. */
export function drawRounds(parts: DrawParts, { every, payouts }: { every: number; payouts: Job }): Job {
  const signatureOf = asking(parts);
  return createJob({
    name: 'shop-draws',
    role: 'engine',
    every,
    async run(signal) {
      const errors: unknown[] = [];
      const waiting = await readPublishedRounds(parts.pool);
      for (let first = 0; first < waiting.length && !signal.aborted; first += askedAtOnce) {
        const asked = waiting.slice(first, first + askedAtOnce);
        const signatures = await Promise.all(asked.map(signatureOf));
        for (const [place, period] of asked.entries()) {
          // A failed period does not delay the others.
          await end(parts, period, signatures[place]).then(
            (hasEnded) => hasEnded && payouts.wake(),
            (error: unknown) => errors.push(error),
          );
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  });
}

/** Returns a function that requests a signature from the beacon and logs why a draw is delayed, once per reason. */
function asking({ beacon: source }: DrawParts): (period: PublishedRound) => Promise<string | undefined> {
  const said = new Map<string, string>();
  return async ({ periodId, beacon, round }) => {
    try {
      const signature = await source?.signatureOf(beacon, round);
      if (signature !== undefined && !isRoundSigned(beacon.key, { round, signature }))
        throw new Error('the signature is not that of the beacon');
      if (signature !== undefined) said.delete(periodId);
      return signature;
    } catch (error) {
      const reason = reasonOf(error);
      if (said.get(periodId) !== reason) log.warn('the beacon of a draw does not answer', { round, reason });
      if (said.size >= 1_000) said.clear();
      said.set(periodId, reason);
      return undefined;
    }
  };
}

/** Draws or voids the period. Resolves with true if the period has ended, so that its tickets must be paid. */
async function end(parts: DrawParts, period: PublishedRound, signature: string | undefined): Promise<boolean> {
  const { periodId, root, sold, winners, lateMs } = period;
  if (signature === undefined) {
    if (lateMs < beaconWaitMs) return false;
    await voidFor(parts, period, 'beacon-late');
    return true;
  }
  const drawn = drawWinners({
    periodId: wireId('period', periodId),
    root,
    randomness: randomnessOf(signature),
    size: sold,
    winners,
  });
  await submit(parts, drawPeriod, { periodId, signature, winningNum: drawn.join(',') });
  await parts.signLog();
  return true;
}
