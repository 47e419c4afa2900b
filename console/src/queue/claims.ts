// Who has a case for a while, by the server's clock, and what is offered of it meanwhile. Pure.
import type { SignedInOperator } from '@candor/wire';

export interface Claim {
  claimed_by: string | null;
  /** It may have passed. Undefined where the server names nobody once it has. */
  claimed_until?: string | null;
}
type Person = Pick<SignedInOperator, 'name'>;

/** The name of who has it now. */
export function holderOf({ claimed_by: by, claimed_until: until }: Claim, now: number): string | null {
  const isOver = until === null || (until !== undefined && now >= Date.parse(until));
  return isOver ? null : by;
}

export const isClaimedBy = (claim: Claim, { name }: Person, now: number): boolean => holderOf(claim, now) === name;

/** Then the server refuses everybody else what decides on it. */
export function isClaimedByOther(claim: Claim, { name }: Person, now: number): boolean {
  const holder = holderOf(claim, now);
  return holder !== null && holder !== name;
}

interface Offer {
  isOffered: (item: object, operator: SignedInOperator, now: number) => boolean;
  evenIfClaimed?: true;
}
interface Offers<Action> {
  actions?: readonly Action[];
  claimOf?: (item: object) => Claim | null;
}

/** What this operator can do to the case now: while somebody else has claimed it, only what says of itself that it does not mind. */
export function offeredOf<Action extends Offer>(
  { actions = [], claimOf }: Offers<Action>,
  item: object,
  { me, now }: { me: SignedInOperator; now: number },
): Action[] {
  const claim = claimOf?.(item) ?? null;
  const isHeld = claim !== null && isClaimedByOther(claim, me, now);
  return actions.filter(
    ({ evenIfClaimed, isOffered }) => (evenIfClaimed === true || !isHeld) && isOffered(item, me, now),
  );
}
