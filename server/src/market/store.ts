// The SQL of the tick archive and of halts; that of candles is in candle-store.ts.
import { formatAmount, wad } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { arrayOf, arrayOfText } from '../kit/postgres.ts';
import type { Connection, Pool } from '../kit/postgres.ts';
import type { Tick } from './market.ts';
import { packTicks, unpackTicks } from './pack-ticks.ts';
import { packLists } from './tick-list-store.ts';
import type { TickList } from './tick-list-store.ts';

type Database = Pool | Connection;

/** One writer of ticks at a time, whatever the number of processes. */
const writerLock = 0x63616e64;

export async function takeWriterLock(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [writerLock]);
  return rows[0]!.taken;
}

/** With each tick the list of its sources, where it has one. */
export async function insertTicks(
  connection: Connection,
  ticks: readonly Tick[],
  lists: readonly (string | undefined)[] = [],
): Promise<void> {
  await connection.query({
    name: 'market-insert-ticks',
    text: `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash, sources)
           select coin, sequence, price, source_ms, published_ms, inputs, decode(hash, 'hex'), sources
           from unnest($1::text[], $2::bigint[], $3::numeric[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
                       $8::text[])
             as t(coin, sequence, price, source_ms, published_ms, inputs, hash, sources)`,
    values: [
      arrayOf(ticks, (tick) => tick.coin),
      arrayOf(ticks, (tick) => tick.sequence),
      arrayOf(ticks, (tick) => formatAmount(tick.price)),
      arrayOf(ticks, (tick) => tick.sourceAt),
      arrayOf(ticks, (tick) => tick.publishedAt),
      arrayOfText(ticks, (tick) => tick.inputs),
      arrayOf(ticks, (tick) => tick.hash),
      // unnest fills up with nulls.
      arrayOfText(lists, (list) => list ?? null),
    ],
  });
}

interface TickRow {
  coin: CoinCode;
  sequence: number;
  price: string;
  source_ms: number;
  published_ms: number;
  inputs: string;
  hash: string;
}
const tickColumns = `coin, sequence, price, source_ms, published_ms, inputs, encode(hash, 'hex') as hash`;

/** numeric(38,18) comes back with all its zeros; wad reads it, and formatAmount leaves them out again. */
const readTick = (row: TickRow): Tick => ({
  coin: row.coin,
  sequence: row.sequence,
  price: wad(row.price),
  sourceAt: row.source_ms,
  publishedAt: row.published_ms,
  inputs: row.inputs,
  hash: row.hash,
});

export async function newestTicks(database: Database, coins: readonly CoinCode[]): Promise<Tick[]> {
  const { rows } = await database.query<TickRow>(
    `select t.* from unnest($1::text[]) as c(code),
       lateral (select ${tickColumns} from market_ticks where coin = c.code order by sequence desc limit 1) as t`,
    [coins],
  );
  return rows.map(readTick);
}

/** Unpruned ticks in order. */
export async function rawTicks(
  database: Database,
  {
    coin,
    afterSequence,
    lastSequence,
    limit,
  }: { coin: CoinCode; afterSequence: number; lastSequence: number; limit: number },
): Promise<Tick[]> {
  const { rows } = await database.query<TickRow>(
    `select ${tickColumns} from market_ticks
     where coin = $1 and sequence > $2 and sequence <= $3 order by sequence limit $4`,
    [coin, afterSequence, lastSequence, limit],
  );
  return rows.map(readTick);
}

export async function rawTicksSince(database: Database, coin: CoinCode, sinceMs: number): Promise<Tick[]> {
  const { rows } = await database.query<TickRow>(
    `select ${tickColumns} from market_ticks where coin = $1 and published_ms >= $2 order by sequence`,
    [coin, sinceMs],
  );
  return rows.map(readTick);
}

export async function rawTickUpTo(database: Database, coin: CoinCode, atMs: number): Promise<Tick | undefined> {
  const { rows } = await database.query<TickRow>(
    `select ${tickColumns} from market_ticks where coin = $1 and published_ms <= $2 order by published_ms desc limit 1`,
    [coin, atMs],
  );
  return rows[0] && readTick(rows[0]);
}

