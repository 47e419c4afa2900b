// Proposals as calls of the console.
import {
  acts as kinds,
  approveAct,
  claimAct,
  commentAct,
  exportActs,
  getAct,
  listActKinds,
  listActs,
  mayPropose,
  maySee,
  parseWireId,
  previewAct,
  proposeAct,
  refuseAct,
  toInstant,
  wireId,
  withdrawAct,
  type Act,
  type ActKind,
  type Uuid,
} from '@candor/wire';
import { z } from 'zod';
import type { BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall, type OperatorContext, type OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';
import { requireMayAct } from '../operators/require-may-decide.ts';
import type { CarryOut } from './carry-out.ts';
import { createDecide } from './decide-act.ts';
import { describeProposal } from './describe-proposal.ts';
import { signatureOf } from './sign-act.ts';
import {
  insertComment,
  insertProposal,
  insertSignature,
  listProposals,
  readComments,
  readProposal,
  type Proposal,
} from './store.ts';

export interface ActCallsOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  actOf: (kind: string) => BoundAct | undefined;
  carryOut: CarryOut;
  signatures: ApprovalSignatures;
}

interface AskedAct {
  kind: ActKind;
  body: unknown;
  why: string;
  nonce?: string | undefined;
  signature?: string | undefined;
}

export function actCalls(options: ActCallsOptions): BoundCall[] {
  const { pool, newId, actOf, signatures } = options;
  const decide = createDecide(options);

  async function propose({ why, nonce, signature: given, ...asked }: AskedAct, context: OperatorContext) {
    const { operator } = context;
    const { bound, body, facts } = await factsOf(options, asked, operator);
    await requireMayAct(pool, { kind: asked.kind, facts, operatorId: operator.operatorId });
    const proposalId = newId();
    const { kind } = asked;
    const act = { kind, body, facts, why, nonce: nonce ?? null };
    const signature = await signatureOf({ act, part: 'proposes', given }, context, signatures);
    await inTransaction(pool, async (database) => {
      const { lifeMs } = bound.act;
      const isNew = await insertProposal(database, { ...act, proposalId, maker: operator.operatorId, lifeMs });
      if (!isNew) refuse('proposed-already');
      if (signature !== undefined)
        await insertSignature(database, proposalId, { operatorId: operator.operatorId, signature });
      const subject = wireId('proposal', proposalId);
      await appendAudit(database, { operator: operator.name, act: 'act-proposed', subject, detail: { kind, body, facts, why } }); // oxfmt-ignore
    });
    return (await readProposal(pool, proposalId))!;
  }

  return [
    bindOperator(listActKinds, () => ({ kinds: kinds.map(describeKind) })),
    bindOperator(previewAct, async (asked, { operator }) => ({
      facts: (await factsOf(options, asked, operator)).facts,
    })),
    bindOperator(proposeAct, async (asked, context) => describeProposal(await propose(asked, context))),
    ...bindList(listActs, exportActs, {
      pool,
      head: ['proposal_id', 'kind', 'body', 'why', 'state', 'maker', 'proposed_at', 'expires_at', 'claimed_by', 'checker', 'decided_at', 'reason'], // oxfmt-ignore
      async read({ kind, pagesize, current_page: page, ...filter }, operator) {
        const visible = kinds.filter((act) => maySee(act, operator) && (kind === undefined || act.kind === kind));
        const wanted = { kinds: visible.map((act) => act.kind), limit: pagesize, offset: (page - 1) * pagesize };
        const { total, proposals } = await listProposals(pool, { ...filter, ...wanted });
        return { TOTAL: total, RESULT_LIST: proposals.map(describeProposal) };
      },
    }),
    bindOperator(getAct, async ({ proposal_id: id }, { operator }) => {
      const proposal = await find(options, { id, operator });
      const comments = await readComments(pool, proposal.proposalId);
      return {
        ...describeProposal(proposal),
        facts_now: proposal.state === 'proposed' ? await factsNow(pool, actOf(proposal.kind)!, proposal) : null,
        comments: comments.map(({ at, ...comment }) => ({ ...comment, at: toInstant(at) })),
      };
    }),
    bindOperator(commentAct, async ({ proposal_id: id, text }, { operator }) => {
      const { proposalId } = await find(options, { id, operator });
      await insertComment(pool, { proposalId, operatorId: operator.operatorId, text });
      return {};
    }),
    bindOperator(claimAct, async (asked, { operator }) => describeProposal(await decide.claim(asked, operator))),
    bindOperator(approveAct, async (asked, context) => describeProposal(await decide.approve(asked, context))),
    bindOperator(refuseAct, async (asked, { operator }) => describeProposal(await decide.refuse(asked, operator))),
    bindOperator(withdrawAct, async (asked, { operator }) => describeProposal(await decide.withdraw(asked, operator))),
  ];
}

/** What somebody who may propose it asks for, and the facts behind it. */
async function factsOf(
  { pool, actOf }: ActCallsOptions,
  { kind, body: given }: Pick<AskedAct, 'kind' | 'body'>,
  operator: OperatorSession,
) {
  const bound = actOf(kind)!;
  if (!mayPropose(bound.act, operator)) refuse('role-missing', { roles: bound.act.proposers.join(', ') });
  const body = checkBody(bound.act, given);
  return { bound, body, facts: await bound.facts(body, pool, operator.name) };
}

/** Refused as if it were not there to whom it does not concern. */
async function find(
  { pool, actOf }: ActCallsOptions,
  { id, operator }: { id: string; operator: OperatorSession },
): Promise<Proposal> {
  const proposalId = parseWireId('proposal', id) ?? refuse('not-found');
  const proposal = (await readProposal(pool, proposalId)) ?? refuse('not-found');
  const bound = actOf(proposal.kind);
  return bound && maySee(bound.act, operator) ? proposal : refuse('not-found');
}

function checkBody(act: Act, given: unknown): Record<string, unknown> {
  const result = act.body.safeParse(given);
  if (result.success) return result.data as Record<string, unknown>;
  const issue = result.error.issues[0]!;
  return refuse('malformed', { field: ['body', ...issue.path].map(String).join('.'), problem: issue.message });
}

/** Null where there would be nothing to propose any more. */
async function factsNow(pool: Pool, bound: BoundAct, { body }: Proposal): Promise<Record<string, unknown> | null> {
  try {
    return await bound.facts(bound.act.body.parse(body), pool);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const describeKind = (act: (typeof kinds)[number]) => ({
  kind: act.kind,
  summary: act.summary,
  body_schema: z.toJSONSchema(act.body, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
  proposers: [...act.proposers],
  approvers: [...act.approvers],
  life_seconds: act.lifeMs / 1000,
});
