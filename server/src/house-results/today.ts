// What the house gained today, for operators.
import { getHouseToday, toInstant } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { countOnce } from './count-once.ts';
import { describeToday, type ProductKinds } from './describe-results.ts';
import { readToday } from './store.ts';

export interface TodayParts {
  pool: Pool;
  clock: Clock;
  resultKinds: () => readonly ProductKinds[];
}

/** It reads the journal of a day. */
export function houseToday({ pool, clock, resultKinds }: TodayParts): BoundCall {
  const counted = countOnce(async () => describeToday(resultKinds(), await readToday(pool)), clock);
  return bindOperator(getHouseToday, async () => {
    const { at, value } = await counted();
    return { counted_at: toInstant(at), products: value };
  });
}
