// Proposals of acts on the wire: made, looked at, decided and followed at the console.
import { z } from 'zod';
import { actKinds, acts } from './act-kinds.ts';
import { defineEndpoint, instant, listOf, text, wholeNumber } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { approvalSignature } from './proof-fields.ts';
import { operatorRoles } from './operator-roles.ts';
import type { RefusalCode } from './refusals.ts';

/** approved: to be carried out within moments. failed: it could not be, for the reason that stands there. */
export const proposalStates = ['proposed', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];
/** Why a proposal is refused or withdrawn. */
export const decisionReasons = ['not-justified', 'wrong-facts', 'not-needed-any-more', 'mistake', 'other'] as const;
/** For so long nobody else decides on what somebody has claimed. */
export const claimMs = 15 * 60_000;
/** For so long after that he may not claim it again: nobody keeps others from deciding by claiming it again and again. */
export const claimRestMs = 3_600_000;

const everybody = { operator: operatorRoles } as const;
const kind = z.enum(actKinds);
/** As the act of this kind has it; `GET /api/acts/kinds` says how. */
const anyBody = z.record(z.string(), z.unknown());
const named = { proposal_id: text(1, 40), version: wholeNumber(0, 1_000_000) };
const comment = z.string().max(1000).default('');
const actSorts = ['proposed_at', 'expires_at', 'kind'] as const;
const actFilters = {
  state: z.enum(proposalStates).optional(),
  kind: kind.optional(),
  /** The name of who proposed it. */
  maker: z.string().max(63).optional(),
};
const ofActs: readonly RefusalCode[] = [...new Set(acts.flatMap((act): readonly RefusalCode[] => act.refusals))];
const ofSignatures = ['passkey-needed', 'signature-wrong'] as const;
/** Drawn by the page, in base64url of 16 bytes: what is signed for one proposal is good for no other. */
const nonce = z.string().regex(/^[\w-]{22}$/);
const decided: readonly RefusalCode[] = ['not-found', 'role-missing', 'proposal-changed', 'claimed-by-other'];

const proposal = z.object({
  proposal_id: z.string(),
  kind,
  body: anyBody,
  /** What it was decided on when it was proposed. */
  facts: anyBody,
  why: z.string(),
  state: z.enum(proposalStates),
  maker: z.string(),
  proposed_at: instant,
  expires_at: instant,
  claimed_by: z.string().nullable(),
  claimed_until: instant.nullable(),
  /** Who approved or refused it: never its maker. */
  checker: z.string().nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
  ended_at: instant.nullable(),
  outcome: anyBody.nullable(),
  version: z.number().int(),
  /** Of what was signed for it; null where nothing was. */
  nonce: nonce.nullable(),
});
export type ProposalMessage = z.infer<typeof proposal>;

export const listActKinds = defineEndpoint({
  method: 'GET',
  path: '/api/acts/kinds',
  summary: 'What can be proposed, by whom, with which fields (JSON Schema), and who approves it.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    kinds: z.array(
      z.object({
        kind,
        summary: z.string(),
        body_schema: anyBody,
        proposers: z.array(z.enum(operatorRoles)),
        approvers: z.array(z.enum(operatorRoles)),
        life_seconds: z.number().int(),
      }),
    ),
  }),
  refusals: [],
});

export const previewAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/preview',
  summary: 'The facts that a proposal would be decided on, as they are now; nothing is proposed.',
  who: everybody,
  looksAt: 'facts-viewed',
  payload: z.strictObject({ kind, body: anyBody }),
  reply: z.object({ facts: anyBody }),
  refusals: ['role-missing', ...ofActs],
});

export const proposeAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/propose',
  summary:
    'Propose an act: another operator approves it, then it is carried out once. Where approvals are signed, it is proposed and approved ' +
    'with what a passkey of each signed for exactly this act.',
  who: everybody,
  looksAt: 'act-viewed',
  payload: z.strictObject({
    kind,
    body: anyBody,
    why: text(1, 500),
    nonce: nonce.optional(),
    signature: approvalSignature,
  }),
  reply: proposal,
  refusals: ['role-missing', ...ofActs, ...ofSignatures, 'proposed-already', 'own-account', 'credited-lately'],
});

export const listActs = defineEndpoint({
  method: 'GET',
  path: '/api/acts',
  summary: 'Proposals that concern your roles, in pages: those that wait the oldest first, others the newest first.',
  who: everybody,
  looksAt: 'acts-listed',
  payload: z.strictObject({ ...actFilters, ...listPage(...actSorts) }),
  reply: listOf(proposal),
  refusals: [],
});

export const exportActs = defineEndpoint({
  method: 'GET',
  path: '/api/acts/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows; who exports it stands in the audit log.`,
  who: everybody,
  weight: 10,
  form: 'csv',
  looksAt: 'acts-listed',
  payload: z.strictObject({ ...actFilters, sort: sortedBy(...actSorts) }),
  reply: z.string(),
  refusals: [],
});

export const getAct = defineEndpoint({
  method: 'GET',
  path: '/api/acts/:proposal_id',
  summary: 'One proposal with its comments, and the facts as they are now while it waits.',
  who: everybody,
  looksAt: 'act-viewed',
  payload: z.strictObject({ proposal_id: text(1, 40) }),
  reply: proposal.extend({
    facts_now: anyBody.nullable(),
    comments: z.array(z.object({ at: instant, operator: z.string(), text: z.string() })),
  }),
  refusals: ['not-found'],
});

export const commentAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/comment',
  summary: 'Say something about a proposal, for ever.',
  who: everybody,
  payload: z.strictObject({ proposal_id: text(1, 40), text: text(1, 1000) }),
  reply: z.object({}),
  refusals: ['not-found'],
});

export const claimAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/claim',
  summary:
    'Look at what another proposed alone for a quarter of an hour, and not again within an hour after that; claim false lets it go, which an administrator can do for everybody.',
  who: everybody,
  looksAt: 'act-viewed',
  payload: z.strictObject({ ...named, claim: z.boolean().default(true) }),
  reply: proposal,
  refusals: [...decided, 'own-proposal', 'claimed-lately'],
});

export const approveAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/approve',
  summary:
    'Approve what another operator proposed: it is carried out at once. An approval again of what is approved answers alike. ' +
    'A document that certifies another account is approved by who has claimed the act and has looked at its pictures.',
  who: everybody,
  needsStepUp: true,
  looksAt: 'act-viewed',
  payload: z.strictObject({ ...named, comment, signature: approvalSignature }),
  reply: proposal,
  refusals: [
    ...decided,
    ...ofSignatures,
    'proposed-unsigned',
    'own-proposal',
    'proposal-expired',
    'claim-first',
    'look-first',
    'own-account',
    'credited-lately',
  ],
});

export const refuseAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/refuse',
  summary: 'Refuse what another operator proposed.',
  who: everybody,
  looksAt: 'act-viewed',
  payload: z.strictObject({ ...named, reason: z.enum(decisionReasons), comment }),
  reply: proposal,
  refusals: [...decided, 'own-proposal'],
});

export const withdrawAct = defineEndpoint({
  method: 'POST',
  path: '/api/acts/withdraw',
  summary: 'Take a proposal of your own back.',
  who: everybody,
  looksAt: 'act-viewed',
  payload: z.strictObject({ ...named, reason: z.enum(decisionReasons), comment }),
  reply: proposal,
  refusals: ['not-found', 'proposal-changed', 'others-proposal'],
});
