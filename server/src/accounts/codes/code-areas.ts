// Codes that nobody uses: where only such numbers are called, somebody earns by the messages. Which areas see more than usual.
import { toInstant } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { Database, Pool } from '../../kit/postgres.ts';

export interface CodeAreas {
  /** More unused codes within a day than the area's newcomers explain. */
  isFlooded(area: string): Promise<boolean>;
  /** Sent: 1; could not be sent after all: -1. */
  countSent(area: string, change: 1 | -1): Promise<void>;
  /** It opened an account. */
  countUsed(database: Database, area: string): Promise<void>;
  prune(): Promise<void>;
}

export interface AreaVolume {
  /** Within the last day. */
  unused: number;
  /** Within the last week. */
  usedOfWeek: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** For each code that is used, this many may go astray. */
const unusedPerUsed = 3;

/** Pure: at most `floor` unused ones a day, or three times what a usual day's newcomers use. */
export const isFloodedBy = ({ unused, usedOfWeek }: AreaVolume, floor: number): boolean =>
  unused >= Math.max(floor, (usedOfWeek / 7) * unusedPerUsed);

export function createCodeAreas({ pool, clock, floor }: { pool: Pool; clock: Clock; floor: number }): CodeAreas {
  const hourOf = (now: number): string => toInstant(now - (now % hourMs));

  async function count(database: Database, row: { area: string; sent: number; used: number }): Promise<void> {
    await database.query(
      `insert into code_area_hours (area, hour, sent, used) values ($1, $2, $3, $4)
       on conflict (area, hour) do update set sent = code_area_hours.sent + $3, used = code_area_hours.used + $4`,
      [row.area, hourOf(clock.now()), row.sent, row.used],
    );
  }

  return {
    async isFlooded(area) {
      if (!Number.isFinite(floor)) return false;
      const now = clock.now();
      const { rows } = await pool.query<AreaVolume>(
        `select coalesce(sum(sent - used) filter (where hour > $2), 0)::int as unused,
           coalesce(sum(used), 0)::int as "usedOfWeek"
         from code_area_hours where area = $1 and hour > $3`,
        [area, toInstant(now - dayMs), toInstant(now - weekMs)],
      );
      return isFloodedBy(rows[0]!, floor);
    },
    countSent: (area, change) => count(pool, { area, sent: change, used: 0 }),
    countUsed: (database, area) => count(database, { area, sent: 0, used: 1 }),
    async prune() {
      await pool.query('delete from code_area_hours where hour < $1', [toInstant(clock.now() - weekMs)]);
    },
  };
}
