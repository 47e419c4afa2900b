// Deposits on the wire: addresses of one's own, and what chains have paid to them.
import { z } from 'zod';
import { accountId, defineAction, defineEndpoint, instant, listOf, pagedBy, pagedListOf, text } from './endpoint.ts';
import { defineEvent, defineMovements } from './product-parts.ts';

export const networkStates = ['on', 'starting', 'off'] as const;
export type NetworkState = (typeof networkStates)[number];

/** Why a network is not followed at the moment. */
export const networkFaults = ['', 'not-built', 'not-set-up', 'no-node', 'other-chain', 'replaced'] as const;
export type NetworkFault = (typeof networkFaults)[number];

/**
 * Includes faults of deposits alone. `node-behind`, `node-incomplete`: the network is on, and waits until its node has the required blocks, or all
 * receipts of the next one. `final-replaced`: it is off because a final block was replaced, until two operators decide at which block it resumes.
 */
export const depositFaults = [...networkFaults, 'node-behind', 'node-incomplete', 'final-replaced'] as const;
export type DepositFault = (typeof depositFaults)[number];

/** A coin on a network, and the address of one's own there. */
const depositWay = z.object({
  coin_code: z.string(),
  network: z.string(),
  /** How the network calls itself: `Ethereum`. */
  network_title: z.string(),
  /** How wallets name its tokens, where the coin is one: `ERC20`. */
  token_standard: z.string().nullable(),
  state: z.enum(networkStates),
  reason: z.enum(depositFaults),
  /** The node behind it, as it calls itself. */
  node: z.string(),
  /** A chain whose coins have no value. */
  is_test: z.boolean(),
  /** Null where the network is not set up here. */
  address_id: z.string().nullable(),
  address: z.string().nullable(),
  /** What is sent without it is nobody's, on networks where all customers share an account. */
  tag: z.number().int().nullable(),
  /** Less is kept and credited once it is enough together. */
  min: z.string(),
  /** Blocks that must hold or follow a deposit. */
  confirmations: z.number().int(),
  /** The network itself must call the block final. */
  needs_final: z.boolean(),
  typical_seconds: z.number().int(),
});
export type DepositWay = z.infer<typeof depositWay>;

export const depositStatesShown = ['seen', 'credited', 'orphaned', 'dust', 'unmatched', 'held', 'frozen'] as const;
export type DepositStateShown = (typeof depositStatesShown)[number];

export const depositMessage = z.object({
  deposit_id: z.string(),
  user_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  network_title: z.string(),
  address: z.string(),
  amount: z.string(),
  txid: z.string(),
  /**
   * seen: in a block, not deep enough. dust: less than the minimum, counted together. held: a person looks at it. orphaned: its block was
   * replaced, and no other has it. frozen: the same after it was credited, so that the amount is set aside.
   */
  state: z.enum(depositStatesShown),
  /** How many blocks hold or follow it, up to what is needed. */
  confirmations: z.number().int(),
  confirmations_needed: z.number().int(),
  seen_at: instant,
  credited_at: instant.nullable(),
});
export type DepositMessage = z.infer<typeof depositMessage>;

export const depositEvent = defineEvent({ action: 'deposit', notify: depositMessage });

export const depositMovements = defineMovements({
  'deposit-credited': 'deposit',
  'deposit-frozen': 'deposit',
  'deposit-released': 'deposit',
});

const own = { who: 'self', selfIds: ['user_id'] } as const;

export const findCoinAddressByAccount = defineAction({
  ...own,
  name: 'findCoinAddressByAccount',
  summary:
    'Every coin and network that takes deposits, with the own address there; the first network of a coin is proposed.',
  payload: z.strictObject({ user_id: accountId, coin_code: z.string().max(10).default('') }),
  reply: listOf(depositWay),
  refusals: ['experience-no-deposit'],
});

export const queryRechargeDetail = defineAction({
  ...own,
  name: 'queryRechargeDetail',
  summary: 'Own deposits, newest first; txid "" for all.',
  payload: z.strictObject({
    user_id: accountId,
    txid: z.string().max(128).default(''),
    ...pagedBy,
  }),
  reply: pagedListOf(depositMessage),
  refusals: [],
});

/** Payment from a contract to the customer's address. It is not in the balance until an operator has checked it. */
const contractPaid = z.object({
  payment_id: z.string(),
  coin_code: z.string(),
  network: z.string(),
  network_title: z.string(),
  address: z.string(),
  amount: z.string(),
  found_at: instant,
});
export type ContractPaid = z.infer<typeof contractPaid>;

export const queryContractPayments = defineAction({
  ...own,
  name: 'queryContractPayments',
  summary:
    'What contracts paid to own addresses, before an operator has assigned it; a txid has their balances compared soon.',
  payload: z.strictObject({ user_id: accountId, txid: z.string().max(128).default('') }),
  reply: listOf(contractPaid),
  refusals: [],
});

export const getRechargeAddress = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/recharge/address',
  summary: 'An own deposit address by its id, derived anew from the public key of the network.',
  payload: z.strictObject({ user_id: accountId, address_id: text(1, 40) }),
  reply: z.object({
    address_id: z.string(),
    network: z.string(),
    network_title: z.string(),
    address: z.string(),
    tag: z.number().int().nullable(),
    coins: z.array(z.string()),
  }),
  refusals: ['not-found', 'network-off', 'experience-no-deposit'],
});

/** How often a day an account is sent test coins of a network. */
export const testCoinsDailyLimit = 10;
/** What is sent at once, by coin. */
export const testCoinAmounts: Readonly<Record<string, string>> = {
  USDT: '250',
  BTC: '0.005',
  ETH: '0.1',
  TRX: '500',
  XRP: '100',
};

export const takeTestCoins = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/dev/test-coins',
  summary: 'Sends coins of the test chain to the own address with a signed transaction; they arrive as any deposit.',
  isDemoOnly: true,
  payload: z.strictObject({ user_id: accountId, coin_code: text(1, 10), network: text(1, 20) }),
  reply: z.object({ txid: z.string(), amount: z.string(), coin_code: z.string() }),
  refusals: [
    'unknown-coin',
    'network-off',
    'experience-no-deposit',
    'test-coins-limit',
    'outcome-unknown',
    'demo-only',
  ],
});
