// Whoever goes on asking although refused hears it a second later: as a connection asks one thing at a time, saying no then
// costs next to nothing, however fast they are.
import type { Buckets } from './rate-limits.ts';

/** Calls `answer` at once or later; `drop` where too many answers of the address are waiting already. */
export type PaceRefusals = (address: string, answer: () => void, drop: () => void) => void;

const lateMs = 1_000;
const waitingMax = 256;

export function createRefusalPace(refused: Buckets): PaceRefusals {
  const waiting = new Map<string, number>();
  return (address, answer, drop) => {
    if (refused.take(address) === 0) return answer();
    const already = waiting.get(address) ?? 0;
    if (already >= waitingMax) return drop();
    waiting.set(address, already + 1);
    setTimeout(() => {
      const left = waiting.get(address)! - 1;
      if (left === 0) waiting.delete(address);
      else waiting.set(address, left);
      answer();
    }, lateMs);
  };
}
