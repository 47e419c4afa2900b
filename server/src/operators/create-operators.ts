// Operators where requests arrive: who is signed in at the console, and the calls by which they come in and go.
import { idMaker } from '../kit/new-id.ts';
import type { CountLook, NoteLook, NoteRefusedCall } from '../kit/audit-log.ts';
import { boundLooks } from '../kit/bound-looks.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { createChallenges } from '../kit/passkeys/challenges.ts';
import { createPasskeys } from '../kit/passkeys/passkeys.ts';
import { createPasswords, type PasswordCost } from '../kit/passwords/passwords.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import type { Secrets } from '../kit/secrets.ts';
import { createSealing } from '../kit/sealing.ts';
import { createThrottle } from '../kit/throttle/throttle.ts';
import { digestOfToken, ownerOfToken, tokenForm } from '../kit/tokens.ts';
import { createApprovalSignatures, type ApprovalSignatures } from './approval-signatures.ts';
import { createOwnProofs } from './change-own-proofs.ts';
import { createCheckSecondFactor } from './check-second-factor.ts';
import { createCountLook } from './count-looks.ts';
import { createInvitations } from './invitations.ts';
import { operatorActs } from './operator-acts.ts';
import { bindOperatorCalls } from './operator-calls.ts';
import { createNoteLook } from './note-looks.ts';
import { createRefusedCalls } from './note-refused-calls.ts';
import { createOperatorPasskeys } from './operator-passkeys.ts';
import { keptPasskeys } from './proof-store.ts';
import { createSignIn } from './sign-in.ts';
import { forgetLooks } from './look-store.ts';
import { findSession, noteUse } from './store.ts';

export interface Operators {
  web: WebPart;
  /** The session of a cookie's token, asked for each time: a role that was taken away is gone with the next call. */
  sessions: {
    find: (token: string) => Promise<OperatorSession | undefined>;
    known: () => undefined;
    used: (session: OperatorSession) => Promise<void>;
  };
  signatures: ApprovalSignatures;
  noteLook: NoteLook;
  countLook: CountLook;
  noteRefusedCall: NoteRefusedCall;
  /** How often argon2 ran since the start. */
  passwordEvaluations: () => number;
}

export interface OperatorsOptions {
  pool: Pool;
  clock: Clock;
  mode: 'demo' | 'production';
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers' | 'codeKey'>;
  /** Where operators reach the console, which passkeys are bound to; where a request came to unless given. */
  consoleOrigin?: string | undefined;
  /** Whether operators sign what they approve; in a production they do. */
  signsApprovals?: boolean;
  passwordCost?: PasswordCost | undefined;
}

const challengeMs = 5 * 60_000;
const pruneEveryMs = 3_600_000;
const countEveryMs = 30_000;

export function createOperators(options: OperatorsOptions): Operators {
  const { pool, clock, mode, secrets, consoleOrigin: publicOrigin, passwordCost } = options;
  const { codeKey } = secrets;
  const peppers = [secrets.pepper, ...(secrets.olderPeppers ?? [])] as const;
  const passwords = createPasswords({ peppers, ...(passwordCost && { cost: passwordCost }) });
  const throttle = createThrottle({ pool, clock });
  const checkSecondFactor = createCheckSecondFactor({ pool, clock, peppers });
  const challenges = createChallenges({ pool, clock, key: codeKey, whose: 'operator', lifeMs: challengeMs });
  const passkeys = createPasskeys({ kept: keptPasskeys(pool), challenges, place: 'Candor console', publicOrigin });
  const refusedCalls = createRefusedCalls({ pool, clock });
  const newId = idMaker(clock);
  const { signsApprovals = mode === 'production' } = options;
  return {
    web: {
      acts: operatorActs,
      jobs: [
        createJob({ name: 'prune-operators', role: 'console', every: pruneEveryMs, isShared: true, run: () => challenges.prune(pool) }), // oxfmt-ignore
        createJob({ name: 'forget-looks', role: 'console', every: pruneEveryMs, isShared: true, run: () => forgetLooks(pool) }), // oxfmt-ignore
        createJob({ name: 'count-refused-calls', role: 'console', every: countEveryMs, run: refusedCalls.writeCounts }),
      ],
      calls: bindOperatorCalls({
        pool,
        mode,
        signsApprovals,
        newId,
        pepper: secrets.pepper,
        throttle,
        codeKey,
        checkSecondFactor,
        signIn: createSignIn({ pool, passwords, throttle, codeKey, checkSecondFactor }),
        invitations: createInvitations({ pool, clock, passwords, throttle, codeKey, peppers }),
        operatorPasskeys: createOperatorPasskeys({ pool, throttle, codeKey, newId, passkeys }),
        ownProofs: createOwnProofs({ pool, clock, passwords, throttle, codeKey, peppers }),
      }),
    },
    sessions: {
      async find(token) {
        if (!tokenForm.test(token)) return undefined;
        const found = await findSession(pool, digestOfToken(codeKey, 'operator session', token));
        return found?.operatorId === ownerOfToken(token) ? found : undefined;
      },
      known: () => undefined,
      used: ({ sessionId }) => noteUse(pool, sessionId),
    },
    signatures: createApprovalSignatures({ pool, passkeys, areNeeded: signsApprovals }),
    noteLook: createNoteLook({ pool, clock }),
    countLook: createCountLook({ looks: boundLooks({ pool }), sealing: createSealing(secrets, 'looks') }),
    noteRefusedCall: refusedCalls.note,
    passwordEvaluations: passwords.evaluations,
  };
}
