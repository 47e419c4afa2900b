// Whether a code is an operator's second factor; a right one is used up by asking.
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { digestsOfCode, openSecret, stepOfCode } from '../kit/second-factor.ts';
import { spendRecoveryCode, spendStep } from './proof-store.ts';
import type { Operator } from './store.ts';

export type CheckSecondFactor = (operator: Operator, code: string) => Promise<boolean>;

export function createCheckSecondFactor(options: {
  pool: Pool;
  clock: Clock;
  peppers: readonly Buffer[];
}): CheckSecondFactor {
  const { pool, clock, peppers } = options;
  return async ({ operatorId, totpSecret, isDemo }, code) => {
    // Who tries a role of a demo has no authenticator; no production knows such an operator.
    if (isDemo) return true;
    if (totpSecret === null) return false;
    const step = stepOfCode(openSecret('operator', totpSecret, peppers), code, clock.now());
    if (step !== undefined) return spendStep(pool, operatorId, step);
    return spendRecoveryCode(pool, operatorId, digestsOfCode('operator', operatorId, code, peppers));
  };
}
