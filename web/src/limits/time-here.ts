// How long somebody has been here without a longer pause, and when to say so. Pure.

export interface TimeHere {
  /** Epoch ms by this device, as all of it. */
  begunAt: number;
  seenAt: number;
  /** When it was last said and closed. */
  saidAt: number;
}

/** Whoever was away for so long begins anew. */
export const pauseMs = 30 * 60_000;

/** Storage holds anyone's text. */
export function parseTimeHere(text: string | null): TimeHere | undefined {
  try {
    const { begunAt, seenAt, saidAt } = JSON.parse(text ?? '') as Partial<TimeHere>;
    const isWhole = [begunAt, seenAt, saidAt].every((each) => typeof each === 'number' && Number.isFinite(each));
    return isWhole ? { begunAt: begunAt!, seenAt: seenAt!, saidAt: saidAt! } : undefined;
  } catch {
    return undefined;
  }
}

export function seenNow(before: TimeHere | undefined, now: number): TimeHere {
  const goesOn = before !== undefined && now >= before.seenAt && now - before.seenAt < pauseMs;
  return goesOn ? { ...before, seenAt: now } : { begunAt: now, seenAt: now, saidAt: now };
}

/** Whole minutes since the beginning where they are to be said; else undefined. */
export const minutesToSay = ({ begunAt, seenAt, saidAt }: TimeHere, every: number): number | undefined =>
  seenAt - saidAt >= every * 60_000 ? Math.floor((seenAt - begunAt) / 60_000) : undefined;
