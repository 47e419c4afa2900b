// Showing the second factor again in a session: a code of the authenticator, a recovery code, or what one of the operator's passkeys signed.
import { appendAudit } from '../kit/audit-log.ts';
import type { OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import { keyedDigest } from '../kit/tokens.ts';
import type { CheckSecondFactor } from './check-second-factor.ts';
import type { createOperatorPasskeys } from './operator-passkeys.ts';
import { readOperatorById, stepUpSession } from './store.ts';

export interface StepUpOptions {
  pool: Pool;
  throttle: Throttle;
  codeKey: Buffer;
  checkSecondFactor: CheckSecondFactor;
  operatorPasskeys: Pick<ReturnType<typeof createOperatorPasskeys>, 'hasSigned'>;
}

/** A stolen cookie guesses no codes; a right one gives its place back. */
const wrongPerSessionPerHour = 10;

/** Until when it counts as shown; refuses with `second-factor-failed` and `login-throttled`. */
export async function stepUp(options: StepUpOptions, code: string, context: OperatorContext): Promise<number> {
  const { pool, throttle, codeKey, checkSecondFactor, operatorPasskeys } = options;
  const { operatorId, sessionId, name } = context.operator;
  const rule = { kind: 'limit', limit: wrongPerSessionPerHour, windowMs: 3_600_000 } as const;
  const subject = keyedDigest(codeKey, ['operator step-up', sessionId]);
  const taken = await throttle.take([{ scope: 'operator-step-up', subject, rule }]);
  if (isThrottled(taken)) return refuse('login-throttled', { seconds: secondsOf(taken) });
  const stored = await readOperatorById(pool, operatorId);
  const isRight = code.trimStart().startsWith('{')
    ? await operatorPasskeys.hasSigned(code, context)
    : stored !== undefined && (await checkSecondFactor(stored, code)) !== undefined;
  await appendAudit(pool, { operator: name, act: isRight ? 'step-up' : 'step-up-refused', subject: name });
  if (!isRight) return refuse('second-factor-failed');
  await throttle.giveBack(taken);
  return stepUpSession(pool, sessionId);
}
