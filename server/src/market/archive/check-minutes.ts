// Whether sealed minutes hold what their hashes say: each is unpacked, its chain is hashed anew, and its lists and the raw ticks that
// are left of it are compared with it.
import { inflateRawSync } from 'node:zlib';
import {
  findInputsFault,
  hashTick,
  unpackInputLines,
  unpackTickColumns,
  versionOfInputs,
  type PackedTicks,
} from '@candor/proof';
import { coinOfCode, type ArchivedTick } from '@candor/wire';
import type { Queryable } from '../../kit/product.ts';
import { sql, type Sql } from '../../kit/sql.ts';

interface StoredMinute {
  coin: string;
  minute_ms: number;
  first_sequence: number;
  last_sequence: number;
  count: number;
  ticks: Buffer;
  sources: Buffer | null;
  previous_hash: string;
  hash: string;
  /** Raw ticks that are still there, in their order. */
  raw: string[];
}

const minuteMs = 60_000;
const minutesAtOnce = 500;

export async function checkMinutes(database: Queryable): Promise<Sql> {
  let [checked, broken] = [0, 0];
  let [coin, after] = ['', 0];
  for (;;) {
    const { rows } = await database.query(
      sql`
      select coin, minute_ms, first_sequence, last_sequence, count, ticks, sources,
        encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
        array(select concat_ws('|', sequence, trim_scale(price), source_ms, published_ms, inputs, encode(raw.hash, 'hex'), sources)
          from market_ticks as raw where raw.coin = minute.coin
            and sequence between minute.first_sequence and minute.last_sequence order by sequence) as raw
      from market_minutes as minute where (coin, minute_ms) > (${coin}, ${after}::bigint)
      order by coin, minute_ms limit ${minutesAtOnce}`.query,
    );
    for (const row of rows as unknown as StoredMinute[]) if (!isSound(row)) broken++;
    checked += rows.length;
    const last = rows.at(-1) as unknown as StoredMinute | undefined;
    if (!last) return sql`select ${checked}::int as checked, ${broken}::int as broken`;
    [coin, after] = [last.coin, last.minute_ms];
  }
}

function isSound(minute: StoredMinute): boolean {
  try {
    const text = unpacked(minute.ticks);
    const ticks = unpackTickColumns(text);
    const lists = new Map(minute.sources ? unpackInputLines(minute.first_sequence, unpacked(minute.sources)) : []);
    return (
      areColumnsEven(text, ticks.length) &&
      isRun(minute, ticks) &&
      areListsSound(minute, ticks, lists) &&
      isChain(minute, ticks, lists)
    );
  } catch {
    return false;
  }
}

const isRun = ({ minute_ms: start, first_sequence: first, last_sequence: last, count }: StoredMinute, ticks: readonly ArchivedTick[]): boolean =>
  ticks.length === count && ticks.every(([sequence, , , at], place) => sequence === first + place && at >= start && at < start + minuteMs) && last === first + count - 1; // oxfmt-ignore

/** All columns are as long as there are ticks, and written as they were read. */
function areColumnsEven(text: string, count: number): boolean {
  const packed = JSON.parse(text) as PackedTicks;
  const { prices, sourceMs, publishedMs, inputs } = packed;
  const named = inputs.reduce((sum, [, times]) => sum + times, 0);
  return (
    JSON.stringify(packed) === text &&
    [prices.length, sourceMs.length, publishedMs.length, named].every((each) => each === count)
  );
}

function isChain(minute: StoredMinute, ticks: readonly ArchivedTick[], lists: ReadonlyMap<number, string>): boolean {
  let hash = minute.previous_hash;
  const raw = new Set(minute.raw);
  for (const tick of ticks) {
    hash = hashTick(hash, minute.coin, tick);
    const list = lists.get(tick[0]);
    raw.delete([...tick, hash, ...(list ? [list] : [])].join('|'));
  }
  return hash === minute.hash && raw.size === 0;
}

function areListsSound(
  { coin }: StoredMinute,
  ticks: readonly ArchivedTick[],
  lists: ReadonlyMap<number, string>,
): boolean {
  if (lists.size !== ticks.filter(([, , , , inputs]) => inputs.includes(' ')).length) return false;
  const decimals = coinOfCode(coin)?.priceDecimals ?? 0;
  let leastVersion: 1 | 2 = 1;
  return ticks.every(([sequence, price, , , inputs]) => {
    const list = lists.get(sequence);
    if (!inputs.includes(' ')) return !list;
    if (!list || findInputsFault({ inputs, price, list, decimals, leastVersion }) !== undefined) return false;
    leastVersion = versionOfInputs(list) ?? leastVersion;
    return true;
  });
}

/** Throws on bytes that nobody packs: what follows the end, or bits behind it that say nothing. */
function unpacked(bytes: Buffer): string {
  const inflate = (packed: Buffer) => inflateRawSync(packed, { info: true }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }; // oxfmt-ignore
  const { buffer, engine } = inflate(bytes);
  const last = bytes.at(-1) ?? 0;
  const highestBit = 2 ** Math.floor(Math.log2(last || 1));
  const isIdle = ((): boolean => {
    if (last === 0) return false;
    try {
      return inflate(Buffer.concat([bytes.subarray(0, -1), Buffer.of(last - highestBit)])).buffer.equals(buffer);
    } catch {
      return false;
    }
  })();
  const text = buffer.toString('utf8');
  if (engine.bytesWritten !== bytes.length || isIdle) throw new Error('these bytes are not as they were packed');
  return text;
}
