// Who looks at something alone for a while: not while another does, and not again soon after, so that nobody keeps all others from it.
import { claimRestMs, toInstant, type OperatorRole, type Uuid } from '@candor/wire';
import type { Database } from './postgres.ts';
import { refuse } from './refuse.ts';

interface Claim {
  claimedBy: Uuid | null;
  claimedUntil: number | null;
}
interface NamedClaim extends Claim {
  claimedByName: string | null;
}
interface Claimer {
  operatorId: Uuid;
  roles: readonly OperatorRole[];
}

export const isClaimedBy = (
  { claimedBy, claimedUntil }: Claim,
  { operatorId }: Pick<Claimer, 'operatorId'>,
  now: number,
): boolean => claimedBy === operatorId && now < claimedUntil!;

/** Of somebody else, at this moment. */
export const isClaimedByOther = (
  { claimedBy, claimedUntil }: Claim,
  { operatorId }: Pick<Claimer, 'operatorId'>,
  now: number,
): boolean => claimedBy !== null && claimedBy !== operatorId && now < claimedUntil!;

/** From when on who asks may claim it, by when his last claim ended or ends, given back or not. */
export const claimableFrom = (ownClaimUntil: number | null): number =>
  ownClaimUntil === null ? -Infinity : ownClaimUntil + claimRestMs;

/** Of a case whose row is locked. Refuses with `claimed-by-other` and `claimed-lately`. */
export async function requireClaimable(
  database: Database,
  { caseId, claim, operator, now }: { caseId: Uuid; claim: NamedClaim; operator: Claimer; now: number },
): Promise<void> {
  refuseOthers(claim, operator, now);
  const { until, rests } = await lastClaim(database, caseId, operator.operatorId);
  const from = claimableFrom(until);
  if (rests || now < from) refuse('claimed-lately', { from: toInstant(from) });
}

/** An administrator gives it back for anybody. Refuses with `claimed-by-other`. */
export function requireReleasable(claim: NamedClaim, operator: Claimer, now: number): void {
  if (!operator.roles.includes('administrator')) refuseOthers(claim, operator, now);
}

function refuseOthers(claim: NamedClaim, operator: Claimer, now: number): void {
  if (!isClaimedByOther(claim, operator, now)) return;
  refuse('claimed-by-other', { operator: claim.claimedByName!, until: toInstant(claim.claimedUntil!) });
}

/** Claims are written by the database, which refuses another one by its own clock: `rests`. */
async function lastClaim(
  database: Database,
  caseId: Uuid,
  operatorId: Uuid,
): Promise<{ until: number | null; rests: boolean }> {
  const { rows } = await database.query<{ until: number | null; rests: boolean }>(
    `select max(claimed_until) as until,
       coalesce(max(claimed_until) + $3 * interval '1 millisecond' > clock_timestamp(), false) as rests
     from case_claims where case_id = $1 and operator_id = $2`,
    [caseId, operatorId, claimRestMs],
  );
  return rows[0]!;
}
