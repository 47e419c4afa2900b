// Pure rules of proposals: which state follows which, and who may do what to one.
import { mayDecide, type Act, type OperatorRole, type ProposalState, type RefusalCode, type Uuid } from '@candor/wire';
import { claimableFrom, isClaimedBy, isClaimedByOther } from '../kit/claims.ts';

export type ActEvent = 'approve' | 'refuse' | 'withdraw' | 'expire' | 'finish' | 'fail';

const transitions: Readonly<Record<ProposalState, Partial<Record<ActEvent, ProposalState>>>> = {
  proposed: { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn', expire: 'expired' },
  approved: { finish: 'done', fail: 'failed' },
  done: {},
  failed: {},
  refused: {},
  withdrawn: {},
  expired: {},
};

/** Undefined where the event means nothing in this state. */
export const nextState = (state: ProposalState, event: ActEvent): ProposalState | undefined =>
  transitions[state][event];

export interface ProposalFacts {
  state: ProposalState;
  version: number;
  maker: Uuid;
  claimedBy: Uuid | null;
  claimedUntil: number | null;
  expiresAt: number;
  /** When the last claim of who asks ended or ends, given back or not; null if he never claimed it. */
  ownClaimUntil: number | null;
}
interface Person {
  operatorId: Uuid;
  roles: readonly OperatorRole[];
}

/** Why this person can't do this to the proposal now; undefined if he can. */
export function whyNot(
  event: 'approve' | 'refuse' | 'withdraw' | 'claim' | 'release',
  {
    act,
    proposal,
    person,
    version,
    now,
  }: { act: Act; proposal: ProposalFacts; person: Person; version: number; now: number },
): RefusalCode | undefined {
  const isOwn = proposal.maker === person.operatorId;
  const releasesAny = event === 'release' && person.roles.includes('administrator');
  if (event === 'withdraw') {
    if (!isOwn) return 'others-proposal';
  } else if (!releasesAny) {
    if (!mayDecide(act, person)) return 'role-missing';
    if (isOwn) return 'own-proposal';
  }
  if (proposal.state !== 'proposed' || proposal.version !== version) return 'proposal-changed';
  // Each change makes another version, which those who decide have to look at anew.
  if (event === 'release' && proposal.claimedBy === null) return 'proposal-changed';
  if (event !== 'withdraw' && !releasesAny && isClaimedByOther(proposal, person, now)) return 'claimed-by-other';
  if (event === 'claim' && now < claimableFrom(proposal.ownClaimUntil)) return 'claimed-lately';
  if (event !== 'approve') return undefined;
  if (now >= proposal.expiresAt) return 'proposal-expired';
  return act.needsClaim && !isClaimedBy(proposal, person, now) ? 'claim-first' : undefined;
}
