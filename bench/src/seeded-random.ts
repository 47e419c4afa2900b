// Chance that can be played again: the same seed gives the same choices.

export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** A whole number from 0 up to, not including, `end`. */
  below: (end: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  uuid: () => string;
}

/** splitmix32. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function bits(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
  const next = (): number => bits() / 2 ** 32;
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    uuid() {
      const words = [bits(), (bits() & 0xffff0fff) | 0x4000, (bits() & 0x3fffffff) | 0x80000000, bits()];
      const hex = words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}
