// The ticks that decide a swap follow from the order and the archive: of each coin the first in its time, or of a limit the one that fired.
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { TickMarket } from '../market/market.ts';
import { acceptedOn, sidesOf, type SwapOrder } from './order.ts';
import { fillFrom, isInTime, type DecidingTicks } from './rules.ts';

/** Of an accepted quote; `open` is a side on which a tick may still come. */
export async function findTicks(
  market: TickMarket,
  order: SwapOrder,
): Promise<{ ticks: DecidingTicks; open: 'from' | 'to' | undefined }> {
  // Looked at before the ticks are: what is final then has no tick that is found later.
  const isFinal = market.isFinalUpTo(order.expiresAt);
  const ticks: DecidingTicks = { from: null, to: null };
  let open: 'from' | 'to' | undefined;
  for (const { side, coin } of sidesOf(order)) {
    const first = await market.firstTickFrom(coin, acceptedOn(order, side), fillFrom(order));
    if (first && isInTime(order, first)) ticks[side] = first;
    else if (!first && !isFinal) open = side;
  }
  return { ticks, open };
}

/** Of a limit, which has one coin with a price. */
export function limitTicks(order: SwapOrder, tick: TickPoint | undefined): DecidingTicks {
  const { side } = sidesOf(order)[0]!;
  return { from: null, to: null, [side]: tick ?? null };
}
