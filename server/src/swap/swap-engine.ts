// Swaps where they are decided.
import { startPart, stopPart } from '../kit/part.ts';
import type { EnginePart } from '../kit/product.ts';
import { watchSwaps, type SwapEngineParts } from './watch-swaps.ts';

export function swapEngine(parts: SwapEngineParts) {
  const watch = watchSwaps(parts);
  return { start: () => startPart(watch), stop: () => stopPart(watch) } satisfies EnginePart;
}
