// What tests draw at random: the same in each run of the gate, so that it gives the same answer; anew in each long run, which prints it.
// CANDOR_SEED=<number> plays a run again.
import { isGate } from '../run/which-run.ts';

const given = process.env['CANDOR_SEED'];

export const testSeed: number =
  given !== undefined ? parseInt(given, 10) : isGate ? 1 : Math.trunc(Math.random() * 2 ** 31);

/**
 * How many examples a property is tried with. The gate plays the same ones each time, so that more of them find nothing new there: it
 * takes an eighth.
 */
export const runs = (inLongRun: number): number => (isGate ? Math.ceil(inLongRun / 8) : inLongRun);

/** Numbers of 0 to below 1 that follow from the seed alone (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As node:crypto's, from the seed of the run: a whole number from `min`, or 0, to below `max`. */
export function randomIntOf(seed: number): { (max: number): number; (min: number, max: number): number } {
  const random = randomOf(seed);
  return (first: number, second?: number): number => {
    const [min, max] = second === undefined ? [0, first] : [first, second];
    return min + Math.floor(random() * (max - min));
  };
}
