// What an auditor takes along and checks elsewhere: the whole audit log with what was decided, and the checkpoints of the public log.
import { z } from 'zod';
import { defineEndpoint, instant, wholeNumber } from './endpoint.ts';

const audits = { operator: ['auditor', 'administrator'] } as const;
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A line of the export; `part` says what it is of. */
export const auditLine = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('about'),
    made_at: instant,
    made_by: z.string(),
    /** The audit log’s first and last entry here. */
    first_seq: z.number().int(),
    last_seq: z.number().int(),
    /** The newest checkpoint of the public log, which names the audit log’s end; null before the first. */
    checkpoint: z.string().nullable(),
  }),
  z.object({
    part: z.literal('operator'),
    name: z.string(),
    roles: z.array(z.string()),
    created_at: instant,
    accepted_at: instant.nullable(),
    closed_at: instant.nullable(),
    is_demo: z.boolean(),
  }),
  z.object({
    part: z.literal('proposal'),
    proposal_id: z.string(),
    kind: z.string(),
    /** Canonical JSON, as the facts and the outcome are. */
    body: z.string(),
    facts: z.string(),
    why: z.string(),
    state: z.string(),
    maker: z.string(),
    proposed_at: instant,
    checker: z.string().nullable(),
    decided_at: instant.nullable(),
    reason: z.string().nullable(),
    ended_at: instant.nullable(),
    outcome: z.string().nullable(),
  }),
  z.object({
    part: z.literal('comment'),
    proposal_id: z.string(),
    operator: z.string(),
    at: instant,
    text: z.string(),
  }),
  z.object({
    part: z.literal('entry'),
    seq: z.number().int(),
    /** What the hash takes in, each on its line: seq, time in ms, operator, act, subject, detail. */
    at_ms: z.number().int(),
    operator: z.string(),
    act: z.string(),
    subject: z.string(),
    detail: z.string(),
    previous_hash: hash,
    hash,
  }),
]);
export type AuditLine = z.infer<typeof auditLine>;

export const exportForAuditor = defineEndpoint({
  method: 'GET',
  path: '/api/auditor/export',
  summary:
    'All operators, proposals and comments, and the audit log from `from_seq` on without a gap, a JSON document on each line. An entry’s ' +
    'hash is SHA-256 over the hash before and its fields, each on its line; the public log names the newest hash again and again.',
  who: audits,
  weight: 50,
  form: 'lines',
  payload: z.strictObject({ from_seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1) }),
  reply: auditLine,
  refusals: [],
});

export const listCheckpoints = defineEndpoint({
  method: 'GET',
  path: '/api/checkpoints',
  summary:
    'The newest checkpoints of the public log, each a signed note, and how many entries no checkpoint covers yet.',
  who: audits,
  payload: z.strictObject({}),
  reply: z.object({
    entries: z.number().int(),
    checkpoints: z.array(z.object({ size: z.number().int(), note: z.string() })),
  }),
  refusals: [],
});
