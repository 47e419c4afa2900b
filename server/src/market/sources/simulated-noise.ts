// Random numbers that can be had for any moment without computing those before: same seed and moment, same number.

/** A number from 0 up to 1 that depends on all three whole numbers. */
export function hashUnit(seed: number, stream: number, place: number): number {
  return hashBits(seed, stream, place) / 0x1_0000_0000;
}

/** Falls off like real waiting times and sizes: mean 1, mostly small, now and then large. */
export const hashExponential = (seed: number, stream: number, place: number): number =>
  -Math.log(1 - hashUnit(seed, stream, place));

export interface NoiseShape {
  /** Shortest and longest wave, ms; waves between them double in length. */
  shortestMs: number;
  longestMs: number;
  /** Standard deviation of the change over one second, for waves that grow like a random walk. */
  perRootSecond: number;
}

/** A function of time that wanders like a random walk up to its longest wave, and returns beyond it. */
export function wandering(seed: number, stream: number, shape: NoiseShape): (ms: number) => number {
  const waves: { lengthMs: number; height: number; stream: number; place: number; before: number; after: number }[] =
    [];
  for (let lengthMs = shape.shortestMs; lengthMs <= shape.longestMs; lengthMs *= 2) {
    // 0.52 makes the sum of the waves move by perRootSecond over a second; uniform numbers have deviation 1/sqrt(12).
    const height = 0.52 * shape.perRootSecond * Math.sqrt(lengthMs / 1000) * Math.sqrt(12);
    waves.push({ lengthMs, height, stream: stream * 64 + waves.length, place: NaN, before: 0, after: 0 });
  }
  return (ms) => {
    let sum = 0;
    for (const wave of waves) {
      const at = ms / wave.lengthMs;
      const place = Math.floor(at);
      // Moments are asked for in a row, and long waves keep their place for many of them.
      if (place !== wave.place) {
        wave.place = place;
        wave.before = hashUnit(seed, wave.stream, place) - 0.5;
        wave.after = hashUnit(seed, wave.stream, place + 1) - 0.5;
      }
      sum += wave.height * (wave.before + (wave.after - wave.before) * (at - place));
    }
    return sum;
  };
}

function hashBits(seed: number, stream: number, place: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 0x7f4a7c15, 0xc2b2ae35);
  hash = mix(hash ^ (place | 0));
  return mix(hash ^ Math.imul(Math.floor(place / 0x1_0000_0000) + 1, 0x27d4eb2f)) >>> 0;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
