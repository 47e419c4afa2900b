// The second person of a document that certifies another account: he sees it while he has claimed the act, and approves what he has seen.
import { wireId, type Uuid } from '@candor/wire';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { IdentityCase } from './case.ts';
import { readCase } from './store.ts';

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

/** Each of its pictures, by this proposal. Refuses with `look-first`. */
export async function requireLooked(
  database: Database,
  { proposalId, caseId, operator }: { proposalId: Uuid; caseId: Uuid; operator: Pick<OperatorSession, 'name'> },
): Promise<void> {
  const { accountId, back } = (await readCase(database, caseId)) ?? refuse('not-found');
  const { rows } = await database.query<{ side: string }>(
    `select distinct detail::json ->> 'side' as side from audit_log
     where subject = $1 and act = 'identity-picture-viewed' and operator = $2 and detail::json ->> 'proposal' = $3`,
    [wireId('account', accountId), operator.name, wireId('proposal', proposalId)],
  );
  if (rows.length < (back === null ? 1 : 2)) refuse('look-first');
}
