// A proposal as the wire has it.
import { toInstant, wireId, type ProposalMessage } from '@candor/wire';
import type { Proposal } from './store.ts';

export const describeProposal = (proposal: Proposal): ProposalMessage => ({
  proposal_id: wireId('proposal', proposal.proposalId),
  kind: proposal.kind,
  body: proposal.body,
  facts: proposal.facts,
  why: proposal.why,
  state: proposal.state,
  maker: proposal.makerName,
  proposed_at: toInstant(proposal.proposedAt),
  expires_at: toInstant(proposal.expiresAt),
  claimed_by: proposal.claimedByName,
  claimed_until: instantOf(proposal.claimedUntil),
  checker: proposal.checkerName,
  decided_at: instantOf(proposal.decidedAt),
  reason: proposal.reason,
  ended_at: instantOf(proposal.endedAt),
  outcome: proposal.outcome,
  version: proposal.version,
  nonce: proposal.nonce,
});

const instantOf = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
