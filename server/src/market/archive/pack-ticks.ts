// A minute of ticks in one column-wise, compressed JSON value; hashes are left out, as the chain gives them back.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { hashTick, unpackTickColumns } from '@candor/proof';
import type { PackedTicks } from '@candor/proof';
import type { ArchivedTick, CoinCode } from '@candor/wire';
import { formatAmount, wad } from '@candor/wire';
import type { Tick } from '../market.ts';

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
  const packed: PackedTicks = {
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
  let hash = previousHash;
  return unpackTickColumns(inflateRawSync(ticks).toString('utf8')).map((tick) => {
    const [sequence, price, sourceAt, publishedAt, inputs] = tick;
    hash = hashTick(hash, coin, tick);
    return { coin, sequence, price: wad(price), sourceAt, publishedAt, inputs, hash };
  });
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, place) => (place === 0 ? value : value - values[place - 1]!));
