// What the house gained today, for operators. It reads the journal of a day, so what was counted stands for a minute and whoever asks
// later is answered with it while it is counted anew.
import { getHouseToday, toInstant } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { describeToday, type ProductKinds } from './describe-results.ts';
import { readToday } from './store.ts';

const standsMs = 60_000;

interface Counted {
  at: number;
  products: ReturnType<typeof describeToday>;
}

export function houseToday({
  pool,
  clock,
  resultKinds,
}: {
  pool: Pool;
  clock: Clock;
  resultKinds: () => readonly ProductKinds[];
}): BoundCall {
  let counted: Counted | undefined;
  let underWay: Promise<Counted> | undefined;
  async function count(): Promise<Counted> {
    const at = clock.now();
    const products = describeToday(resultKinds(), await readToday(pool));
    return (counted = { at, products });
  }
  const countOnce = (): Promise<Counted> => (underWay ??= count().finally(() => (underWay = undefined)));
  return bindOperator(getHouseToday, async () => {
    const isOld = !counted || clock.now() - counted.at > standsMs;
    const fresh = isOld ? countOnce() : undefined;
    // What a count that nobody waits for fails with, the next one meets again.
    if (counted) void fresh?.catch(() => undefined);
    const { at, products } = counted ?? (await fresh!);
    return { counted_at: toInstant(at), products };
  });
}
