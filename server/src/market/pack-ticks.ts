// A minute of ticks in one column-wise, compressed JSON value; hashes are left out, as the chain gives them back.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { hashTick } from '@candor/proof';
import type { ArchivedTick, CoinCode } from '@candor/wire';
import { formatAmount, wad } from '@candor/wire';
import type { Tick } from './market.ts';

interface Packed {
  version: 1;
  firstSequence: number;
  prices: string[];
  /** Times are differences to the one before, the first one in full. */
  sourceMs: number[];
  publishedMs: number[];
  /** [inputs, how many ticks in a row] */
  inputs: [string, number][];
}

export interface PackedMinute {
  coin: CoinCode;
  previousHash: string;
  ticks: Buffer;
}

export const archived = (tick: Omit<Tick, 'hash' | 'coin'>): ArchivedTick => [
  tick.sequence,
  formatAmount(tick.price),
  tick.sourceAt,
  tick.publishedAt,
  tick.inputs,
];

export function packTicks(ticks: readonly Tick[]): Buffer {
  const packed: Packed = {
    version: 1,
    firstSequence: ticks[0]!.sequence,
    prices: ticks.map((tick) => formatAmount(tick.price)),
    sourceMs: differences(ticks.map((tick) => tick.sourceAt)),
    publishedMs: differences(ticks.map((tick) => tick.publishedAt)),
    inputs: [],
  };
  for (const { inputs } of ticks) {
    const last = packed.inputs.at(-1);
    if (last?.[0] === inputs) last[1]++;
    else packed.inputs.push([inputs, 1]);
  }
  return deflateRawSync(JSON.stringify(packed), { level: 9 });
}

export function unpackTicks({ coin, previousHash, ticks }: PackedMinute): Tick[] {
  const packed = JSON.parse(inflateRawSync(ticks).toString('utf8')) as Packed;
  const inputs = packed.inputs.flatMap(([text, times]) => new Array<string>(times).fill(text));
  let [sourceAt, publishedAt, hash] = [0, 0, previousHash];
  return packed.prices.map((price, place) => {
    sourceAt += packed.sourceMs[place]!;
    publishedAt += packed.publishedMs[place]!;
    const tick = {
      sequence: packed.firstSequence + place,
      price: wad(price),
      sourceAt,
      publishedAt,
      inputs: inputs[place]!,
    };
    hash = hashTick(hash, coin, archived(tick));
    return { coin, ...tick, hash };
  });
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, place) => (place === 0 ? value : value - values[place - 1]!));
