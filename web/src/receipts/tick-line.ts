// The ticks between entry and exit as points of a picture. Geometry only, so that floats do no harm.
import type { ArchivedTick, ReceiptTick, TickRun } from '@candor/wire';

/** All ticks from the entry to the exit, both included; without an exit, all that there are from the entry on. */
export function ticksBetween({
  archive,
  entry,
  exit,
}: {
  archive: TickRun;
  entry: ReceiptTick | null;
  exit: ReceiptTick | null;
}): readonly ArchivedTick[] {
  if (entry === null) return archive.ticks;
  return archive.ticks.filter(
    ([sequence]) => sequence >= entry.sequence && (exit === null || sequence <= exit.sequence),
  );
}

export interface TickPoint {
  /** Shares of the width, in time, and of the height, from the top. */
  x: number;
  y: number;
}

export function pointsOf(
  ticks: readonly ArchivedTick[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): TickPoint[] {
  const prices = ticks.map(([, price]) => +price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [span, length] = [high - low, Math.max(1, toMs - fromMs)];
  return ticks.map(([, price, , publishedMs]) => ({
    x: Math.min(1, Math.max(0, (publishedMs - fromMs) / length)),
    y: span === 0 ? 0.5 : (high - +price) / span,
  }));
}

/** The highest and the lowest price, as they were published. */
export function boundsOf(ticks: readonly ArchivedTick[]): { high: string; low: string } | undefined {
  const sorted = ticks.map(([, price]) => price).toSorted((one, other) => +one - +other);
  const [low, high] = [sorted[0], sorted.at(-1)];
  return low === undefined || high === undefined ? undefined : { high, low };
}

/** The height of a price among the ticks, from the top; undefined where it lies beside the picture. */
export function heightOf(price: string, ticks: readonly ArchivedTick[]): number | undefined {
  const prices = ticks.map(([, each]) => +each);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return high === low || +price < low || +price > high ? undefined : (high - +price) / (high - low);
}
