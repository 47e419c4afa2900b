// Withdrawals on the wire: the address book, what can be withdrawn, asking for it, and what becomes of it.
import { z } from 'zod';
import { networkFaults, networkStates } from './deposits.ts';
import {
  accountId,
  amountText,
  defineAction,
  defineEndpoint,
  instant,
  listOf,
  pagedBy,
  pagedListOf,
  text,
} from './endpoint.ts';
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';
import { proof, proofAnswerMax, proofRefusals } from './proof-fields.ts';
import { holdReasons } from './hold-reasons.ts';

/** As the specification numbers them: up to the review, from approval on, refused or failed. */
export const withdrawalStates = { review: 1, succeeded: 2, failed: 3 } as const;

/** How far it is. */
export const withdrawalSteps = ['review', 'approved', 'built', 'signed', 'broadcast', 'sent', 'rejected', 'cancelled', 'failed'] as const; // oxfmt-ignore
export type WithdrawalStep = (typeof withdrawalSteps)[number];

/** Why nothing can be sent on a network at the moment. */
export const withdrawalFaults = [...networkFaults, 'no-signer'] as const;
export type WithdrawalFault = (typeof withdrawalFaults)[number];

/** Why nothing was sent. */
export const withdrawalReasons = ['own-wish', 'address-doubtful', 'security-doubtful', 'identity-unclear', 'not-carried-out'] as const; // oxfmt-ignore
export type WithdrawalReason = (typeof withdrawalReasons)[number];
/** Those that an operator may give. */
export const refusalReasons = ['address-doubtful', 'security-doubtful', 'identity-unclear'] as const;

const savedAddress = z.object({
  address_id: z.string(),
  /** The alias. */
  address_name: z.string(),
  /** The address itself. */
  address_ip: z.string(),
  coin_code: z.string(),
  /** Whose book it stands in. */
  address_user: z.string(),
  network: z.string(),
  network_title: z.string(),
  added_at: instant,
  /** Nothing is sent there before. */
  usable_at: instant,
});
export type SavedAddress = z.infer<typeof savedAddress>;

export const aliasMax = 40;

export const withdrawalMessage = z.object({
  withdraw_id: z.string(),
  account_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  network_title: z.string(),
  address: z.string(),
  address_name: z.string(),
  /** What left the balance. */
  withdraw_money: z.string(),
  fee: z.string(),
  /** What arrives, to the last digit. */
  net: z.string(),
  state: z.number().int(),
  step: z.enum(withdrawalSteps),
  reason: z.enum(withdrawalReasons).nullable(),
  txid: z.string().nullable(),
  requested_at: instant,
  decided_at: instant.nullable(),
  broadcast_at: instant.nullable(),
  ended_at: instant.nullable(),
});
export type WithdrawalMessage = z.infer<typeof withdrawalMessage>;

export const withdrawalEvent = defineEvent({ action: 'withdrawal', notify: withdrawalMessage });

export const withdrawalOrders = defineOrders('withdrawal');
export const withdrawalMovements = defineMovements({
  'withdrawal-reserved': 'withdrawal',
  'withdrawal-returned': 'withdrawal',
  'withdrawal-sent': 'withdrawal',
  'withdrawal-fee': 'withdrawal',
});

const withdrawalWay = z.object({
  coin_code: z.string(),
  network: z.string(),
  network_title: z.string(),
  token_standard: z.string().nullable(),
  /** Addresses may have a destination tag, written behind a hyphen: `r…-123`. */
  has_tag: z.boolean(),
  state: z.enum(networkStates),
  reason: z.enum(withdrawalFaults),
  /** A chain whose coins have no value. */
  is_test: z.boolean(),
  min: z.string(),
  /** The fee, as a share of the amount; a withdrawal keeps the one that it was asked for under. */
  fee_share: z.string(),
  /** Of what the account has: less than available where something is owed. */
  available: z.string(),
});
export type WithdrawalWay = z.infer<typeof withdrawalWay>;

const self = { who: 'self', selfIds: ['account_id'] } as const;
const ofUser = { who: 'self', selfIds: ['user_id'] } as const;

export const queryWithdrawTerms = defineAction({
  ...self,
  name: 'queryWithdrawTerms',
  summary: 'Coins and networks with what may leave, the share of it that is the fee, and the holds that are in force.',
  payload: z.strictObject({ account_id: accountId }),
  reply: z.object({
    ways: z.array(withdrawalWay),
    /** How long an address is on hold after it was added. */
    hold_seconds: z.number().int(),
    holds: z.array(z.object({ reason: z.enum(holdReasons), ends_at: instant })),
    /** USDT that is owed: only what exceeds it may leave. */
    owed: z.string(),
  }),
  refusals: [],
});

