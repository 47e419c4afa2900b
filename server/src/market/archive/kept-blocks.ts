// Caches recently read blocks of ticks (at most a minute of a coin), and the bounds of many more, so that a long position reads each once.
import { wad, type ArchivedTick } from '@candor/wire';

export interface BlockBounds {
  first: number;
  last: number;
  fromMs: number;
  toMs: number;
  low: bigint;
  high: bigint;
}
export interface TickBlock {
  ticks: readonly ArchivedTick[];
  bounds: BlockBounds;
}

/** Maximum of cached ticks and of cached bounds, for all coins together. A tick takes about 200 bytes, and so do the bounds of a block. */
const kept = { ticks: 120_000, bounds: 300_000 };

export class KeptBlocks {
  /** In order of use; the last block was used most recently. */
  readonly #blocks = new Map<string, TickBlock>();
  readonly #bounds = new Map<string, BlockBounds>();
  #tickCount = 0;

  /** Finds a block by the number of its first tick. */
  find(coin: string, first: number): TickBlock | undefined {
    const key = keyOf(coin, first);
    const block = this.#blocks.get(key);
    if (!block) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block;
  }

  boundsOf = (coin: string, first: number): BlockBounds | undefined => this.#bounds.get(keyOf(coin, first));

  keep(coin: string, ticks: readonly ArchivedTick[]): TickBlock {
    const block = { ticks, bounds: readBounds(ticks) };
    const key = keyOf(coin, block.bounds.first);
    this.#tickCount += ticks.length - (this.#blocks.get(key)?.ticks.length ?? 0);
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    this.#bounds.set(key, block.bounds);
    for (const [oldest, { ticks: of }] of this.#blocks) {
      if (this.#tickCount <= kept.ticks) break;
      this.#blocks.delete(oldest);
      this.#tickCount -= of.length;
    }
    if (this.#bounds.size > kept.bounds) this.#bounds.delete(this.#bounds.keys().next().value!);
    return block;
  }
}

const keyOf = (coin: string, first: number): string => `${coin} ${first}`;

function readBounds(ticks: readonly ArchivedTick[]): BlockBounds {
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  let low: bigint = wad(first[1]);
  let high = low;
  for (const tick of ticks) {
    const price = wad(tick[1]);
    if (price < low) low = price;
    if (price > high) high = price;
  }
  return { first: first[0], last: last[0], fromMs: first[3], toMs: last[3], low, high };
}
