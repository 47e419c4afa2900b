// The SQL of proposals; private to this folder. Each update names the version that was read.
import { canonicalJson } from '@candor/proof';
import type { ActKind, ProposalState, Uuid } from '@candor/wire';
import type { ActSignature } from '../kit/act.ts';
import { countRows } from '../kit/count-rows.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Database } from '../kit/postgres.ts';
import type { Waiting } from '../kit/product.ts';

export interface Proposal {
  proposalId: Uuid;
  kind: ActKind;
  body: Record<string, unknown>;
  facts: Record<string, unknown>;
  why: string;
  state: ProposalState;
  maker: Uuid;
  makerName: string;
  proposedAt: number;
  expiresAt: number;
  claimedBy: Uuid | null;
  claimedByName: string | null;
  claimedUntil: number | null;
  checker: Uuid | null;
  checkerName: string | null;
  decidedAt: number | null;
  reason: string | null;
  endedAt: number | null;
  outcome: Record<string, unknown> | null;
  version: number;
  nonce: string | null;
}

const proposalColumns = `p.proposal_id as "proposalId", p.kind, p.body::json, p.facts::json, p.why, p.state, p.maker,
  maker.name as "makerName", p.proposed_at as "proposedAt", p.expires_at as "expiresAt", p.claimed_by as "claimedBy",
  claimer.name as "claimedByName", p.claimed_until as "claimedUntil", p.checker, checker.name as "checkerName",
  p.decided_at as "decidedAt", p.reason, p.ended_at as "endedAt", p.outcome::json, p.version, p.nonce`;
const proposalTables = `act_proposals p join operators maker on maker.operator_id = p.maker
  left join operators claimer on claimer.operator_id = p.claimed_by
  left join operators checker on checker.operator_id = p.checker`;

/** False if a proposal has this nonce already. */
export async function insertProposal(
  database: Database,
  proposal: {
    proposalId: Uuid;
    kind: ActKind;
    body: unknown;
    facts: unknown;
    why: string;
    maker: Uuid;
    lifeMs: number;
    nonce: string | null;
  },
): Promise<boolean> {
  const { proposalId, kind, body, facts, why, maker, lifeMs, nonce } = proposal;
  const { rowCount } = await database.query(
    `insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at, nonce)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond', $8) on conflict (nonce) do nothing`,
    [proposalId, kind, canonicalJson(body), canonicalJson(facts), why, maker, lifeMs, nonce],
  );
  return rowCount === 1;
}

export async function readProposal(database: Database, proposalId: Uuid): Promise<Proposal | undefined> {
  const sql = `select ${proposalColumns} from ${proposalTables} where p.proposal_id = $1`;
  return (await database.query<Proposal>(sql, [proposalId])).rows[0];
}

/** Held until the transaction ends, for all but those whose rows refer to it. `skip`: undefined where another holds it. */
export async function lockProposal(
  database: Database,
  proposalId: Uuid,
  { state, skip = false }: { state?: ProposalState; skip?: boolean } = {},
): Promise<Proposal | undefined> {
  const sql = `select ${proposalColumns} from ${proposalTables}
    where p.proposal_id = $1 and ($2::text is null or p.state = $2) for no key update of p ${skip ? 'skip locked' : ''}`;
  return (await database.query<Proposal>(sql, [proposalId, state])).rows[0];
}

export interface ProposalChange {
  state?: ProposalState;
  checker?: Uuid;
  reason?: string;
  outcome?: Readonly<Record<string, unknown>>;
  claim?: { by: Uuid | null; forMs: number };
}

/** Throws where another changed it since it was read. */
export async function changeProposal(database: Database, read: Proposal, change: ProposalChange): Promise<void> {
  const { state = read.state, checker = read.checker, reason = read.reason, outcome, claim } = change;
  const claimedBy = claim ? claim.by : read.claimedBy;
  const { rowCount } = await database.query(
    `update act_proposals set state = $3, checker = $4, reason = $5, outcome = coalesce($6, outcome), claimed_by = $7,
       claimed_until = case when $8::bigint is not null and $7::uuid is not null then clock_timestamp() + $8 * interval '1 millisecond'
         when $7::uuid is null then null else claimed_until end,
       decided_at = coalesce(decided_at, case when $4::uuid is not null then clock_timestamp() end),
       ended_at = case when $3 in ('proposed', 'approved') then null else clock_timestamp() end, version = version + 1
     where proposal_id = $1 and version = $2`,
    [
      read.proposalId,
      read.version,
      state,
      checker,
      reason,
      outcome === undefined ? null : canonicalJson(outcome),
      claimedBy,
      claim ? claim.forMs : null,
    ],
  );
  if (rowCount !== 1) throw new Error(`proposal ${read.proposalId} was changed by another`);
}

