// Why an operator may not take a decision. The database says so when a desk asks before the decision, and again when the decision is committed
// (migrations 0105, 0135). Both become the same refusal here.
import { toInstant, type OperatorTie } from '@candor/wire';
import { Refusal } from './refuse.ts';

/** The obstacle as the function `operator_obstacle` of the database returns it. */
export type Obstacle =
  | { code: 'own-account'; tie: OperatorTie }
  | { code: 'credited-lately'; until_ms: number }
  | { code: 'worth-unknown' }
  | { code: 'day-sum-reached'; limit: string; decided: string; amount: string };

export function refusalFor(obstacle: Obstacle): Refusal {
  switch (obstacle.code) {
    case 'own-account':
      return new Refusal('own-account', { tie: obstacle.tie });
    case 'credited-lately':
      return new Refusal('credited-lately', { until: toInstant(obstacle.until_ms) });
    case 'worth-unknown':
      return new Refusal('worth-unknown');
    case 'day-sum-reached': {
      const { limit, decided, amount } = obstacle;
      return new Refusal('day-sum-reached', { limit, decided, amount, coin: 'USDT' });
    }
  }
}

/** The refusal in an error of the database that a decision met at its commit; undefined for every other error. */
export function refusalIn(error: unknown): Refusal | undefined {
  const { code, constraint, detail } = (error ?? {}) as { code?: unknown; constraint?: unknown; detail?: unknown };
  if (code !== '42501' || constraint !== 'operator_obstacle' || typeof detail !== 'string') return undefined;
  return refusalFor(JSON.parse(detail) as Obstacle);
}