export const queryAllUserAddress = defineAction({
  ...ofUser,
  name: 'queryAllUserAddress',
  summary: 'The address book, newest first; coin_code "" for all coins.',
  payload: z.strictObject({ user_id: accountId, coin_code: z.string().max(10).default('') }),
  reply: listOf(savedAddress),
  refusals: [],
});

export const deleteUserAddress = defineAction({
  ...ofUser,
  name: 'deleteUserAddress',
  leaves: { perDay: 100 },
  summary: 'Take an address out of the address book.',
  payload: z.strictObject({ user_id: accountId, address_id: text(1, 40) }),
  reply: z.object({}),
  refusals: ['not-found'],
});

export const addAddress = defineEndpoint({
  who: 'self',
  method: 'POST',
  path: '/api/address/add',
  leaves: { perDay: 50 },
  summary: 'Add an address to the address book; nothing is sent there before its hold is over. You are written to.',
  payload: z.strictObject({
    currency: text(1, 10),
    network: text(1, 20),
    address: text(1, 128),
    alias: z.string().trim().min(1).max(aliasMax),
    ...proof,
    message_code: z.string().max(20).default(''),
  }),
  reply: savedAddress,
  refusals: [
    ...proofRefusals,
    'code-not-sent',
    'second-factor-required',
    'unknown-coin',
    'network-off',
    'payee-malformed',
    'payee-needs-tag',
    'payee-refuses',
    'address-exists',
    'address-ours',
    'address-book-full',
    'experience-no-withdrawal',
  ],
});

export const addWithdraw = defineEndpoint({
  who: 'self',
  selfIds: ['withdraw_user'],
  method: 'POST',
  path: '/api/withdraw/add',
  leaves: 'fee',
  summary:
    'Ask for a withdrawal: the amount leaves what is available at once. Proven by the trade password, and by the second factor where one is on, else by a code to the own address.',
  movesMoney: true,
  payload: z.strictObject({
    withdraw_user: accountId,
    coin_code: text(1, 10),
    withdraw_money: amountText,
    /** Of the address book. */
    withdraw_address: text(1, 40),
    /** The fee that was shown: where it has become dearer meanwhile, nothing is done. */
    fee: amountText.default(''),
    /** That what is sent can't be called back is understood. */
    withdraw_agree: z.literal(['1', 'true', true]),
    user_paypass: text(1, 20),
    code: text(1, proofAnswerMax),
  }),
  reply: withdrawalMessage,
  refusals: [
    'experience-no-withdrawal',
    'verification-required',
    'withdrawal-unfinished',
    'withdrawal-too-small',
    'withdrawal-held',
    'withdrawal-debt',
    'withdrawal-fee-risen',
    'insufficient-balance',
    'amount-malformed',
    'too-many-decimals',
    'not-found',
    'address-ours',
    'payee-needs-tag',
    'payee-refuses',
    'payee-unopened',
    'network-off',
    'trade-password-missing',
    'trade-password-wrong',
    'trade-password-locked',
    'second-factor-required',
    'second-factor-wrong',
    'code-invalid',
    'code-expired',
    'code-not-sent',
    'too-many-requests',
  ],
  statusOf: { 'withdrawal-unfinished': 4 },
});

export const cancelWithdraw = defineEndpoint({
  ...self,
  method: 'POST',
  path: '/api/withdraw/cancel',
  leaves: 'taken-back',
  summary: 'Take a withdrawal back before it is approved; the whole amount is available again.',
  movesMoney: true,
  mayBeLate: true,
  payload: z.strictObject({ account_id: accountId, withdraw_id: text(1, 40) }),
  reply: withdrawalMessage,
  refusals: ['not-found', 'withdrawal-not-open'],
});

export const selectWithdraw = defineAction({
  ...self,
  name: 'selectWithdraw',
  leaves: 'nothing',
  summary: 'Own withdrawals, newest first; one of them by its id.',
  payload: z.strictObject({ account_id: accountId, withdraw_id: z.string().max(40).default(''), ...pagedBy }),
  reply: pagedListOf(withdrawalMessage),
  refusals: ['not-found'],
});
