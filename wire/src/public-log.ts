// The public log: what concerns everybody, in a Merkle tree whose roots are signed; docs/formats.md says how each hash is made.
import { z } from 'zod';
import { defineEndpoint, wholeNumber } from './endpoint.ts';

/** Entries of one page at most. */
export const logPageMax = 500;
const whole = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A checkpoint as a C2SP signed note: origin, size and root, and below them the signature. */
const note = z.string();

export const getLogCheckpoint = defineEndpoint({
  method: 'GET',
  path: '/api/log/checkpoint',
  summary: 'The newest checkpoint of the public log, as a signed note. While there is news, one is signed each minute.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({ checkpoint: note }),
  refusals: ['not-found'],
});

export const getLogCheckpoints = defineEndpoint({
  method: 'GET',
  path: '/api/log/checkpoints',
  summary: 'Checkpoints of the public log in order, those of more than `after` entries.',
  who: 'anyone',
  weight: 4,
  payload: z.strictObject({ after: whole.default(0) }),
  reply: z.object({
    checkpoints: z.array(note),
    /** Given when more follow: ask again with `after` set to it. */
    next_after: z.number().int().optional(),
  }),
  refusals: [],
});

export const getLogEntries = defineEndpoint({
  method: 'GET',
  path: '/api/log/entries',
  summary:
    `Entries of the public log from number \`from\` up to \`to\`, without it: ${logPageMax} at most. Each is its leaf, the canonical ` +
    'JSON of seq, at_ms, kind and body. Entries after the newest checkpoint are not signed yet.',
  who: 'anyone',
  weight: 4,
  payload: z.strictObject({ from: whole.default(0), to: whole.optional() }),
  reply: z.object({
    from: z.number().int(),
    leaves: z.array(z.string()),
    /** How many entries the log had. */
    size: z.number().int(),
  }),
  refusals: [],
});

export const getLogInclusion = defineEndpoint({
  method: 'GET',
  path: '/api/log/inclusion',
  summary: 'Proof that the entry with number `index` is in the log of `size` entries (RFC 9162, 2.1.3).',
  who: 'anyone',
  payload: z.strictObject({ index: whole, size: whole }),
  reply: z.object({ index: z.number().int(), size: z.number().int(), hashes: z.array(hash) }),
  refusals: ['not-found'],
});

export const getLogConsistency = defineEndpoint({
  method: 'GET',
  path: '/api/log/consistency',
  summary: 'Proof that the log of `second` entries begins with all `first` entries that it had (RFC 9162, 2.1.4).',
  who: 'anyone',
  payload: z.strictObject({ first: whole, second: whole }),
  reply: z.object({ first: z.number().int(), second: z.number().int(), hashes: z.array(hash) }),
  refusals: ['not-found'],
});
