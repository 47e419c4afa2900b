// Commands by which operators decide on an order: confirm its money, reject it, or note that its refund was sent.
import { subtract, zero, type PurchaseState, type RejectReason, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type Move, type RowName, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import type { CommandState } from '../ledger/command.ts';
import { changing, decideChange, findStep, released, rowsOf, type ChangePurchase } from './change-purchase.ts';
import { bankTransfers, purchases, unpaidPurchases, type Purchase } from './purchase.ts';
import type { UnpaidTerms } from './payment-terms.ts';
import { countUnpaid, holdsQuote, isUnpaid, secondReasonOf, settlementOf, type ProvingLine } from './rules.ts';
import { unpaidIdOf } from './terms.ts';

export interface DecidePurchase extends ChangePurchase {
  /** In the order's currency. */
  received: Wad;
  /** The line of a statement by which it is decided, and the fields of that line which never change. */
  transferId: Uuid | null;
  line: ProvingLine | undefined;
  /** The day on which the bank booked the money: the line's day, or in a proposal without a line the day that both persons approved. */
  bookedOn: string | null;
  /** One operator, or two in a proposal. */
  by: { decidedBy: Uuid | null; proposalId: Uuid | null };
}
type Reply = { state: PurchaseState };

const withTransfer = (input: DecidePurchase): RowName[] => [
  ...rowsOf(input),
  ...(input.transferId === null ? [] : [{ table: bankTransfers, id: input.transferId }]),
];

/** Refuses with `order-changed`, `transfer-used`, `second-person-needed`, `purchase-too-little` and, if the payment was late, `purchase-house-short`. */
export const confirmOrder: Command<DecidePurchase & { secondPersonAbove: Wad; coinsNow: Wad | Refusal }, Reply> = {
  ...changing,
  name: 'confirm-purchase',
  refusals: [
    'order-changed',
    'transfer-used',
    'transfer-maybe-double',
    'transfer-reversed',
    'second-person-needed',
    'purchase-too-little',
    'purchase-house-short',
    'rate-old',
    'market-degraded',
    'market-halted',
    'own-account',
    'day-sum-reached',
  ],
  rows: withTransfer,
  decide(input, state) {
    const { purchaseId, received, bookedOn, by, at } = input;
    const found = findStep(state, purchaseId, { kind: 'confirm' });
    if (found instanceof Refusal) return found;
    const { order: before, next } = found;
    const alone = refuseAlone(input, before.money > input.secondPersonAbove);
    if (alone) return alone;
    const use = useTransfer(input, state, before);
    if (use instanceof Refusal) return use;
    const settlement = holdsQuote(before, { now: state.now, bookedOn }) ? 'quote' : 'rate';
    const coinsNow = settlement === 'rate' ? input.coinsNow : undefined;
    if (coinsNow instanceof Refusal) return coinsNow;
    const { credited, refund } = settlementOf(before, received, coinsNow);
    if (credited === zero) return new Refusal('purchase-too-little');
    const { coin, reserved } = before;
    const missing = credited > reserved ? subtract(credited, reserved) : zero;
    if (state.house('bankroll', coin) < missing) {
      const otherwise = new Refusal('purchase-house-short', { coin });
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin, amount: missing, otherwise });
    }
    const after: Purchase = { ...before, ...by, state: next, reserved: zero, received, credited, bookedOn, settlement, refund, endedAt: state.now }; // oxfmt-ignore
    const rest = reserved > credited ? subtract(reserved, credited) : zero;
    const moves: Move[] = [
      { kind: 'purchase-promised', coin, from: 'bankroll', to: 'purchases-reserve', amount: missing },
      { kind: 'purchase-received', coin, from: 'purchases-reserve', to: 'available', amount: credited },
      { kind: 'purchase-released', coin, from: 'purchases-reserve', to: 'bankroll', amount: rest },
    ];
    const decision = decideChange({ before, after, at }, state, { moves, dueAt: null, reply: { state: next } });
    return { ...decision, writes: [...decision.writes!, ...use] };
  },
};

