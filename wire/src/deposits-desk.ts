// Deposits that wait until a second node says what the first one said, as operators see them.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { defineEndpoint, instant, listOf, pageOf, text } from './endpoint.ts';
import { tableRowsMax } from './lists.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;

/**
 * Why a deposit waits. A second node: none is there, it lags, no answer that can be read, or it denies the deposit. `unmatched`: it was paid without the
 * tag of any customer.
 */
export const depositVerdicts = ['alone', 'behind', 'unusable', 'contradicts', 'unmatched'] as const;

const waitingDeposit = z.object({
  deposit_id: z.string(),
  account_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  amount: z.string(),
  /** The destination tag that was paid to; null without one. */
  tag: z.number().int().nullable(),
  txid: z.string(),
  verdict: z.enum(depositVerdicts),
  /** When it was deep enough to be credited. */
  since: instant,
  checked_at: instant,
  /** Of the proposal to let it pass or to assign it, if there is one. */
  proposal_id: z.string().nullable(),
});
export type WaitingDeposit = z.infer<typeof waitingDeposit>;

export const listWaitingDeposits = defineEndpoint({
  method: 'GET',
  path: '/api/deposits-desk',
  summary:
    'Deposits that one node alone reports, above what is believed by one, deposits that a second node denies, and last deposits without the tag of a customer; the oldest first.',
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

/** Verdict of the second node on a balance; `alone`: no second node is configured. */
export const contractVerdicts = ['agrees', 'alone', 'unusable', 'contradicts'] as const;
export type ContractVerdict = (typeof contractVerdicts)[number];

/** Why the chain does not prove that a contract's transaction paid the unexplained amount. */
export const claimRefusals = [
  /** The node has no such transaction. */
  'not-found',
  'failed',
  /** The transaction was sent to an address without code, which can't pass anything on. */
  'no-contract',
  /** The block of the transaction is outside the range of blocks in which the balance rose. */
  'other-time',
  /** In this block the balance did not rise by more than the recorded amounts. */
  'not-risen',
  /** The balance rose by more than the unexplained amount. */
  'more-than-open',
  /** The two nodes prove different amounts. */
  'nodes-differ',
  /** The transaction is already a deposit of this address. */
  'known-already',
] as const;
export type ClaimRefusal = (typeof claimRefusals)[number];
/** `not-agreed`: the second node has not confirmed the balance. */
export const claimWaits = ['not-final', 'no-answer', 'not-agreed'] as const;
export type ClaimWait = (typeof claimWaits)[number];

/** Why the newest claim about a payment was refused, or what it waits for; '' without a claim. */
const claimReasons = ['', ...claimRefusals, ...claimWaits] as const;

const contractPayment = z.object({
  payment_id: z.string(),
  account_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  address: z.string(),
  /** Part of the address's balance that no recorded payment explains. */
  amount: z.string(),
  verdict: z.enum(contractVerdicts),
  /** Final block in which the payment was found, and the last block compared without it (null if no earlier block was compared). */
  found_in: z.number().int(),
  after_block: z.number().int().nullable(),
  /** Block between these two in which the balance rose; null if the node no longer has the old states, or was not asked yet. */
  arrived_in: z.number().int().nullable(),
  state: z.enum(['open', 'dismissed']),
  /** Why an operator opened it again after it was dismissed; '' if nobody did. */
  reopen_reason: z.string(),
  found_at: instant,
  checked_at: instant,
  /** Transaction for which the customer searched; '' if none. */
  asked_txid: z.string(),
  /** Whether a transaction is being verified on the chain now, and why the last one was refused. */
  is_being_proven: z.boolean(),
  claim_reason: z.enum(claimReasons),
  /** Proposal about the payment, if there is one. */
  proposal_id: z.string().nullable(),
});
export type ListedContractPayment = z.infer<typeof contractPayment>;

/** Without it, those that are open. */
const ofState = { state: z.enum(['open', 'dismissed']).optional() };

export const listContractPayments = defineEndpoint({
  method: 'GET',
  path: '/api/deposits-desk/contracts',
  summary:
    'What addresses of customers have beyond everything that is recorded, as contracts paid it, the oldest first; or what two operators dismissed, the newest first.',
  who,
  looksAt: 'deposits-listed',
  payload: z.strictObject({ ...ofState, ...pageOf }),
  reply: listOf(contractPayment),
  refusals: [],
});

export const exportContractPayments = defineEndpoint({
  method: 'GET',
  path: '/api/deposits-desk/contracts/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'deposits-listed',
  payload: z.strictObject({ ...ofState }),
  reply: z.string(),
  refusals: [],
});

export const reopenContractPayment = defineEndpoint({
  method: 'POST',
  path: '/api/deposits-desk/contracts/reopen',
  summary:
    'Opens a dismissed payment again with a reason, as when its customer asks again. It credits nothing: two operators decide on it once more. Refused while the address has another open payment.',
  who: { operator: ['treasurer', 'risk'] },
  needsStepUp: true,
  payload: z.strictObject({ payment_id: text(1, 40), reason: text(1, 500) }),
  reply: z.object({ payment_id: z.string() }),
  refusals: ['not-found', 'own-account'],
});

export const creditContractPayment = defineAct({
  kind: 'credit-contract-payment',
  concernsAccount: true,
  summary:
    'What a contract paid becomes a deposit by this transaction, once the nodes confirm that it is final and that the balance rose by it.',
  body: z.strictObject({ payment_id: text(1, 40), txid: z.string().regex(/^0x[0-9a-f]{64}$/) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found'],
});

export const dismissContractPayment = defineAct({
  kind: 'dismiss-contract-payment',
  concernsAccount: true,
  summary:
    'What an address has beyond everything that is recorded is no deposit of its customer, for the reason that is given.',
  body: z.strictObject({ payment_id: text(1, 40) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found'],
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

export const assignDeposit = defineAct({
  kind: 'assign-deposit',
  concernsAccount: true,
  summary: 'A deposit that was paid without the tag of any customer is credited to this account.',
  body: z.strictObject({ deposit_id: text(1, 40), account_id: text(1, 40) }),
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
    /** Height of the first block that is read again, at most that of the newest block read so far. */
    from_block: z.string().regex(/^(?:0|[1-9]\d{0,11})$/),
  }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found'],
});
