// The second person of a document that certifies another account: he sees it while he has claimed the act, and approves what he has seen.
import type { Uuid } from '@candor/wire';
import { isClaimedBy } from '../kit/claims.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { IdentityCase } from './case.ts';

/** Of the proposal to approve this case that another made and this operator has claimed now. */
export async function claimedProposal(
  database: Database,
  { caseId }: Pick<IdentityCase, 'caseId'>,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
): Promise<Uuid | undefined> {
  const { rows } = await database.query<{ id: Uuid }>(
    `select proposal_id as id from act_proposals
     where state = 'proposed' and kind = 'approve-identity' and facts::json ->> 'case_uuid' = $1::text
       and claimed_by = $2 and claimed_until > clock_timestamp() and expires_at > clock_timestamp() and maker <> $2
     order by proposed_at limit 1`,
    [caseId, operatorId],
  );
  return rows[0]?.id;
}

/** By which proposal this operator compares the case with what is certified: one that he has claimed, or his own while he has the case. */
export async function comparedBy(
  database: Database,
  { found, operator, now }: { found: IdentityCase; operator: Pick<OperatorSession, 'operatorId'>; now: number },
): Promise<Uuid | undefined> {
  if (found.state !== 'review') return undefined;
  const claimed = await claimedProposal(database, found, operator);
  if (claimed !== undefined || !isClaimedBy(found, operator, now)) return claimed;
  const { rows } = await database.query<{ id: Uuid }>(
    `select proposal_id as id from act_proposals
     where state = 'proposed' and kind = 'approve-identity' and facts::json ->> 'case_uuid' = $1::text
       and maker = $2 and expires_at > clock_timestamp()
     order by proposed_at limit 1`,
    [found.caseId, operator.operatorId],
  );
  return rows[0]?.id;
}

/**
 * Each picture of the case, by this proposal and since he claimed it, as the database asks of any program. Refuses with `claim-first` and
 * `look-first`.
 */
export async function requireLooked(
  database: Database,
  { proposalId, operator }: { proposalId: Uuid; operator: Pick<OperatorSession, 'operatorId'> },
): Promise<void> {
  const { rows } = await database.query<{ isClaimed: boolean; wasSeen: boolean }>(
    `select claimed_by is not distinct from $2 and claimed_until > clock_timestamp() as "isClaimed",
       identity_was_seen(proposal_id, $2) as "wasSeen"
     from act_proposals where proposal_id = $1`,
    [proposalId, operator.operatorId],
  );
  const { isClaimed, wasSeen } = rows[0] ?? refuse('not-found');
  if (!isClaimed) refuse('claim-first');
  if (!wasSeen) refuse('look-first');
}
