// The SQL of what an auditor takes along, over the tables of operators, acts and logs; it only reads.
import { toInstant, wireId, type AuditLine, type Uuid } from '@candor/wire';
import { boolean, columns, instant, json, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const rowsARead = 500;
const shownCheckpoints = 20;
type LineOf<Part extends AuditLine['part']> = Extract<AuditLine, { part: Part }>;
interface Page {
  lines: AuditLine[];
  /** Where the next page begins; undefined at the end. */
  end: string | undefined;
}

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));

const operator = columns({
  name: text(),
  roles: json<string[]>().as(
    "(select coalesce(json_agg(role order by role), '[]') from operator_roles r where r.operator_id = o.operator_id)",
  ),
  createdAt: instant,
  acceptedAt: instant.orNull,
  closedAt: instant.orNull,
  isDemo: boolean,
});
export async function readOperatorLines(database: Database): Promise<LineOf<'operator'>[]> {
  const rows = await select(database, operator, `select ${operator.list} from operators o order by name`);
  return rows.map(({ createdAt, acceptedAt, closedAt, isDemo, ...row }) => ({
    part: 'operator',
    ...row,
    created_at: toInstant(createdAt),
    accepted_at: instantOrNull(acceptedAt),
    closed_at: instantOrNull(closedAt),
    is_demo: isDemo,
  }));
}

const proposal = columns({
  proposalId: uuid,
  kind: text(),
  body: text(),
  facts: text(),
  why: text(),
  state: text(),
  maker: text().as('operator_name(maker)'),
  proposedAt: instant,
  checker: text().as('operator_name(checker)').orNull,
  decidedAt: instant.orNull,
  reason: text().orNull,
  endedAt: instant.orNull,
  outcome: text().orNull,
});
/** In the order of their ids, which is that of their time. */
export async function readProposalLines(database: Database, after: string | undefined): Promise<Page> {
  const rows = await select(
    database,
    proposal,
    `select ${proposal.list} from act_proposals where $1::uuid is null or proposal_id > $1 order by proposal_id limit ${rowsARead}`,
    [after],
  );
  const lines = rows.map(({ proposalId, proposedAt, decidedAt, endedAt, ...row }): LineOf<'proposal'> => ({
    part: 'proposal',
    ...row,
    proposal_id: wireId('proposal', proposalId),
    proposed_at: toInstant(proposedAt),
    decided_at: instantOrNull(decidedAt),
    ended_at: instantOrNull(endedAt),
  }));
  return { lines, end: rows.length < rowsARead ? undefined : rows.at(-1)!.proposalId };
}

const comment = columns({
  commentId: safeInteger,
  proposalId: uuid,
  operator: text().as('operator_name(operator_id)'),
  at: instant,
  text: text(),
});
export async function readCommentLines(database: Database, after = '0'): Promise<Page> {
  const rows = await select(
    database,
    comment,
    `select ${comment.list} from act_comments where comment_id > $1 order by comment_id limit ${rowsARead}`,
    [after],
  );
  const lines = rows.map(({ proposalId, operator: name, at, text: said }): LineOf<'comment'> => ({
    part: 'comment',
    proposal_id: wireId('proposal', proposalId as Uuid),
    operator: name,
    at: toInstant(at),
    text: said,
  }));
  return { lines, end: rows.length < rowsARead ? undefined : String(rows.at(-1)!.commentId) };
}

const entry = columns({
  seq: safeInteger,
  at: instant,
  operator: text(),
  act: text(),
  subject: text(),
  detail: text(),
  previousHash: text().as("encode(previous_hash, 'hex')"),
  hash: text().as("encode(audit_log.hash, 'hex')"),
});
export async function readEntryLines(database: Database, from: number, to: number): Promise<LineOf<'entry'>[]> {
  const rows = await select(
    database,
    entry,
    `select ${entry.list} from audit_log where seq between $1 and $2 order by seq limit ${rowsARead}`,
    [from, to],
  );
  return rows.map(({ at, previousHash, ...row }) => ({
    part: 'entry',
    ...row,
    at_ms: at,
    previous_hash: previousHash,
  }));
}

const newest = columns({ seq: safeInteger });
export const readNewestEntry = async (database: Database): Promise<number> =>
  (await selectOne(database, newest, 'select coalesce(max(seq), 0) as seq from audit_log'))!.seq;

const size = columns({ size: safeInteger });
/** Of the public log. */
export const readLogSize = async (database: Database): Promise<number> =>
  (await selectOne(database, size, 'select coalesce(max(seq), -1) + 1 as size from public_log'))!.size;

const checkpoint = columns({ size: safeInteger, note: text() });
/** The newest first. */
export const readCheckpoints = (database: Database) =>
  select(database, checkpoint, `select size, note from public_log_checkpoints order by size desc limit ${shownCheckpoints}`); // oxfmt-ignore