/** Of one operator's claims of it; claims are written by the database. */
export async function lastClaimUntil(database: Database, proposalId: Uuid, operatorId: Uuid): Promise<number | null> {
  const { rows } = await database.query<{ until: number | null }>(
    'select max(claimed_until) as until from act_claims where proposal_id = $1 and operator_id = $2',
    [proposalId, operatorId],
  );
  return rows[0]!.until;
}

export interface ProposalsWanted {
  kinds: readonly ActKind[];
  state?: ProposalState | undefined;
  maker?: string | undefined;
  sort?: string | undefined;
  limit: number;
  offset: number;
}

const sortColumns = { proposed_at: 'p.proposed_at', expires_at: 'p.expires_at', kind: 'p.kind' } as const;

/** What waits: the oldest first, unless another order is asked for. */
export async function listProposals(
  database: Database,
  { kinds, state, maker, sort, limit, offset }: ProposalsWanted,
): Promise<{ total: number; proposals: Proposal[] }> {
  const from = `act_proposals p where p.kind = any($1::text[]) and ($2::text is null or p.state = $2)
    and ($3::text is null or p.maker = (select operator_id from operators where name = $3))`;
  const values = [kinds, state, maker];
  const counted = await database.query<{ total: number }>(countRows(from, { limit, offset }), values);
  const order = orderBy(sort ?? (state === 'proposed' ? 'proposed_at' : '-proposed_at'), sortColumns, 'p.proposal_id');
  const { rows } = await database.query<Proposal>(
    `select ${proposalColumns} from ${proposalTables} where p.proposal_id in (select proposal_id from ${from}
       order by ${order} limit $4 offset $5)
     order by ${order}`,
    [...values, limit, offset],
  );
  return { total: counted.rows[0]!.total, proposals: rows };
}

/** Of the kinds that this operator sees, what nobody has decided on; waiting: what somebody else proposed, of kinds that he decides on. */
export async function countWaiting(
  database: Database,
  { sees, decides, operatorId }: { sees: readonly ActKind[]; decides: readonly ActKind[]; operatorId: Uuid },
): Promise<Required<Waiting>> {
  const { rows } = await database.query<Required<Waiting>>(
    `select count(*) filter (where kind = any($2::text[]) and maker <> $3)::int as waiting,
       count(*)::int as "inAll", min(proposed_at) as "oldestAt"
     from act_proposals where state = 'proposed' and kind = any($1::text[]) and expires_at > clock_timestamp()`,
    [sees, decides, operatorId],
  );
  return rows[0]!;
}

/** Approved a moment ago or longer and not carried out, the oldest first. */
export async function approvedProposals(database: Database): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>(
    `select proposal_id as id from act_proposals where state = 'approved' order by decided_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

export async function expiredProposals(database: Database): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>(
    `select proposal_id as id from act_proposals where state = 'proposed' and expires_at <= clock_timestamp() limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Of the operator who is signed in: what a passkey signed for this act. */
export const insertSignature = async (
  database: Database,
  proposalId: Uuid,
  { operatorId, signature }: { operatorId: Uuid; signature: string },
): Promise<void> =>
  void (await database.query('insert into act_signatures (proposal_id, operator_id, signature) values ($1, $2, $3)', [
    proposalId,
    operatorId,
    signature,
  ]));

/** Of its maker and its checker. */
export async function readSignatures(database: Database, proposalId: Uuid): Promise<ActSignature[]> {
  const { rows } = await database.query<ActSignature>(
    `select o.name as person, s.signature from act_signatures s join act_proposals p on p.proposal_id = s.proposal_id
       join operators o on o.operator_id = s.operator_id
     where s.proposal_id = $1 and s.operator_id in (p.maker, p.checker) order by s.at, o.name`,
    [proposalId],
  );
  return rows;
}

export async function insertComment(
  database: Database,
  comment: { proposalId: Uuid; operatorId: Uuid; text: string },
): Promise<void> {
  // oxfmt-ignore
  await database.query('insert into act_comments (proposal_id, operator_id, text) values ($1, $2, $3)', [
    comment.proposalId,
    comment.operatorId,
    comment.text,
  ]);
}

export async function readComments(
  database: Database,
  proposalId: Uuid,
): Promise<{ at: number; operator: string; text: string }[]> {
  const { rows } = await database.query<{ at: number; operator: string; text: string }>(
    `select c.at, o.name as operator, c.text from act_comments c join operators o on o.operator_id = c.operator_id
     where c.proposal_id = $1 order by c.comment_id limit 1000`,
    [proposalId],
  );
  return rows;
}
