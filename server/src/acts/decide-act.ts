// Deciding on a proposal: claimed, approved, refused or taken back, by one operator at a time.
import { claimMs, parseWireId, toInstant, wireId, type OperatorRole, type Uuid } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { claimableFrom } from '../kit/claims.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorContext, OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { BoundAct } from '../kit/act.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';
import { requireMayAct } from '../operators/require-may-decide.ts';
import type { CarryOut } from './carry-out.ts';
import { signatureOf } from './sign-act.ts';
import { nextState, whyNot, type ProposalFacts } from './rules.ts';
import {
  changeProposal,
  insertComment,
  insertSignature,
  lastClaimUntil,
  lockProposal,
  readProposal,
  type Proposal,
  type ProposalChange,
} from './store.ts';

export interface DecideOptions {
  pool: Pool;
  clock: Clock;
  actOf: (kind: string) => BoundAct | undefined;
  carryOut: CarryOut;
  signatures: ApprovalSignatures;
}

interface Asked {
  proposal_id: string;
  version: number;
  reason?: string;
  comment?: string;
}
interface Approval {
  signature: string | undefined;
  context: OperatorContext;
}
type Decision = 'approve' | 'refuse' | 'withdraw' | 'claim' | 'release';

export function createDecide({ pool, clock, actOf, carryOut, signatures }: DecideOptions) {
  /** Of the transaction that changes it; refuses with what keeps this operator from it. */
  async function decide(
    event: Decision,
    asked: Asked,
    { operator, change, approval }: { operator: OperatorSession; change: ProposalChange; approval?: Approval },
  ): Promise<Uuid> {
    // oxfmt-ignore
    const proposalId = parseWireId('proposal', asked.proposal_id) ?? refuse('not-found');
    await inTransaction(pool, async (database) => {
      const proposal = (await lockProposal(database, proposalId)) ?? refuse('not-found');
      const bound = actOf(proposal.kind) ?? refuse('not-found');
      const { act, beforeApproval } = bound;
      if (event === 'approve' && isApprovedBy(proposal, operator)) return;
      const ownClaimUntil = event === 'claim' ? await lastClaimUntil(database, proposalId, operator.operatorId) : null;
      const facts = { ...proposal, ownClaimUntil };
      const code = whyNot(event, { act, proposal: facts, person: operator, version: asked.version, now: clock.now() });
      if (code !== undefined) refuse(code, factsOf(code, facts, act.approvers));
      if (event === 'approve') await requireMayAct(database, { ...proposal, operatorId: operator.operatorId });
      if (event === 'approve') await beforeApproval?.({ proposalId, facts: proposal.facts, operator }, database);
      const signature = approval && (await approvalOf(proposal, approval, signatures));
      if (signature !== undefined)
        await insertSignature(database, proposalId, { operatorId: operator.operatorId, signature });
      const state = event === 'claim' || event === 'release' ? undefined : nextState(proposal.state, event);
      await changeProposal(database, proposal, { ...change, ...(state && { state }) });
      const { comment = '', reason = '' } = asked;
      if (comment !== '') await insertComment(database, { proposalId, operatorId: operator.operatorId, text: comment });
      const detail = { kind: proposal.kind, reason, ...(event === 'release' && { of: proposal.claimedByName ?? '' }) };
      await appendAudit(database, { operator: operator.name, act: `act-${event}`, subject: wireId('proposal', proposalId), detail }); // oxfmt-ignore
    });
    return proposalId;
  }

  return {
    async approve({ signature, ...asked }: Asked & { signature?: string | undefined }, context: OperatorContext) {
      const { operator } = context;
      const change = { checker: operator.operatorId };
      const proposalId = await decide('approve', asked, { operator, change, approval: { signature, context } });
      // Who approved it has done so, whatever comes of it now; a job goes on with it.
      await carryOut(proposalId, 'wait').catch((error: unknown) => log.warn('an act was not carried out at once', { proposalId, reason: reasonOf(error) })); // oxfmt-ignore
      return (await readProposal(pool, proposalId))!;
    },
    async refuse({ reason, ...asked }: Asked & { reason: string }, operator: OperatorSession): Promise<Proposal> {
      const change = { checker: operator.operatorId, reason };
      return (await readProposal(pool, await decide('refuse', { ...asked, reason }, { operator, change })))!;
    },
    async withdraw({ reason, ...asked }: Asked & { reason: string }, operator: OperatorSession): Promise<Proposal> {
      return (await readProposal(
        pool,
        await decide('withdraw', { ...asked, reason }, { operator, change: { reason } }),
      ))!;
    },
    async claim({ claim, ...asked }: Asked & { claim: boolean }, operator: OperatorSession): Promise<Proposal> {
      const change = { claim: { by: claim ? operator.operatorId : null, forMs: claimMs } };
      return (await readProposal(pool, await decide(claim ? 'claim' : 'release', asked, { operator, change })))!;
    },
  };
}

const approvalOf = (act: Proposal, { signature: given, context }: Approval, signatures: ApprovalSignatures) =>
  signatureOf({ act, part: 'approves', given }, context, signatures);

const isApprovedBy = ({ state, checker }: Proposal, { operatorId }: OperatorSession): boolean =>
  checker === operatorId && (state === 'approved' || state === 'done' || state === 'failed');

function factsOf(
  code: string,
  proposal: Proposal & Pick<ProposalFacts, 'ownClaimUntil'>,
  approvers: readonly OperatorRole[],
): Record<string, string> {
  if (code === 'role-missing') return { roles: approvers.join(', ') };
  if (code === 'proposal-changed') return { state: proposal.state, version: String(proposal.version) };
  if (code === 'claimed-lately') return { from: toInstant(claimableFrom(proposal.ownClaimUntil)) };
  if (code !== 'claimed-by-other') return {};
  return { operator: proposal.claimedByName!, until: toInstant(proposal.claimedUntil!) };
}
