// How many swaps an account places a day: they cost nothing and their rows are kept for ever.
import { formatAmount, leastSwapValue, toInstant, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import { columns, instant, integer, uuid, type RowIn } from '../kit/columns.ts';
import type { Invariant } from '../kit/product.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal } from '../kit/refuse.ts';
import { selectOne } from '../kit/select.ts';
import { defineSettingOfAll } from '../kit/settings.ts';
import { sql } from '../kit/sql.ts';
import { table, type Row } from '../kit/table.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { insertRow, updateRow, type CommandState, type RowName, type RowWrite } from '../ledger/command.ts';

const limits = columns({
  version: integer,
  /** Of an account and day at the smallest value; with each further such number the smallest value doubles. */
  swaps: integer,
});
export type SwapDayLimits = RowIn<typeof limits>;

export const swapDaySetting = defineSettingOfAll({
  name: 'swap-day-limits',
  table: 'swap_day_limits',
  columns: limits,
  fields: [{ name: 'swaps', form: 'count', favours: 'more', min: '10', max: '100000' }],
});

/** One row of an account, of the last day on which it placed a swap. */
export const swapDays = table('swap_days', {
  key: { accountId: uuid, dayId: uuid },
  changing: { begunAt: instant, placed: integer },
});
type SwapDay = Row<typeof swapDays>;

const dayId = uuidOfWords('swaps of a day');
const dayMs = 86_400_000;
const dayOf = (at: number): number => at - (at % dayMs);

export const nameSwapDay: RowName = { table: swapDays, id: dayId };

/** A clock that was set back begins no day anew. */
const placedOn = (row: Pick<SwapDay, 'begunAt' | 'placed'> | undefined, at: number): number =>
  row && row.begunAt >= dayOf(at) ? row.placed : 0;

export interface DayTerms {
  minValue: Wad;
  /** At the smallest value. */
  swaps: number;
}

/** What a day lets its account place next. */
export interface DayRoom {
  placed: number;
  swaps: number;
  least: Wad;
  endsAt: number;
}

const roomOf = (placed: number, at: number, { minValue, swaps }: DayTerms): DayRoom => ({
  placed,
  swaps,
  least: leastSwapValue(minValue, { placed, swaps }),
  endsAt: dayOf(at) + dayMs,
});

export const roomIn = (state: CommandState, at: number, terms: DayTerms): DayRoom =>
  roomOf(placedOn(state.row(swapDays, dayId), at), at, terms);

const counted = columns({ begunAt: instant, placed: integer });
export async function readRoom(pool: Pool, accountId: Uuid, at: number, terms: DayTerms): Promise<DayRoom> {
  const row = await selectOne(pool, counted, 'select begun_at, placed from swap_days where account_id = $1', [accountId]); // oxfmt-ignore
  return roomOf(placedOn(row, at), at, terms);
}

/** Undefined where the day has room for a swap of this value in USDT; the refusal says how much would do, and when the count begins anew. */
export function dayRefusal(
  { placed, swaps, least, endsAt }: DayRoom,
  value: Wad,
  coin: AssetCode,
): Refusal | undefined {
  // What was quoted under an earlier smallest value stands.
  if (placed < swaps || value >= least) return undefined;
  return new Refusal('swap-day-limit', { count: String(placed), coin, min: formatAmount(least), until: toInstant(endsAt) }); // oxfmt-ignore
}

export function countSwap(state: CommandState, accountId: Uuid, at: number): RowWrite {
  const row = state.row(swapDays, dayId);
  const placed = placedOn(row, at) + 1;
  if (!row) return insertRow(swapDays, { accountId, dayId, begunAt: dayOf(at), placed });
  return updateRow(swapDays, { ...row, begunAt: Math.max(row.begunAt, dayOf(at)), placed });
}

/** On the day on which swaps were first counted, those before that may be missing. */
export const swapDayInvariant: Invariant = {
  name: 'every swap of the last day of an account is counted, and nothing else',
  sql: sql`select count(*) as checked, count(*) filter (where d.placed > o.all_of_it or d.placed < o.since) as broken
          from swap_days d cross join lateral (
            select count(*) as all_of_it,
              count(*) filter (where received_at >= (select min(created_at) from swap_day_limits)) as since
            from swap_orders where account_id = d.account_id and received_at >= d.begun_at) as o`,
};