/** A sealed minute without its ticks. */
export interface MinuteHead {
  coin: CoinCode;
  minuteMs: number;
  firstSequence: number;
  lastSequence: number;
  count: number;
  previousHash: string;
  hash: string;
}
interface MinuteRow {
  coin: CoinCode;
  minute_ms: number;
  first_sequence: number;
  last_sequence: number;
  count: number;
  previous_hash: string;
  hash: string;
  ticks?: Buffer;
}
const minuteColumns = `coin, minute_ms, first_sequence, last_sequence, count,
  encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash`;

const readMinute = (row: MinuteRow): MinuteHead => ({
  coin: row.coin,
  minuteMs: row.minute_ms,
  firstSequence: row.first_sequence,
  lastSequence: row.last_sequence,
  count: row.count,
  previousHash: row.previous_hash,
  hash: row.hash,
});

export interface NewMinute {
  previousHash: string;
  ticks: readonly Tick[];
  lists: readonly TickList[];
}

export async function insertMinute(database: Database, { previousHash, ticks, lists }: NewMinute): Promise<void> {
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  await database.query(
    `insert into market_minutes
       (coin, minute_ms, first_sequence, last_sequence, count, ticks, previous_hash, hash, sources)
     values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), decode($8, 'hex'), $9)`,
    [
      first.coin,
      first.publishedAt - (first.publishedAt % 60_000),
      first.sequence,
      last.sequence,
      ticks.length,
      packTicks(ticks),
      previousHash,
      last.hash,
      packLists(first.sequence, lists),
    ],
  );
}

export async function newestMinute(database: Database, coin: CoinCode): Promise<MinuteHead | undefined> {
  const { rows } = await database.query<MinuteRow>(
    `select ${minuteColumns} from market_minutes where coin = $1 order by minute_ms desc limit 1`,
    [coin],
  );
  return rows[0] && readMinute(rows[0]);
}

export async function minutesBetween(
  database: Database,
  { coin, fromMs, toMs, limit }: { coin: CoinCode; fromMs: number; toMs: number; limit: number },
): Promise<MinuteHead[]> {
  const { rows } = await database.query<MinuteRow>(
    `select ${minuteColumns} from market_minutes
     where coin = $1 and minute_ms > $2::bigint - 60000 and minute_ms <= $3 order by minute_ms limit $4`,
    [coin, fromMs, toMs, limit],
  );
  return rows.map(readMinute);
}

/** The ticks of the sealed minute that holds a sequence; undefined when it is not sealed. */
export async function sealedTicksOf(database: Database, coin: CoinCode, sequence: number): Promise<Tick[] | undefined> {
  return unpackFirst(
    await database.query<MinuteRow>(
      `select ${minuteColumns}, ticks from market_minutes
       where coin = $1 and first_sequence <= $2 order by first_sequence desc limit 1`,
      [coin, sequence],
    ),
    sequence,
  );
}

/** The ticks of the last sealed minute that began at or before an instant. */
export async function sealedTicksUpTo(database: Database, coin: CoinCode, atMs: number): Promise<Tick[] | undefined> {
  return unpackFirst(
    await database.query<MinuteRow>(
      `select ${minuteColumns}, ticks from market_minutes
       where coin = $1 and minute_ms <= $2 order by minute_ms desc limit 1`,
      [coin, atMs],
    ),
    0,
  );
}

function unpackFirst({ rows: [row] }: { rows: MinuteRow[] }, sequence: number): Tick[] | undefined {
  if (!row || row.last_sequence < sequence) return undefined;
  return unpackTicks({ coin: row.coin, previousHash: row.previous_hash, ticks: row.ticks! });
}

export async function pruneTicks(database: Database, coin: CoinCode, beforeMs: number): Promise<void> {
  await database.query('select market_prune($1, $2)', [coin, beforeMs]);
}

export async function haltedCoins(database: Database): Promise<Set<string>> {
  const { rows } = await database.query<{ coin: string }>('select coin from market_halts where lifted_at is null');
  return new Set(rows.map(({ coin }) => coin));
}
