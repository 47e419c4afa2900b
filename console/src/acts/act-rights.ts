// What is offered to somebody of a proposal: what the server would not refuse by roles, or as somebody's own. Pure.
import { actOf, mayDecide } from '@candor/wire';
import type { ProposalMessage, WithRoles } from '@candor/wire';

type Proposal = Pick<ProposalMessage, 'kind' | 'state' | 'maker' | 'claimed_by' | 'claimed_until'>;
interface Person extends WithRoles {
  name: string;
}

const isOpen = ({ state }: Proposal): boolean => state === 'proposed';
/** Approves, refuses and claims it. */
export function decides(item: Proposal, me: Person): boolean {
  const act = actOf(item.kind);
  return isOpen(item) && item.maker !== me.name && act !== undefined && mayDecide(act, me);
}
export const withdraws = (item: Proposal, me: Person): boolean => isOpen(item) && item.maker === me.name;
/** An administrator gives back what anybody has claimed. */
const releases = (item: Proposal, me: Person): boolean =>
  isOpen(item) && item.claimed_by !== null && me.roles.includes('administrator');
export const claims = (item: Proposal, me: Person): boolean => decides(item, me) || releases(item, me);

/** Whether a claim would be given back and not begun: it is the person's own, runs for somebody else, or can't be begun. */
export function givesBack(item: Proposal, me: Person, now: number): boolean {
  const isHeld = item.claimed_until !== null && Date.parse(item.claimed_until) > now;
  return (item.claimed_by === me.name && decides(item, me)) || (releases(item, me) && (isHeld || !decides(item, me)));
}
