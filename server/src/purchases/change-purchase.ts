// What becomes of an order once it is made: paid, given up, over in time. What is set aside for it goes back when it is not bought.
import { subtract, zero, type Purchase as PurchaseMessage, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, updateRow, type Command, type CommandState, type Decision, type Move, type RowName } from '../ledger/command.ts'; // oxfmt-ignore
import { countPromise, namePromises, promiseWholes } from '../ledger/account-promises.ts';
import { moveDue, nameDue, stillDue, type Due } from '../ledger/due-work.ts';
import { changeDay, lockedCoins, purchaseRoom } from './order-purchase.ts';
import type { PurchaseTerms } from './purchase-terms.ts';
import { purchaseDays, purchaseMessage, purchases, type Purchase } from './purchase.ts';
import { countsForDay, isGivenUp, isUnpaid, lateUntil, stateAfter, type Step } from './rules.ts';
import { dayIdOf, dayOf, dueIdOf, namesIn, type OrderNames } from './terms.ts';

export interface ChangePurchase extends OrderNames {
  accountId: Uuid;
  purchaseId: Uuid;
  /** When it was asked for; the day on which an order given up counts. */
  at: number;
}

/** What a command that changes an order must name. */
export const rowsOf = ({ accountId, purchaseId, currency, coin, orderedAt, at }: ChangePurchase): RowName[] => [
  { table: purchases, id: purchaseId },
  { table: purchaseDays, id: dayIdOf(accountId, dayOf(orderedAt), currency) },
  { table: purchaseDays, id: dayIdOf(accountId, dayOf(at), 'all') },
  nameDue(dueIdOf(purchaseId)),
  ...namePromises({ product: 'purchase', coin }),
];

export const changing = {
  onlyIn: 'real',
  refusals: ['order-changed'],
  coins: ({ coin }: ChangePurchase) => lockedCoins(coin),
  house: ['bankroll', 'purchases-reserve'],
  wholes: ({ coin }: ChangePurchase) => promiseWholes('purchases-reserve', coin),
  rows: rowsOf,
} as const;

/** The order as it is, and the state that a step leads it to. */
export function findStep(
  state: CommandState,
  purchaseId: Uuid,
  step: Step,
): { order: Purchase; next: Purchase['state'] } | Refusal {
  // oxfmt-ignore
  const order = state.row(purchases, purchaseId);
  assert(order, `no purchase ${purchaseId}`);
  const next = stateAfter(order, step, state.now);
  return next ? { order, next } : new Refusal('order-changed', { state: order.state });
}

/** The order written as it is now, with what is counted of its day; `dueAt`: when time does something to it again. */
export function decideChange<Reply>(
  { before, after, at }: { before: Purchase; after: Purchase; at: number },
  state: CommandState,
  { moves, dueAt, reply }: { moves: readonly Move[]; dueAt: number | null; reply: Reply },
): Decision<Reply> {
  const { accountId, purchaseId, currency, coin, money } = after;
  const by = countsForDay(after) === countsForDay(before) ? zero : countsForDay(after) ? money : subtract(zero, money);
  const isNewlyGivenUp = isGivenUp(after) && !isGivenUp(before);
  return {
    objectId: purchaseId,
    moves: moves.filter(({ amount }) => amount > zero),
    writes: [
      updateRow(purchases, after),
      ...(by === zero ? [] : [changeDay(state, { accountId, day: dayOf(after.orderedAt), currency, by })]),
      ...(isNewlyGivenUp
        ? [changeDay(state, { accountId, day: dayOf(at), currency: 'all', givenUp: isUnpaid(after) ? 2 : 1 })]
        : []),
      ...moveDue(state, dueIdOf(purchaseId), dueAt),
      ...countPromise(
        state,
        { accountId, product: 'purchase', coin },
        { before: before.reserved, after: after.reserved },
      ),
    ],
    reply,
    events: [{ name: 'purchase.changed', payload: after }],
  };
}

