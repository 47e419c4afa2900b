// Withdrawals at the console: what waits for a decision with the facts that speak for it or against it, and what became of the others.
import { z } from 'zod';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { approvalSignature } from './proof-fields.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { networkStates } from './deposits.ts';
import { refusalReasons, withdrawalFaults, withdrawalReasons, withdrawalSteps } from './withdrawals.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;
const decides = { operator: ['treasurer', 'risk'] } as const;

/** Why one does not go on by itself; what begins with `signer-` the signer said. */
export const withdrawalTroubles = [
  'account-frozen',
  'account-held',
  'failure-unconfirmed',
  'fees-too-high',
  'node-refuses',
  'nodes-disagree',
  'payee-refuses',
  'place-free',
  'place-used',
  'signature-false',
  'signer-day-limit',
  'signer-false-approval',
  'signer-fee-not-higher',
  'signer-fee-too-high',
  'signer-malformed',
  'signer-nonce-taken',
  'signer-not-a-transfer',
  'signer-not-as-approved',
  'signer-same-person-twice',
  'signer-signed-otherwise',
  'signer-too-few-approvals',
  'signer-unknown-approver',
  'signer-unknown-coin',
  'stuck',
  /** The signer has no network: an operator exports the payment, has it signed and imports the answer. */
  'waits-for-signature',
  'wallet-short',
] as const;
export type WithdrawalTrouble = (typeof withdrawalTroubles)[number];

const listedWithdrawal = z.object({
  withdraw_id: z.string(),
  account_id: z.string(),
  step: z.enum(withdrawalSteps),
  coin_code: z.string(),
  network: z.string(),
  amount: z.string(),
  fee: z.string(),
  net: z.string(),
  /** In lists both ends of it: 0x12ab…89ef. */
  address: z.string(),
  needs_two_persons: z.boolean(),
  requested_at: instant,
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.enum(withdrawalReasons).nullable(),
  txid: z.string().nullable(),
  /** Why it does not go on by itself, one of `withdrawalTroubles`; '' while nothing is in its way. */
  trouble: z.string(),
  ended_at: instant.nullable(),
});
export type ListedWithdrawal = z.infer<typeof listedWithdrawal>;

const sum = z.object({ coin_code: z.string(), amount: z.string(), count: z.number().int() });

/** What the decision is made on. */
const withdrawalPicture = z.object({
  number: z.string(),
  opened_at: instant,
  verified_by: z.string().nullable(),
  is_frozen: z.boolean(),
  address_added_at: instant,
  address_name: z.string(),
  /** Other accounts that have the same address in their books. */
  address_shared_with: z.number().int(),
  /** Withdrawals that arrived at this address before. */
  sent_there: z.number().int(),
  /** Changes of what protects the account, of 7 days. */
  changes: z.array(z.object({ kind: z.string(), at: instant, ip: z.string() })),
  deposited: z.array(sum),
  withdrawn: z.array(sum),
  /** Orders of 30 days: whoever pays in and out without trading may be washing money. */
  trades: z.number().int(),
  last_deposit_at: instant.nullable(),
});
export type WithdrawalPicture = z.infer<typeof withdrawalPicture>;

/** The refusal that this operator would get for an approval, alone or as one of two: `own-account` or `credited-lately`. */
const approvalObstacle = z.object({ code: z.string(), facts: z.record(z.string(), z.string()) });
export type ApprovalObstacle = z.infer<typeof approvalObstacle>;

const sorts = ['requested_at', 'amount'] as const;
const filters = { step: z.enum(withdrawalSteps).optional() };

export const listWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/api/withdrawals',
  summary: 'Withdrawals: those under review with the oldest first, all others with the newest.',
  who,
  looksAt: 'withdrawals-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(listedWithdrawal),
  refusals: [],
});

export const exportWithdrawals = defineEndpoint({
  method: 'GET',
  path: '/api/withdrawals/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'withdrawals-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const getWithdrawal = defineEndpoint({
  method: 'GET',
  path: '/api/withdrawals/:withdraw_id',
  summary: 'One of them, with what is known of the customer and the address; the look is in the audit log.',
  who,
  looksAt: 'withdrawal-viewed',
  payload: z.strictObject({ withdraw_id: text(1, 40) }),
  reply: listedWithdrawal.extend({ obstacle: approvalObstacle.nullable(), picture: withdrawalPicture }),
  refusals: ['not-found'],
});

const payingWallet = z.object({
  network: z.string(),
  /** Coins of a test chain have no value. */
  is_test: z.boolean(),
  /** Whether it pays, and why not. */
  state: z.enum(networkStates),
  reason: z.enum(withdrawalFaults),
  /** The address at which it is funded; null before the signer has named its wallet. */
  fund_to: z.string().nullable(),
  /** When the oldest unfinished payment was approved. */
  oldest_at: instant.nullable(),
  coins: z.array(
    z.object({
      coin_code: z.string(),
      /** What the node says that it has, and when it said so; null before it was asked. */
      held: z.string().nullable(),
      read_at: instant.nullable(),
      /** Sums of unfinished withdrawals: those made or sent, those approved, and those that wait for approval. */
      under_way: z.string(),
      approved: z.string(),
      requested: z.string(),
      /** Less is there than what is approved and requested. */
      is_low: z.boolean(),
    }),
  ),
});
export type PayingWallet = z.infer<typeof payingWallet>;

export const listWallets = defineEndpoint({
  method: 'GET',
  path: '/api/wallets-desk',
  summary: 'Wallets that pay withdrawals: where to fund each, what it has, and what unfinished withdrawals need.',
  who,
  payload: z.strictObject({}),
  reply: z.object({ wallets: z.array(payingWallet) }),
  refusals: [],
});

export const approveWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/api/withdrawals/approve',
  summary:
    'Let a withdrawal be sent; where approvals are signed, with what a passkey of the operator signed for exactly this payment. ' +
    'Above the limit of one operator it is an act instead, which a second one approves.',
  who: decides,
  needsStepUp: true,
  looksAt: 'withdrawal-viewed',
  payload: z.strictObject({ withdraw_id: text(1, 40), signature: approvalSignature }),
  reply: listedWithdrawal,
  refusals: ['not-found', 'withdrawal-not-open', 'withdrawal-needs-two', 'passkey-needed', 'signature-wrong', 'frozen-already', 'own-account', 'credited-lately', 'day-sum-reached', 'worth-unknown', 'busy'], // oxfmt-ignore
});

export const refuseWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/api/withdrawals/refuse',
  summary:
    'Refuse a withdrawal; the customer reads the reason in their language, and the whole amount is theirs again.',
  who: decides,
  needsStepUp: true,
  looksAt: 'withdrawal-viewed',
  payload: z.strictObject({ withdraw_id: text(1, 40), reason: z.enum(refusalReasons) }),
  reply: listedWithdrawal,
  refusals: ['not-found', 'withdrawal-not-open', 'busy'],
});
