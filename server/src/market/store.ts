// The SQL of the tick archive and of halts; that of candles is in candle-store.ts.
import { formatAmount } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { amount, bytes, columns, instant, integer, safeInteger, text, type RowIn } from '../kit/columns.ts';
import { arrayOf, arrayOfText } from '../kit/postgres.ts';
import type { Connection, Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { Tick } from './market.ts';
import { packTicks, unpackTicks } from './archive/pack-ticks.ts';
import { packLists } from './archive/tick-list-store.ts';
import type { TickList } from './archive/tick-list-store.ts';

/** Ends a connection of this process's own in the database, and resolves when nothing that was sent on it can happen any more. */
export async function endOwnConnection(connection: Connection, process: number, name: string): Promise<void> {
  const { rows } = await connection.query<{ has_ended: boolean }>(
    `select pg_terminate_backend(pid, 5000) as has_ended from pg_stat_activity
     where pid = $1 and application_name = $2 and pid <> pg_backend_pid()`,
    [process, name],
  );
  if (rows.some(({ has_ended }) => !has_ended)) throw new Error('an earlier connection does not end');
}

/** With each tick the list of its sources, where it has one. Fails when another epoch than this one decides. */
export async function insertTicks(
  connection: Connection,
  { epoch, ticks, lists = [] }: { epoch: number; ticks: readonly Tick[]; lists?: readonly (string | undefined)[] },
): Promise<void> {
  await connection.query({
    name: 'market-insert-ticks',
    text: `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash, sources)
           select coin, sequence, price, source_ms, published_ms, inputs, decode(hash, 'hex'), sources
           from unnest($1::text[], $2::bigint[], $3::numeric[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
                       $8::text[])
             as t(coin, sequence, price, source_ms, published_ms, inputs, hash, sources), engine_fence($9)`,
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
      epoch,
    ],
  });
}

const tick = columns({
  coin: text<CoinCode>(),
  sequence: safeInteger,
  price: amount,
  sourceAt: safeInteger.named('source_ms'),
  publishedAt: safeInteger.named('published_ms'),
  inputs: text(),
  hash: text().as(`encode(hash, 'hex')`),
});

export const newestTicks = (database: Database, coins: readonly CoinCode[]): Promise<Tick[]> =>
  select(
    database,
    tick,
    `select t.* from unnest($1::text[]) as c(code),
       lateral (select ${tick.list} from market_ticks where coin = c.code order by sequence desc limit 1) as t`,
    [coins],
  );

interface TickSpan {
  coin: CoinCode;
  afterSequence: number;
  lastSequence: number;
  limit: number;
}

/** Unpruned ticks in order. */
export const rawTicks = (database: Database, { coin, afterSequence, lastSequence, limit }: TickSpan): Promise<Tick[]> =>
  select(
    database,
    tick,
    `select ${tick.list} from market_ticks
     where coin = $1 and sequence > $2 and sequence <= $3 order by sequence limit $4`,
    [coin, afterSequence, lastSequence, limit],
  );

export const rawTicksSince = (database: Database, coin: CoinCode, sinceMs: number): Promise<Tick[]> =>
  select(
    database,
    tick,
    `select ${tick.list} from market_ticks where coin = $1 and published_ms >= $2 order by sequence`,
    [coin, sinceMs],
  );

export const rawTickUpTo = (database: Database, coin: CoinCode, atMs: number): Promise<Tick | undefined> =>
  selectOne(
    database,
    tick,
    `select ${tick.list} from market_ticks where coin = $1 and published_ms <= $2 order by published_ms desc limit 1`,
    [coin, atMs],
  );

const minuteHead = {
  coin: text<CoinCode>(),
  minuteMs: safeInteger,
  firstSequence: safeInteger,
  lastSequence: safeInteger,
  count: integer,
  previousHash: text().as(`encode(previous_hash, 'hex')`),
  hash: text().as(`encode(hash, 'hex')`),
};
const minute = columns(minuteHead);
const packedMinute = columns({ ...minuteHead, ticks: bytes });
/** A sealed minute without its ticks. */
export type MinuteHead = RowIn<typeof minute>;

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

export const newestMinute = (database: Database, coin: CoinCode): Promise<MinuteHead | undefined> =>
  selectOne(
    database,
    minute,
    `select ${minute.list} from market_minutes where coin = $1 order by minute_ms desc limit 1`,
    [coin],
  );

export const minutesBetween = (
  database: Database,
  { coin, fromMs, toMs, limit }: { coin: CoinCode; fromMs: number; toMs: number; limit: number },
): Promise<MinuteHead[]> =>
  select(
    database,
    minute,
    `select ${minute.list} from market_minutes
     where coin = $1 and minute_ms > $2::bigint - 60000 and minute_ms <= $3 order by minute_ms limit $4`,
    [coin, fromMs, toMs, limit],
  );

/** The ticks of the sealed minute that holds a sequence; undefined when it is not sealed. */
export async function sealedTicksOf(database: Database, coin: CoinCode, sequence: number): Promise<Tick[] | undefined> {
  const text = `select ${packedMinute.list} from market_minutes
    where coin = $1 and first_sequence <= $2 order by first_sequence desc limit 1`;
  const found = await selectOne(database, packedMinute, text, [coin, sequence]);
  return found && found.lastSequence >= sequence ? unpackTicks(found) : undefined;
}

/** The ticks of the last sealed minute that began at or before an instant. */
export async function sealedTicksUpTo(database: Database, coin: CoinCode, atMs: number): Promise<Tick[] | undefined> {
  const text = `select ${packedMinute.list} from market_minutes
    where coin = $1 and minute_ms <= $2 order by minute_ms desc limit 1`;
  const found = await selectOne(database, packedMinute, text, [coin, atMs]);
  return found && unpackTicks(found);
}

export async function pruneTicks(database: Database, coin: CoinCode, beforeMs: number): Promise<void> {
  await database.query('select market_prune($1, $2)', [coin, beforeMs]);
}

export async function haltedCoins(database: Database): Promise<Set<string>> {
  const { rows } = await database.query<{ coin: string }>('select coin from market_halts where lifted_at is null');
  return new Set(rows.map(({ coin }) => coin));
}

const halt = columns({
  coin: text(),
  reason: text(),
  haltedAt: instant,
  proposedBy: text(),
  approvedBy: text(),
});

export const activeHalts = (database: Database) =>
  select(database, halt, `select ${halt.list} from market_halts where lifted_at is null order by coin`);

/** Halts or reopens what the approved proposal names; false where it was so already. */
export async function runHaltFunction(
  database: Database,
  name: 'market_halt' | 'market_reopen',
  proposalId: string,
): Promise<boolean> {
  const { rows } = await database.query<{ changed: boolean }>(`select ${name}($1) as changed`, [proposalId]);
  return rows[0]!.changed;
}
