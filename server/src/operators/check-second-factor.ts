// Whether a code is an operator's second factor; a right one is used up by asking.
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { digestsOfCode, openSecret, stepOfCode } from '../kit/second-factor.ts';
import { spendRecoveryCode, spendStep } from './proof-store.ts';
import type { Operator, ShownProof } from './store.ts';

/** What it is of, as that may end before a session is opened with it; undefined where it is none. */
export type CheckSecondFactor = (operator: Operator, code: string) => Promise<ShownFactor | undefined>;
type ShownFactor = Pick<ShownProof, 'authenticatorId' | 'recoveryCode'>;

export function createCheckSecondFactor(options: {
  pool: Pool;
  clock: Clock;
  peppers: readonly Buffer[];
}): CheckSecondFactor {
  const { pool, clock, peppers } = options;
  return async ({ operatorId, authenticatorId, totpSecret, isDemo }, code) => {
    // Who tries a role of a demo has no authenticator; no production knows such an operator.
    if (isDemo) return {};
    if (authenticatorId === null || totpSecret === null) return undefined;
    const step = stepOfCode(openSecret('operator', totpSecret, peppers), code, clock.now());
    if (step !== undefined) return (await spendStep(pool, authenticatorId, step)) ? { authenticatorId } : undefined;
    const recoveryCode = await spendRecoveryCode(pool, operatorId, digestsOfCode('operator', operatorId, code, peppers)); // oxfmt-ignore
    return recoveryCode === undefined ? undefined : { recoveryCode };
  };
}