/** Refuses with `order-changed`, `transfer-used` and, if money was received, `second-person-needed`. */
export const rejectOrder: Command<DecidePurchase & { reason: RejectReason; unpaidTerms: UnpaidTerms }, Reply> = {
  ...changing,
  name: 'reject-purchase',
  refusals: ['order-changed', 'transfer-used', 'transfer-maybe-double', 'transfer-reversed', 'second-person-needed'],
  rows: (input) => [...withTransfer(input), { table: unpaidPurchases, id: unpaidIdOf(input.accountId) }],
  decide(input, state) {
    const { accountId, purchaseId, received, reason, bookedOn, by, at } = input;
    const found = findStep(state, purchaseId, { kind: 'reject' });
    if (found instanceof Refusal) return found;
    const { order: before, next } = found;
    // A refund is owed as much as a coin, so the same proof is needed that the money came.
    const alone = received > zero ? refuseAlone(input, false) : undefined;
    if (alone) return alone;
    const use = useTransfer(input, state, before);
    if (use instanceof Refusal) return use;
    const after: Purchase = { ...before, ...by, state: next, reserved: zero, received, refund: received, bookedOn, reason, endedAt: state.now }; // oxfmt-ignore
    const decision = decideChange({ before, after, at }, state, { moves: [released(before)], dueAt: null, reply: { state: next } }); // oxfmt-ignore
    const unpaid = isUnpaid(after) ? [oneMoreUnpaid(state, accountId, input.unpaidTerms)] : [];
    return { ...decision, writes: [...decision.writes!, ...use, ...unpaid] };
  },
};

function oneMoreUnpaid(state: CommandState, accountId: Uuid, terms: UnpaidTerms): RowWrite {
  const unpaidId = unpaidIdOf(accountId);
  const before = state.row(unpaidPurchases, unpaidId);
  const row = { accountId, unpaidId, ...countUnpaid(before, terms, state.now) };
  return before ? updateRow(unpaidPurchases, row) : insertRow(unpaidPurchases, row);
}

export interface NoteRefund {
  purchaseId: Uuid;
  /** One operator, or two in a proposal. */
  by: Pick<Purchase, 'refundedBy' | 'refundProposal'>;
}

/** Notes that a refund was sent to the bank. Refuses with `order-changed` if no refund is owed, or if it was sent before. */
export const noteRefund: Command<NoteRefund, Reply> = {
  name: 'note-purchase-refund',
  onlyIn: 'real',
  refusals: ['order-changed', 'own-account', 'day-sum-reached'],
  coins: () => [],
  house: [],
  rows: ({ purchaseId }) => [{ table: purchases, id: purchaseId }],
  decide({ purchaseId, by }, state) {
    const order = state.row(purchases, purchaseId);
    assert(order, `no purchase ${purchaseId}`);
    if (!order.refund || order.refundedAt !== null) return new Refusal('order-changed', { state: order.state });
    const after: Purchase = { ...order, ...by, refundedAt: state.now };
    return {
      objectId: purchaseId,
      moves: [],
      writes: [updateRow(purchases, after)],
      reply: { state: after.state },
      events: [{ name: 'purchase.changed', payload: after }],
    };
  },
};

/** Returns the refusal of an operator who may not decide alone; undefined for a proposal of two. */
function refuseAlone({ by, line }: DecidePurchase, isAboveLimit: boolean): Refusal | undefined {
  if (by.proposalId !== null) return undefined;
  const reason = secondReasonOf(line, { decidedBy: by.decidedBy, isAboveLimit });
  return reason && new Refusal('second-person-needed', { reason });
}

/** Marks the line as used. Refuses with `transfer-used` if it was used before, or has another currency or amount than the order received, and with `transfer-maybe-double` and `transfer-reversed`. */
function useTransfer(
  { transferId, purchaseId, received }: DecidePurchase,
  state: CommandState,
  { currency }: Purchase,
): RowWrite[] | Refusal {
  // oxfmt-ignore
  if (transferId === null) return [];
  const transfer = state.row(bankTransfers, transferId);
  if (!transfer || transfer.use !== null || transfer.currency !== currency || transfer.amount !== received)
    return new Refusal('transfer-used');
  if (transfer.doubt === 'asked' || transfer.doubt === 'same') return new Refusal('transfer-maybe-double');
  if (transfer.reversedOn !== null) return new Refusal('transfer-reversed');
  return [updateRow(bankTransfers, { ...transfer, use: 'confirmed', purchaseId, usedAt: state.now })];
}
