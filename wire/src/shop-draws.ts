// What a draw is recomputed from: terms, list of tickets, round and winners, as one document; and the proof of one ticket.
import { z } from 'zod';
import { defineAction, defineEndpoint, text, wholeNumber } from './endpoint.ts';
import { prizeKinds } from './shop.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const wholeMs = z.number().int().min(0);

/** All of a period whose list is final; without signature and winners until they are known. docs/formats.md says how each follows. */
export const drawDocument = z.strictObject({
  version: z.literal(1),
  kind: z.literal('draw'),
  period: z.strictObject({
    periods_id: z.string(),
    good_id: z.string(),
    number: z.number().int(),
    price: z.string(),
    tickets: z.number().int(),
    tickets_min: z.number().int(),
    winners: z.number().int().min(1),
    rebate: z.string(),
    prize_kind: z.enum(prizeKinds),
    prize: z.string(),
    draw_delay_ms: wholeMs,
  }),
  beacon: z.strictObject({
    name: z.string(),
    is_demo: z.boolean(),
    public_key: z.string().regex(/^[0-9a-f]{192}$/),
    genesis_ms: wholeMs,
    period_ms: z.number().int().min(1),
  }),
  closed_ms: wholeMs,
  /** Ids of the orders; the first is ticket number 1. */
  list: z.array(z.string()),
  root: hash,
  round: z.number().int().min(1),
  /** The entry of the public log with the root. */
  log: z.strictObject({
    leaf: z.string(),
    seq: z.number().int().min(0),
    /** A signed note over the log when it had this entry, and the proof that it has; null until one is signed. */
    checkpoint: z.string().nullable(),
    proof: z.array(hash),
  }),
  /** Hex; null until the round is known. */
  signature: z.string().nullable(),
  winners: z.array(z.number().int()).nullable(),
});
export type DrawDocument = z.infer<typeof drawDocument>;

export const getDraw = defineEndpoint({
  method: 'GET',
  path: '/api/shop/draws/:periods_id',
  summary:
    'All that a draw is recomputed from: terms, list, root and its place in the public log, round, signature and winners.',
  who: 'anyone',
  weight: 10,
  form: 'bare',
  payload: z.strictObject({ periods_id: text(1, 40) }),
  reply: drawDocument,
  refusals: ['not-found'],
});

export const getTicketProof = defineAction({
  name: 'getTicketProof',
  summary: 'The proof that a ticket is in the list of its period (RFC 9162, 2.1.3).',
  who: 'anyone',
  weight: 4,
  payload: z.strictObject({ periods_id: text(1, 40), number: wholeNumber(1, 1_000_000) }),
  reply: z.object({
    order_id: z.string(),
    number: z.number().int(),
    size: z.number().int(),
    root: hash,
    hashes: z.array(hash),
  }),
  refusals: ['not-found'],
});
