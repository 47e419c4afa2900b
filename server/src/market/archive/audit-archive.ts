// Reads the archive for an audit: in the audit's own snapshot, a minute at a time, and only minutes that orders name. Minutes are kept
// forever, so the ticks of every order exist. A rule of the market checks the hashes, so they are not checked again for each order.
import { inflateRawSync } from 'node:zlib';
import { unpackTickColumns } from '@candor/proof';
import type { ArchivedTick } from '@candor/wire';
import type { Queryable } from '../../kit/product.ts';
import { sql, type Sql } from '../../kit/sql.ts';
import { KeptBlocks, type BlockBounds, type TickBlock } from './kept-blocks.ts';

export interface TickSpan {
  /** Ticks from this instant on are returned, and some earlier ones. */
  fromMs: number;
  /** The last tick to return: this one, or the first one after the instant. */
  until: { sequence: number } | { afterMs: number };
  /**
   * Returns whether the ticks of a block can matter; other blocks are left out. Called for each block between the first and the last one.
   * `beforeMs` is the end of the previous block.
   */
  isNeeded?: (block: BlockBounds, beforeMs: number) => boolean;
}

const minuteMs = 60_000;
const rawAtOnce = 600;

export class AuditArchive {
  readonly #database: Queryable;
  readonly #kept = new KeptBlocks();
  readonly #sealedTo = new Map<string, number>();
  /** Key: coin and minute. Value: the tick at which to start reading. */
  readonly #starts = new Map<string, number>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Returns the ticks in order, as far as they exist. */
  async ticks(coin: string, { fromMs, until, isNeeded = () => true }: TickSpan): Promise<readonly ArchivedTick[]> {
    const isEnd = (sequence: number, atMs: number): boolean =>
      'sequence' in until ? sequence >= until.sequence : atMs > until.afterMs;
    const found: (readonly ArchivedTick[])[] = [];
    let beforeMs = -Infinity;
    for (let next = await this.#startAt(coin, fromMs); next !== undefined;) {
      const bounds = await this.#boundsOf(coin, next);
      if (!bounds) break;
      const isLast = isEnd(bounds.last, bounds.toMs);
      if (isLast || found.length === 0 || isNeeded(bounds, beforeMs)) {
        const { ticks } = (await this.#blockOf(coin, next))!;
        found.push(
          isLast ? ticks.slice(0, 1 + ticks.findIndex(([sequence, , , atMs]) => isEnd(sequence, atMs))) : ticks,
        );
      }
      beforeMs = bounds.toMs;
      next = isLast ? undefined : bounds.last + 1;
    }
    return found.flat();
  }

  /** Returns the number of the last tick up to an instant; 0 if there is none. */
  async sequenceUpTo(coin: string, atMs: number): Promise<number> {
    const ticks = await this.ticks(coin, { fromMs: atMs, until: { afterMs: atMs } });
    const last = ticks.findLast((tick) => tick[3] <= atMs);
    return last ? last[0] : (ticks[0]?.[0] ?? 1) - 1;
  }

  /** `first` is the number of the block's first tick. */
  #boundsOf = async (coin: string, first: number): Promise<BlockBounds | undefined> =>
    this.#kept.boundsOf(coin, first) ?? (await this.#blockOf(coin, first))?.bounds;

  /** Returns the first tick of the block in which the minute of an instant starts; of the first block if no earlier block exists. */
  async #startAt(coin: string, atMs: number): Promise<number | undefined> {
    const minute = atMs - (((atMs % minuteMs) + minuteMs) % minuteMs);
    const key = `${coin} ${minute}`;
    const known = this.#starts.get(key);
    if (known !== undefined) return known;
    const sealedTo = await this.#sealedUpTo(coin);
    const [row] = await this.#read<{ sequence: number }>(sql`select coalesce(
        (select sequence from market_ticks where coin = ${coin} and published_ms <= ${minute}::bigint
          and sequence > ${sealedTo}::bigint order by published_ms desc limit 1),
        (select first_sequence from market_minutes where coin = ${coin} and minute_ms <= ${minute}::bigint
          order by minute_ms desc limit 1), 1::bigint) as sequence`);
    const start = (await this.#blockOf(coin, row!.sequence))?.bounds.first;
    if (start !== undefined) this.#starts.set(key, start);
    return start;
  }

  /** Returns undefined if there is no such tick. */
  async #blockOf(coin: string, sequence: number): Promise<TickBlock | undefined> {
    const block = await this.#blockAround(coin, sequence);
    return block && block.bounds.last >= sequence ? block : undefined;
  }

  /** Returns a sealed minute, or a run of ticks that are not sealed yet. Runs are always cut at the same places, so they can be cached. */
  async #blockAround(coin: string, sequence: number): Promise<TickBlock | undefined> {
    const sealedTo = await this.#sealedUpTo(coin);
    const first = sequence <= sealedTo ? sequence : sequence - ((sequence - sealedTo - 1) % rawAtOnce);
    const known = this.#kept.find(coin, first);
    if (known) return known;
    const ticks = sequence <= sealedTo ? await this.#unpack(coin, sequence) : await this.#readRaw(coin, first);
    return ticks[0] && this.#kept.keep(coin, ticks);
  }

  async #unpack(coin: string, sequence: number): Promise<ArchivedTick[]> {
    const [row] = await this.#read<{ ticks: Buffer }>(
      sql`select ticks from market_minutes where coin = ${coin} and first_sequence <= ${sequence}::bigint
        order by first_sequence desc limit 1`,
    );
    return row ? unpackTickColumns(inflateRawSync(row.ticks).toString('utf8')) : [];
  }

  async #readRaw(coin: string, first: number): Promise<ArchivedTick[]> {
    const rows = await this.#read<{ tick: [number, string, number, number, string] }>(
      sql`select json_build_array(sequence, trim_scale(price)::text, source_ms, published_ms, inputs) as tick from market_ticks
        where coin = ${coin} and sequence between ${first}::bigint and ${first + rawAtOnce - 1}::bigint order by sequence`,
    );
    return rows.map(({ tick }) => tick);
  }

  async #sealedUpTo(coin: string): Promise<number> {
    const known = this.#sealedTo.get(coin);
    if (known !== undefined) return known;
    const [row] = await this.#read<{ last: number }>(
      sql`select last_sequence as last from market_minutes where coin = ${coin} order by first_sequence desc limit 1`,
    );
    const last = row?.last ?? 0;
    this.#sealedTo.set(coin, last);
    return last;
  }

  async #read<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#database.query(statement.query)).rows as Row[];
  }
}