export const released = ({ coin, reserved: amount }: Purchase): Move => ({
  kind: 'purchase-released',
  coin,
  from: 'purchases-reserve',
  to: 'bankroll',
  amount,
});

interface MarkPaid extends ChangePurchase {
  proof: Uuid | null;
  /** What it was ordered under. */
  under: PurchaseTerms;
}

/** Says that it was paid. In time the quote holds; later it waits for an operator, who is told so. Refuses with `order-changed`. */
export const markPaid: Command<MarkPaid, PurchaseMessage> = {
  ...changing,
  name: 'mark-purchase-paid',
  // His quote holds for minutes.
  cannotWait: true,
  decide({ purchaseId, proof, under, at }, state) {
    const found = findStep(state, purchaseId, { kind: 'paid' });
    if (found instanceof Refusal) return found;
    const { order: before, next } = found;
    const { coin, coins } = before;
    const mark = (reserved: Wad, moves: readonly Move[]): Decision<PurchaseMessage> => {
      const after: Purchase = { ...before, state: next, reserved, paidAt: state.now, proof };
      return decideChange({ before, after, at }, state, { moves, dueAt: null, reply: purchaseMessage(after) });
    };
    if (before.reserved > zero) return mark(before.reserved, []);
    // Never lost: where the house does not hold the coin any more, or too much of it for others already, it waits without it.
    if (coins > purchaseRoom(state, coin, under)) return mark(zero, []);
    if (state.house('bankroll', coin) < coins)
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin, amount: coins, otherwise: mark(zero, []) });
    return mark(coins, [{ kind: 'purchase-promised', coin, from: 'bankroll', to: 'purchases-reserve', amount: coins }]);
  },
};

/** Refuses with `order-changed` once it was paid, has ended, or its time is over. */
export const cancelOrder: Command<ChangePurchase, PurchaseMessage> = {
  ...changing,
  name: 'cancel-purchase',
  takesBack: true,
  decide({ purchaseId, at }, state) {
    const found = findStep(state, purchaseId, { kind: 'cancel' });
    if (found instanceof Refusal) return found;
    const { order: before, next } = found;
    const after: Purchase = { ...before, state: next, reserved: zero, endedAt: state.now };
    return decideChange(
      { before, after, at },
      state,
      { moves: [released(before)], dueAt: null, reply: purchaseMessage(after) },
    );
  },
}; // oxfmt-ignore

type Done = { isDone: boolean };

/** The order that a row of due work is about. */
const ofDue = ({ accountId, subjectId, detail, dueAt }: Due): ChangePurchase => ({
  ...namesIn(detail),
  accountId,
  purchaseId: subjectId,
  at: dueAt,
});

/** Not paid in time: the coin is free again. A week later nobody can say any more that it was paid. */
export const endOfTime: Command<{ due: Due }, Done> = {
  name: 'end-purchase-time',
  onlyIn: 'real',
  refusals: [],
  coins: ({ due }) => lockedCoins(ofDue(due).coin),
  house: ['bankroll', 'purchases-reserve'],
  rows: ({ due }) => rowsOf(ofDue(due)),
  decide({ due }, state) {
    const before = state.row(purchases, due.subjectId);
    assert(before, `no purchase ${due.subjectId}`);
    if (!stillDue(state, due)) return { objectId: due.subjectId, moves: [], reply: { isDone: false } };
    const next = stateAfter(before, { kind: 'time' }, Math.max(state.now, due.dueAt));
    const [after, dueAt]: [Purchase, number | null] = next
      ? [{ ...before, state: next, reserved: zero }, lateUntil(before)]
      : [{ ...before, endedAt: state.now }, null];
    assert(after.state === 'expired', `time is over for ${due.subjectId}, which is ${after.state}`);
    const moves = next ? [released(before)] : [];
    return decideChange({ before, after, at: due.dueAt }, state, { moves, dueAt, reply: { isDone: true } });
  },
};
