// The end of a loan: the customer pays it back at any time, or it is collected from available USDT, from the day that it is due until
// nothing is owed.
import { add, formatAmount, subtract, zero, type BorrowRecord, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command, type CommandState, type Decision, type Move, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { debts, type Debt } from '../ledger/debt.ts';
import { moveDue, nameDue, stillDue, type Due } from '../ledger/due-work.ts';
import { debtRow, loanOf, notice, rowsOfLoan } from './decide-loan.ts';
import { collectedOf, costBy, loanMessage, loans, owedNow, runningOf, type Loan } from './loan.ts';
import { daysLeft, nextReminder } from './reminders.ts';
import { dueIdOf } from './terms.ts';

const dayMs = 86_400_000;

interface Repaying {
  accountId: Uuid;
  loanId: Uuid;
  /** What was shown as owed. */
  total: Wad;
}

const rowsToEnd = (named: { accountId: Uuid; loanId: Uuid }) => [
  ...rowsOfLoan(named),
  nameDue(dueIdOf(named.loanId, 'reminder')),
  nameDue(dueIdOf(named.loanId, 'due')),
];

export const repayLoan: Command<Repaying, BorrowRecord> = {
  name: 'repay-loan',
  // A customer who has to wait until the next day may owe another month.
  cannotWait: true,
  onlyIn: 'real',
  refusals: ['order-changed', 'borrow-owed-changed', 'insufficient-balance'],
  coins: () => ['USDT'],
  house: ['lending', 'fees'],
  rows: rowsToEnd,
  decide({ loanId, total }, state) {
    const loan = loanOf(state, loanId);
    if (!runningOf(loan)) return new Refusal('order-changed', { state: loan.state });
    const owed = owedNow(loan, state.now)!;
    if (total !== owed) return new Refusal('borrow-owed-changed', { total: formatAmount(owed) });
    const { available } = state.balance('USDT');
    if (available < owed) return new Refusal('insufficient-balance', { available: formatAmount(available) });
    return paidBack(loan, state);
  },
};

interface AtItsTime {
  due: Due;
}
const namedIn = ({ due }: AtItsTime) => ({ accountId: due.accountId, loanId: due.subjectId });
const nothing = ({ due }: AtItsTime): Decision<Done> => ({ objectId: due.subjectId, moves: [], reply: { isDone: false } }); // oxfmt-ignore
type Done = { isDone: boolean };

/** On the due day: takes what is owed. Where less is available, takes that, and the loan is overdue, which costs nothing. */
export const collectLoan: Command<AtItsTime, Done> = {
  name: 'collect-loan',
  onlyIn: 'real',
  refusals: [],
  coins: () => ['USDT'],
  house: ['lending', 'fees'],
  rows: (input) => rowsToEnd(namedIn(input)),
  decide({ due }, state) {
    const loan = loanOf(state, due.subjectId);
    if (!stillDue(state, due)) return nothing({ due });
    assert(runningOf(loan) && loan.state === 'paid-out', `${loan.loanId} is due and ${loan.state}`);
    if (partOf(loan, state) === owedNow(loan, state.now)) return takenInFull(loan, state);
    const overdue: Loan = { ...loan, state: 'overdue', overdueAt: state.now };
    const { moves, loan: taken, debt } = takePart(overdue, state);
    return {
      objectId: loan.loanId,
      moves,
      writes: [
        updateRow(loans, taken),
        updateRow(debts, { ...debt, overdueSince: loan.collectsInParts ? state.now : null }),
        ...moveDue(state, dueIdOf(loan.loanId, 'reminder'), null),
        ...moveDue(state, due.dueId, null),
        notice(taken, state, 'overdue'),
      ],
      reply: { isDone: true },
      events: [{ name: 'loan.changed', payload: taken }],
    };
  },
};

/**
 * Takes what is available of an overdue loan until nothing is owed. It may be submitted at any time and by several engines: what was taken
 * is in the loan's own row, and where nothing can be taken it changes nothing.
 */
export const collectOverdue: Command<{ accountId: Uuid; loanId: Uuid }, Done> = {
  name: 'collect-overdue-loan',
  onlyIn: 'real',
  refusals: [],
  coins: () => ['USDT'],
  house: ['lending', 'fees'],
  rows: rowsToEnd,
  decide({ loanId }, state) {
    const loan = loanOf(state, loanId);
    const part = loan.state === 'overdue' ? partOf(loan, state) : zero;
    if (part === zero) return { objectId: loanId, moves: [], reply: { isDone: false } };
    if (part === owedNow(loan, state.now)) return takenInFull(loan, state);
    const { moves, loan: taken, debt } = takePart(loan, state);
    return {
      objectId: loanId,
      moves,
      writes: [
        updateRow(loans, taken),
        updateRow(debts, debt),
        // One message a day, however small and many the parts are.
        ...(isSameDay(loan.collection?.collectedAt ?? loan.overdueAt!, state.now)
          ? []
          : [notice(taken, state, 'part-taken')]),
      ],
      reply: { isDone: true },
      events: [{ name: 'loan.changed', payload: taken }],
    };
  },
};

const isSameDay = (before: number, now: number): boolean => Math.floor(before / dayMs) === Math.floor(now / dayMs);

/** How much can be taken of a loan that is due: what is available, at most what is owed; under an older agreement all of it or nothing. */
function partOf(loan: Loan, state: CommandState): Wad {
  const owed = owedNow(loan, state.now)!;
  const { available } = state.balance('USDT');
  if (available >= owed) return owed;
  return loan.collectsInParts ? available : zero;
}

/** Less than all that is owed; nothing where nothing can be taken. */
function takePart(loan: Loan, state: CommandState): { moves: Move[]; loan: Loan; debt: Debt } {
  const debt = debtRow(state, loan);
  const part = partOf(loan, state);
  if (part === zero) return { moves: [], loan, debt };
  const collected = add(collectedOf(loan), part);
  return {
    moves: movesOf(loan, part),
    loan: { ...loan, collection: { collected, collectedAt: state.now } },
    debt: { ...debt, collected },
  };
}

/** The amount that was lent comes back first, then its cost. */
function movesOf(loan: Loan, part: Wad): Move[] {
  const before = collectedOf(loan);
  const lent = before < loan.amount ? subtract(loan.amount, before) : zero;
  const [repaid, cost] = part > lent ? [lent, subtract(part, lent)] : [part, zero];
  return [
    ...(repaid > zero
      ? [{ kind: 'loan-repaid', coin: 'USDT', from: 'available', to: 'lending', amount: repaid } as const]
      : []),
    ...(cost > zero ? [{ kind: 'loan-cost', coin: 'USDT', from: 'available', to: 'fees', amount: cost } as const] : []),
  ];
}

function takenInFull(loan: Loan, state: CommandState): Decision<Done> {
  const isInParts = loan.state === 'overdue' && loan.collectsInParts === true;
  const collection = isInParts
    ? { collected: add(collectedOf(loan), owedNow(loan, state.now)!), collectedAt: state.now }
    : loan.collection;
  const taken = paidBack(loan, state, collection);
  return { ...taken, writes: [...taken.writes, notice(loan, state, 'taken')], reply: { isDone: true } };
}

/** Reminds the borrower of the days that are left now, also if the engine is late; after the due day it writes no reminder. */
export const remindOfLoan: Command<AtItsTime, Done> = {
  name: 'remind-of-loan',
  onlyIn: 'real',
  refusals: [],
  coins: () => [],
  house: [],
  rows: ({ due }) => [{ table: loans, id: due.subjectId }, nameDue(due.dueId)],
  decide({ due }, state) {
    const loan = loanOf(state, due.subjectId);
    if (!stillDue(state, due) || !loan.run) return nothing({ due });
    const { dueAt } = loan.run;
    const left = daysLeft(dueAt, state.now);
    return {
      objectId: loan.loanId,
      moves: [],
      writes: [
        ...moveDue(state, due.dueId, nextReminder(dueAt, state.now)),
        ...(left === undefined ? [] : [notice(loan, state, 'reminder', left)]),
      ],
      reply: { isDone: true },
      events: [{ name: 'loan.changed', payload: loan }],
    };
  },
};

function paidBack(
  loan: Loan,
  state: CommandState,
  collection: Loan['collection'] = loan.collection,
): Decision<BorrowRecord> & { writes: RowWrite[] } {
  const cost = costBy(runningOf(loan)!, state.now);
  const repaid: Loan = { ...loan, state: 'repaid', collection, repaidCost: cost, endedAt: state.now };
  return {
    objectId: loan.loanId,
    moves: movesOf(loan, owedNow(loan, state.now)!),
    writes: [
      updateRow(loans, repaid),
      updateRow(debts, { ...debtRow(state, loan), openLoan: null, owed: null, collected: zero, overdueSince: null }),
      ...moveDue(state, dueIdOf(loan.loanId, 'reminder'), null),
      ...moveDue(state, dueIdOf(loan.loanId, 'due'), null),
    ],
    reply: loanMessage(repaid, state.now),
    events: [{ name: 'loan.changed', payload: repaid }],
  };
}
