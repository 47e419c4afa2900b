// Whether a code is an operator's second factor; a right one is used up by asking.
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { digestsOfCode, openSecret, stepOfCode } from '../kit/second-factor.ts';
import { spendRecoveryCode, spendStep, type Operator } from './store.ts';

export type CheckSecondFactor = (operator: Operator, code: string) => Promise<boolean>;

export function createCheckSecondFactor(options: {
  pool: Pool;
  clock: Clock;
  peppers: readonly Buffer[];
}): CheckSecondFactor {
  const { pool, clock, peppers } = options;
  return async ({ operatorId, name, totpSecret, isDemo }, code) => {
    // Who tries a role of a demo has no authenticator; no production knows such an operator.
    if (isDemo) return true;
    if (totpSecret === null) return false;
    const step = stepOfCode(openSecret('operator', totpSecret, peppers), code, clock.now());
    if (step !== undefined) return spendStep(pool, operatorId, step);
    if (!(await spendRecoveryCode(pool, operatorId, digestsOfCode('operator', operatorId, code, peppers))))
      return false;
    await appendAudit(pool, { operator: name, act: 'recovery-code-used', subject: name });
    return true;
  };
}
