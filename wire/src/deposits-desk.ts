// Deposits that wait until a second node says what the first one said, as operators see them.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { defineEndpoint, instant, listOf, pageOf, text } from './endpoint.ts';
import { tableRowsMax } from './lists.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;

/** What the second node said: none is there, it lags, no answer that can be read, or it denies the deposit. */
export const depositVerdicts = ['alone', 'behind', 'unusable', 'contradicts'] as const;

const waitingDeposit = z.object({
  deposit_id: z.string(),
  account_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  amount: z.string(),
  txid: z.string(),
  verdict: z.enum(depositVerdicts),
  /** When it was deep enough to be credited. */
  since: instant,
  checked_at: instant,
  /** Of the proposal to let it pass, if there is one. */
  proposal_id: z.string().nullable(),
});
export type WaitingDeposit = z.infer<typeof waitingDeposit>;

export const listWaitingDeposits = defineEndpoint({
  method: 'GET',
  path: '/api/deposits-desk',
  summary:
    'Deposits that one node alone reports, above what is believed by one, and deposits that a second node denies; the oldest first.',
  who,
  looksAt: 'deposits-listed',
  payload: z.strictObject({ ...pageOf }),
  reply: listOf(waitingDeposit),
  refusals: [],
});

export const exportWaitingDeposits = defineEndpoint({
  method: 'GET',
  path: '/api/deposits-desk/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'deposits-listed',
  payload: z.strictObject({}),
  reply: z.string(),
  refusals: [],
});

export const clearDeposit = defineAct({
  kind: 'clear-deposit',
  concernsAccount: true,
  summary: 'A deposit that waits for a second node is credited as the first one reported it.',
  body: z.strictObject({ deposit_id: text(1, 40) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found'],
});

export const followChainAgain = defineAct({
  kind: 'follow-chain-again',
  summary:
    'A chain is followed again from a block on, final or not: deposits in that block and later ones are set aside until they are found again.',
  body: z.strictObject({
    network: text(1, 20),
    /** Height of the first block that is read again. It may not be above the newest block that was read so far. */
    from_block: z.string().regex(/^(?:0|[1-9]\d{0,11})$/),
  }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found'],
});
