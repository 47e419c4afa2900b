// All SQL of identity cases.
import { toInstant, type FailureReason, type Uuid } from '@candor/wire';
import { countRows } from '../kit/count-rows.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import type { Waiting } from '../kit/product.ts';
import type { CaseState, IdentityCase } from './case.ts';

type CaseRow = Omit<IdentityCase, 'details'> & { keyId: string; sealed: Buffer };

/** SQL: under review, of an account that was closed: nobody waits for it, and nobody may look at it. */
const isWithdrawn = (name: string): string =>
  `(${name}.state = 'review' and exists (select from accounts where account_id = ${name}.account_id and closed_at is not null))`;
/** SQL: the state of a case, as everybody is told it. */
export const stateOf = (name: string): string =>
  `case when ${isWithdrawn(name)} then 'withdrawn' else ${name}.state end`;

const columns = `c.case_id as "caseId", c.account_id as "accountId", c.attempt, ${stateOf('c')} as state, c.version, c.country,
  c.document_kind as "documentKind", c.key_id as "keyId", c.sealed, c.front, c.back, c.submitted_at as "submittedAt",
  c.claimed_by as "claimedBy", o.name as "claimedByName", c.claimed_until as "claimedUntil", second.name as "secondName", c.decided_at as "decidedAt", c.reason`;
const source = `identity_cases as c left join operators as o on o.operator_id = c.claimed_by
  left join act_proposals as p on p.proposal_id = c.decided_proposal left join operators as second on second.operator_id = p.checker`;
const toCase = ({ keyId, sealed, ...row }: CaseRow): IdentityCase => ({ ...row, details: { keyId, bytes: sealed } });

/** One writer for an account, until its transaction ends. */
export const lockIdentity = async (database: Database, accountId: Uuid): Promise<void> =>
  void (await database.query(`select pg_advisory_xact_lock(hashtextextended('identity ' || $1, 0))`, [accountId]));

export async function readLatest(database: Database, accountId: Uuid): Promise<IdentityCase | undefined> {
  const { rows } = await database.query<CaseRow>(
    `select ${columns} from ${source} where c.account_id = $1 order by c.attempt desc limit 1`,
    [accountId],
  );
  return rows[0] && toCase(rows[0]);
}

/** All that an account has handed in, the first first. */
export async function readCasesOf(database: Database, accountId: Uuid): Promise<IdentityCase[]> {
  const sql = `select ${columns} from ${source} where c.account_id = $1 order by c.attempt`;
  return (await database.query<CaseRow>(sql, [accountId])).rows.map(toCase);
}

export type NewCase = Pick<
  IdentityCase,
  'caseId' | 'accountId' | 'attempt' | 'country' | 'documentKind' | 'details' | 'front' | 'back' | 'submittedAt'
> & { documentDigest: Buffer; personDigest: Buffer };

export async function insertCase(database: Database, added: NewCase): Promise<void> {
  await database.query(
    `insert into identity_cases (case_id, account_id, attempt, country, document_kind, key_id, sealed, document_digest,
       person_digest, front, back, submitted_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      added.caseId,
      added.accountId,
      added.attempt,
      added.country,
      added.documentKind,
      added.details.keyId,
      added.details.bytes,
      added.documentDigest,
      added.personDigest,
      added.front,
      added.back,
      toInstant(added.submittedAt),
    ],
  );
}

export interface CasesWanted {
  state?: CaseState | undefined;
  country?: string | undefined;
  sort?: string | undefined;
  limit: number;
  offset: number;
}

const sortColumns = { submitted_at: 'c.submitted_at', decided_at: { orNull: 'c.decided_at' } } as const;

/** What waits: the oldest first, unless another order is asked for. */
export async function listCases(
  database: Database,
  { state, country, sort, limit, offset }: CasesWanted,
): Promise<{ total: number; cases: IdentityCase[] }> {
  const ofState = `c.state = case $1 when 'withdrawn' then 'review' else $1 end and ${isWithdrawn('c')} = ($1 = 'withdrawn')`;
  const wanted = `identity_cases c where ($1::text is null or ${ofState}) and ($2::text is null or c.country = $2)`;
  const values = [state, country];
  const counted = await database.query<{ total: number }>(countRows(wanted, { limit, offset }), values);
  const order = orderBy(sort ?? (state === 'review' ? 'submitted_at' : '-submitted_at'), sortColumns, 'c.case_id');
  const { rows } = await database.query<CaseRow>(
    `select ${columns} from ${source} where c.case_id in (select c.case_id from ${wanted} order by ${order} limit $3 offset $4)
     order by ${order}`,
    [...values, limit, offset],
  );
  return { total: counted.rows[0]!.total, cases: rows.map(toCase) };
}

/** Under review, and claimed by nobody else at this moment. */
export async function countWaiting(
  database: Database,
  { operatorId, now }: { operatorId: Uuid; now: number },
): Promise<Required<Waiting>> {
  const { rows } = await database.query<Required<Waiting>>(
    `select count(*) filter (where claimed_by is null or claimed_by = $1 or claimed_until <= $2)::int as waiting,
       count(*)::int as "inAll", min(submitted_at) as "oldestAt"
     from identity_cases c where state = 'review' and not ${isWithdrawn('c')}`,
    [operatorId, toInstant(now)],
  );
  return rows[0]!;
}

export async function readCase(database: Database, caseId: Uuid): Promise<IdentityCase | undefined> {
  const { rows } = await database.query<CaseRow>(`select ${columns} from ${source} where c.case_id = $1`, [caseId]);
  return rows[0] && toCase(rows[0]);
}

/** Nobody else changes it until the transaction ends. */
export async function lockCase(database: Database, caseId: Uuid): Promise<IdentityCase | undefined> {
  await database.query('select from identity_cases where case_id = $1 for update', [caseId]);
  return readCase(database, caseId);
}

/** By the clock of the database, which looks how long a claim is. Returns when it ends. */
export async function storeClaim(
  database: Database,
  { caseId, by, forMs }: { caseId: Uuid; by: Uuid | null; forMs: number },
): Promise<number | null> {
  const { rows } = await database.query<{ until: number | null }>(
    `update identity_cases set claimed_by = $2, version = version + 1,
       claimed_until = case when $2::uuid is not null then date_trunc('milliseconds', clock_timestamp()) + $3 * interval '1 millisecond' end
     where case_id = $1 returning claimed_until as until`,
    [caseId, by, forMs],
  );
  return rows[0]!.until;
}

export interface Decision {
  caseId: Uuid;
  state: 'approved' | 'failed';
  at: number;
  reason: FailureReason | null;
  /** The act of two operators; who proposed it counts as who had the case. */
  proposalId: Uuid | null;
}

export async function storeDecision(
  database: Database,
  { caseId, state, at, reason, proposalId }: Decision,
): Promise<void> {
  await database.query(
    `update identity_cases set state = $2, decided_at = $3, reason = $4, decided_proposal = $5, version = version + 1,
       claimed_by = coalesce((select maker from act_proposals where proposal_id = $5), claimed_by),
       claimed_until = case when $5::uuid is null then claimed_until else $3 end
     where case_id = $1`,
    [caseId, state, toInstant(at), reason, proposalId],
  );
}
