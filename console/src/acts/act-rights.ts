// What is offered to somebody of a proposal: what the server would not refuse by roles, or as somebody's own. Pure.
import { actOf, mayDecide } from '@candor/wire';
import type { ProposalMessage, WithRoles } from '@candor/wire';
import { holderOf, isClaimedByOther } from '../queue/claims.ts';

type Proposal = Pick<ProposalMessage, 'kind' | 'state' | 'maker' | 'claimed_by' | 'claimed_until'>;
interface Person extends WithRoles {
  name: string;
}

const isOpen = ({ state }: Proposal): boolean => state === 'proposed';
/** Approves and refuses it, unless somebody else has claimed it. */
export function decides(item: Proposal, me: Person): boolean {
  const act = actOf(item.kind);
  return isOpen(item) && item.maker !== me.name && act !== undefined && mayDecide(act, me);
}
export const withdraws = (item: Proposal, me: Person): boolean => isOpen(item) && item.maker === me.name;
/** An administrator gives back what anybody has claimed. */
const releases = (item: Proposal, me: Person): boolean =>
  isOpen(item) && item.claimed_by !== null && me.roles.includes('administrator');
export const claims = (item: Proposal, me: Person, now: number): boolean =>
  (decides(item, me) && !isClaimedByOther(item, me, now)) || releases(item, me);
/** Of one that waits: what was claimed once is decided meanwhile. */
export const claimOf = (item: Proposal): Proposal | null => (isOpen(item) ? item : null);

/** Whether a claim would be given back and not begun: it is the person's own, runs for somebody else, or can't be begun. */
export function givesBack(item: Proposal, me: Person, now: number): boolean {
  const isHeld = holderOf(item, now) !== null;
  return (item.claimed_by === me.name && decides(item, me)) || (releases(item, me) && (isHeld || !decides(item, me)));
}
