// Order books at coarser prices: step k joins levels to steps of ten to the k times the price's last decimal.
import { depthSteps, add } from '@candor/wire';
import type { DepthStep, Wad } from '@candor/wire';
import type { Book, Level } from '../sources/source.ts';

export const levelsMax: Record<DepthStep, number> = {
  step0: 150,
  step1: 20,
  step2: 20,
  step3: 20,
  step4: 20,
  step5: 20,
};

export interface DepthView {
  bids: readonly Level[];
  asks: readonly Level[];
}

export function depthView(book: Book, step: DepthStep, priceDecimals: number): DepthView {
  const count = levelsMax[step];
  if (step === 'step0') return { bids: book.bids.slice(0, count), asks: book.asks.slice(0, count) };
  const unit = 10n ** BigInt(18 - priceDecimals + depthSteps.indexOf(step));
  return {
    bids: joinLevels(book.bids, (price) => price - (price % unit), count),
    // Asks go up, so that the joined book does not cross either.
    asks: joinLevels(book.asks, (price) => price + ((unit - (price % unit)) % unit), count),
  };
}

/** Levels that rounding down takes to zero are left out: nobody buys for nothing. */
function joinLevels(levels: readonly Level[], round: (price: Wad) => bigint, count: number): Level[] {
  const joined: [Wad, Wad][] = [];
  for (const [price, size] of levels) {
    const rounded = round(price) as Wad;
    const last = joined.at(-1);
    if (last?.[0] === rounded) last[1] = add(last[1], size);
    else if (joined.length === count) break;
    else if (rounded > 0n) joined.push([rounded, size]);
  }
  return joined;
}
