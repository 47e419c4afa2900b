// An order is wanted at its moment: one that was held up on its way is not carried out at another price than its person saw.
import { placedAtLimits, toInstant } from '@candor/wire';
import type { Idempotency } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';

/** What stands against an order by the time at which it was placed. Kept under its key like any refusal, so no try that comes later is carried out. */
export function latenessOf({ placedAt }: Pick<Idempotency, 'placedAt'>, receivedAt: number): Refusal | undefined {
  if (placedAt === undefined) return undefined;
  if (placedAt > receivedAt + placedAtLimits.aheadMs) return badClock(receivedAt);
  const ageMs = receivedAt - placedAt;
  if (ageMs <= placedAtLimits.lateMs) return undefined;
  return new Refusal('placed-too-late', { seconds: String(Math.floor(ageMs / 1_000)) });
}

export const badClock = (now: number): Refusal => new Refusal('bad-clock', { now: toInstant(now) });
