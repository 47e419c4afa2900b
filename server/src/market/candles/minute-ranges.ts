// The known minutes of a coin, stored as few ranges: a year without a hole is a single range.

export const minuteSeconds = 60;

export interface MinuteRange {
  /** First minute, seconds. */
  from: number;
  /** Second after the last minute. */
  to: number;
}

/** Set of minutes. All parameters are starts of minutes, seconds. */
export class MinuteRanges {
  /** Sorted; ranges neither overlap nor touch. */
  #ranges: MinuteRange[] = [];

  add(from: number, to: number): void {
    if (from >= to) return;
    const joined = { from, to };
    const apart: MinuteRange[] = [];
    for (const range of this.#ranges) {
      if (range.to < from || range.from > to) apart.push(range);
      else Object.assign(joined, { from: Math.min(joined.from, range.from), to: Math.max(joined.to, range.to) });
    }
    this.#ranges = [...apart, joined].toSorted((left, right) => left.from - right.from);
  }

  remove(from: number, to: number): void {
    this.#ranges = this.#ranges.flatMap((range) =>
      [
        { from: range.from, to: Math.min(range.to, from) },
        { from: Math.max(range.from, to), to: range.to },
      ].filter((left) => left.from < left.to),
    );
  }

  has(start: number): boolean {
    const last = this.#ranges.at(-1);
    // Shortcut: most calls are about the newest minutes.
    if (last && start >= last.from) return start < last.to;
    return this.#ranges.some(({ from, to }) => from <= start && start < to);
  }

  /** Returns the unknown minutes of a span as sorted ranges. */
  holes(from: number, to: number): MinuteRange[] {
    const holes: MinuteRange[] = [];
    let next = from;
    for (const range of this.#ranges) {
      if (range.to <= next || range.from >= to) continue;
      if (range.from > next) holes.push({ from: next, to: range.from });
      next = range.to;
    }
    if (next < to) holes.push({ from: next, to });
    return holes;
  }

  forgetBefore(start: number): void {
    if (this.#ranges.some(({ from }) => from < start)) this.remove(-Infinity, start);
  }
}
