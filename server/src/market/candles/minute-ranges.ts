// Which minutes are known of a coin, kept as few ranges: a year without a hole is one of them.

export const minuteSeconds = 60;

export interface MinuteRange {
  /** First minute, seconds. */
  from: number;
  /** Second after the last minute. */
  to: number;
}

/** All instants are starts of minutes in seconds. */
export class MinuteRanges {
  /** In order, apart from one another. */
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
    // Most questions are about the present.
    if (last && start >= last.from) return start < last.to;
    return this.#ranges.some(({ from, to }) => from <= start && start < to);
  }

  /** The minutes of a span that are not known, as ranges in order. */
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
