// A minute of the archive as it is stored and downloaded: columns of its ticks, and the lists of their sources, line by line.
import type { ArchivedTick } from '@candor/wire';

/** Whole numbers are differences to the one before, the first one in full. */
export interface PackedTicks {
  version: 1;
  firstSequence: number;
  prices: string[];
  sourceMs: number[];
  publishedMs: number[];
  /** [inputs, how many ticks in a row] */
  inputs: [string, number][];
}

export function unpackTickColumns(text: string): ArchivedTick[] {
  const { version, firstSequence, prices, sourceMs, publishedMs, inputs } = JSON.parse(text) as PackedTicks;
  if (version !== 1) throw new Error(`ticks are packed in a way that is not known here: ${String(version)}`);
  const named = inputs.flatMap(([name, times]) => new Array<string>(times).fill(name));
  let [sourceAt, publishedAt] = [0, 0];
  return prices.map((price, place) => {
    sourceAt += sourceMs[place]!;
    publishedAt += publishedMs[place]!;
    return [firstSequence + place, price, sourceAt, publishedAt, named[place]!];
  });
}

/** [sequence, list] of those ticks that have one; a line for each tick of the minute, empty where it has none. */
export const unpackInputLines = (firstSequence: number, text: string): [sequence: number, list: string][] =>
  text.split('\n').flatMap((list, place): [number, string][] => (list === '' ? [] : [[firstSequence + place, list]]));
