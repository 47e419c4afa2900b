// When that was received which is not decided yet: a count for each millisecond, of which a process has few at a time.

export interface UnderWay {
  begin(ms: number): void;
  end(ms: number): void;
  /** Whether anything received at or before then is not decided. */
  hasUpTo(ms: number): boolean;
}

export function createUnderWay(): UnderWay {
  const counts = new Map<number, number>();
  return {
    begin: (ms) => void counts.set(ms, (counts.get(ms) ?? 0) + 1),
    end(ms) {
      const left = counts.get(ms)! - 1;
      if (left > 0) counts.set(ms, left);
      else counts.delete(ms);
    },
    hasUpTo(ms) {
      // The oldest comes first, unless the clock was set back.
      for (const received of counts.keys()) if (received <= ms) return true;
      return false;
    },
  };
}
