import type { Clock } from '../../src/kit/clock.ts';
import type { Pool } from '../../src/kit/postgres.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';

interface Due {
  pool: Pool;
  clock: Clock;
  /** It is waited for no longer. */
  isOver?: () => boolean;
}

/** All that is due by this clock is done. */
export async function untilNothingIsDue({ pool, clock, isOver = () => false }: Due): Promise<void> {
  const read = async (): Promise<boolean> => {
    const due = 'select exists (select from due_work where due_at <= $1) as waits';
    const { rows } = await pool.query<{ waits: boolean }>(due, [new Date(clock.now())]);
    return rows[0]!.waits;
  };
  await readUntil('nothing is due any more', read, (waits) => !waits || isOver(), { withinMs: 120_000, everyMs: 5 });
}
