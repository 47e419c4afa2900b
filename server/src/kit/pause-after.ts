const [firstPauseMs, lastPauseMs] = [5_000, 20 * 60_000];

/** How long to wait before the next try of a delivery; longer each time. */
export const pauseAfter = (tries: number): number => Math.min(lastPauseMs, firstPauseMs * 4 ** (tries - 1));
