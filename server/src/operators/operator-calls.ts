// Operators as calls of the console.
import {
  acceptInvitation,
  getOperatorMe,
  inviteOperator,
  listOperators,
  lookAtInvitation,
  noteOperatorUse,
  operatorTiming,
  signInOperator,
  signOutOperator,
  stepUpOperator,
  toInstant,
  tryRole,
  wireId,
  type OperatorRole,
  type SignedInOperator,
  type Uuid,
} from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { bind, bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { accessCalls } from './access-calls.ts';
import { auditCalls } from './audit-calls.ts';
import { declaredAccountCalls } from './declared-accounts.ts';
import { sessionCalls } from './session-calls.ts';
import type { createOwnProofs } from './change-own-proofs.ts';
import { invite, type createInvitations } from './invitations.ts';
import type { createOperatorPasskeys } from './operator-passkeys.ts';
import { openSession, type createSignIn } from './sign-in.ts';
import { stepUp, type StepUpOptions } from './step-up.ts';
import { deleteSession, insertOperator, listOperators as readOperators, operatorOfDemo, readOperator, type ListedOperator } from './store.ts'; // oxfmt-ignore

export interface OperatorCallsOptions extends StepUpOptions {
  mode: 'demo' | 'production';
  signsApprovals: boolean;
  newId: () => Uuid;
  pepper: Buffer;
  signIn: ReturnType<typeof createSignIn>;
  invitations: ReturnType<typeof createInvitations>;
  operatorPasskeys: ReturnType<typeof createOperatorPasskeys>;
  ownProofs: ReturnType<typeof createOwnProofs>;
}

export function bindOperatorCalls(options: OperatorCallsOptions): BoundCall[] {
  const { pool, mode, newId, pepper, codeKey, signIn, invitations } = options;
  const describe = describedBy(options);
  const justSignedIn = async (operatorId: Uuid) => describe(await newSession(pool, operatorId));
  const calls: BoundCall[] = [
    bind(signInOperator, async (attempt, context) => justSignedIn((await signIn(attempt, context)).operatorId)),
    bind(signOutOperator, async (_, context) => {
      const { operator } = context;
      context.endSession();
      if (!operator) return {};
      await deleteSession(pool, operator.sessionId);
      await appendAudit(pool, { operator: operator.name, act: 'sign-out' });
      return {};
    }),
    bindOperator(getOperatorMe, (_, { operator }) => describe(operator)),
    // As any act, the door has noted it.
    bindOperator(noteOperatorUse, () => ({})),
    bindOperator(stepUpOperator, async ({ code }, context) =>
      describe({ ...context.operator, steppedUpUntil: await stepUp(options, code, context) }),
    ),
    bind(lookAtInvitation, (asked, context) => invitations.look(asked, context)),
    bind(acceptInvitation, (asked, context) => invitations.accept(asked, context)),
    bindOperator(inviteOperator, async ({ name }, { operator }) =>
      inTransaction(pool, async (database) => {
        await insertOperator(database, { operatorId: newId(), name });
        const invited = (await readOperator(database, name))!;
        if (invited.argon2 !== null || invited.isClosed || invited.isDemo) return refuse('operator-exists');
        const { token, expiresAt } = await invite(database, { operatorId: invited.operatorId, pepper, codeKey });
        await appendAudit(database, { operator: operator.name, act: 'operator-invited', subject: name });
        return { name, token, expires_at: toInstant(expiresAt) };
      }),
    ),
    bindOperator(listOperators, async () => ({ operators: (await readOperators(pool)).map(describeListed) })),
    ...auditCalls(pool),
    ...declaredAccountCalls(pool),
    ...sessionCalls(pool),
    ...accessCalls({ ...options, justSignedIn }),
    bind(tryRole, async ({ role, person }, context) => {
      const name = nameInDemo(role, person);
      return inTransaction(pool, async (database) => {
        const operatorId = await operatorOfDemo(database, name, role);
        await openSession(database, { operatorId, name, otherwise: 'sign-in-failed', codeKey }, context);
        return operatorId;
      }).then(justSignedIn);
    }),
  ];
  return mode === 'demo' ? calls : calls.filter(({ call }) => !call.isDemoOnly);
}

const nameInDemo = (role: OperatorRole, person: number): string => `demo-${role}-${person}`;

/** As the session that was opened a moment ago will be found. */
async function newSession(pool: Pool, operatorId: Uuid): Promise<DescribedSession> {
  const [listed] = await readOperators(pool, operatorId);
  const { name, roles, isDemo, lastSeenAt } = listed!;
  const at = lastSeenAt!;
  return { operatorId, name, roles, isDemo, steppedUpUntil: at + operatorTiming.stepUpMs, endsAt: at + operatorTiming.wholeMs }; // oxfmt-ignore
}

type DescribedSession = Omit<OperatorContext['operator'], 'sessionId'>;

const describedBy =
  ({ signsApprovals }: OperatorCallsOptions) =>
  (session: DescribedSession): SignedInOperator => ({
    operator_id: wireId('operator', session.operatorId),
    name: session.name,
    roles: [...session.roles],
    stepped_up_until: toInstant(session.steppedUpUntil),
    ends_at: toInstant(session.endsAt),
    is_demo: session.isDemo,
    signs_approvals: signsApprovals,
  });

const describeListed = (operator: ListedOperator) => ({
  operator_id: wireId('operator', operator.operatorId),
  name: operator.name,
  roles: operator.roles,
  created_at: toInstant(operator.createdAt),
  accepted_at: instantOf(operator.acceptedAt),
  closed_at: instantOf(operator.closedAt),
  last_seen_at: instantOf(operator.lastSeenAt),
  sessions: operator.sessions,
  fingerprint: operator.fingerprint,
  renewal_until: instantOf(operator.renewalUntil),
  is_demo: operator.isDemo,
});

const instantOf = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
