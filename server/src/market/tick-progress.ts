// Up to which tick of each coin all that a watch was given is decided: kept, so that a restart begins there and loses nothing.
import type { CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { columns, safeInteger, text } from '../kit/columns.ts';
import { arrayOf, type Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';

export interface TickProgressParts {
  pool: Pool;
  /** Of the product: columns coin and sequence, a row a coin. */
  table: `${string}_progress`;
  watch: { progress(): ReadonlyMap<CoinCode, number>; isWaitedFor(coin: CoinCode): boolean };
  clock: Clock;
  /** Whether nothing received until then is under way any more, as the intake knows it. */
  settledUpTo: (ms: number) => Promise<boolean>;
  /** Whether orders are committed that the watch has not been told of. */
  isBehind: () => boolean;
  /** Of this engine. */
  epoch: number;
}

export interface TickProgress {
  read(): Promise<ReadonlyMap<CoinCode, number>>;
  /** What a restart would read now, or less; 0 until it is read. */
  kept(coin: CoinCode): number;
  /**
   * How far a restart may trust that everything is done. Orders that are committed but not known here yet are waited for, until
   * the next turn where their events were lost; those to come will not care for ticks up to here.
   */
  write(): Promise<void>;
}

const row = columns({ coin: text<CoinCode>(), sequence: safeInteger });

export function openTickProgress(parts: TickProgressParts): TickProgress {
  const { pool, table, watch, clock, settledUpTo, isBehind, epoch } = parts;
  let kept: ReadonlyMap<CoinCode, number> = new Map();

  /** Never backwards, whoever writes; fails when another epoch of the engine decides. */
  const keep = (done: readonly [CoinCode, number][]) =>
    pool.query(
      `insert into ${table} (coin, sequence) select done.* from unnest($1::text[], $2::bigint[]) as done, engine_fence($3)
       on conflict (coin) do update set sequence = greatest(${table}.sequence, excluded.sequence)`,
      [arrayOf(done, ([coin]) => coin), arrayOf(done, ([, sequence]) => sequence), epoch],
    );

  return {
    async read() {
      const rows = await select(pool, row, `select coin, sequence from ${table}`);
      return (kept = new Map(rows.map(({ coin, sequence }) => [coin, sequence])));
    },
    kept: (coin) => kept.get(coin) ?? 0,
    async write() {
      const before = watch.progress();
      if (!(await settledUpTo(clock.now())) || isBehind()) return;
      const changed = [...watch.progress()]
        .map(([coin, sequence]): [CoinCode, number] => [coin, Math.min(before.get(coin)!, sequence)])
        .filter(([coin, sequence]) => watch.isWaitedFor(coin) && (kept.get(coin) ?? 0) < sequence);
      if (changed.length === 0) return;
      await keep(changed);
      kept = new Map([...kept, ...changed]);
    },
  };
}
