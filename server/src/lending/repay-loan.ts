// The end of a loan: paid back by the customer at any time, or taken on the day that it is due from what is available, if that suffices.
import { add, formatAmount, owedAt, zero, type BorrowRecord, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command, type CommandState, type Decision, type Move, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { debts } from '../ledger/debt.ts';
import { moveDue, nameDue, stillDue, type Due } from '../ledger/due-work.ts';
import { debtRow, loanOf, notice, rowsOfLoan } from './decide-loan.ts';
import { costBy, loanMessage, loans, runningOf, type Loan } from './loan.ts';
import { daysLeft, nextReminder } from './reminders.ts';
import { dueIdOf } from './terms.ts';

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
  // The day after may cost another month.
  cannotWait: true,
  onlyIn: 'real',
  refusals: ['order-changed', 'borrow-owed-changed', 'insufficient-balance'],
  coins: () => ['USDT'],
  house: ['lending', 'fees'],
  rows: rowsToEnd,
  decide({ loanId, total }, state) {
    const loan = loanOf(state, loanId);
    const running = runningOf(loan);
    if (!running) return new Refusal('order-changed', { state: loan.state });
    const owed = owedAt(running, state.now);
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

/** All of it or nothing: what does not suffice stays the customer's, and the loan is overdue, which costs nothing. */
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
    const running = runningOf(loan);
    assert(running && loan.state === 'paid-out', `${loan.loanId} is due and ${loan.state}`);
    const reply = { isDone: true };
    if (state.balance('USDT').available >= owedAt(running, state.now)) {
      const taken = paidBack(loan, state);
      return { ...taken, writes: [...taken.writes, notice(loan, state, 'taken')], reply };
    }
    const overdue: Loan = { ...loan, state: 'overdue', overdueAt: state.now };
    return {
      objectId: loan.loanId,
      moves: [],
      writes: [
        updateRow(loans, overdue),
        ...moveDue(state, dueIdOf(loan.loanId, 'reminder'), null),
        ...moveDue(state, due.dueId, null),
        notice(overdue, state, 'overdue'),
      ],
      reply,
      events: [{ name: 'loan.changed', payload: overdue }],
    };
  },
};

/** Told late it says how many days are left now; one that comes too late is not told. */
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

function paidBack(loan: Loan, state: CommandState): Decision<BorrowRecord> & { writes: RowWrite[] } {
  const running = runningOf(loan)!;
  const cost = costBy(running, state.now);
  const repaid: Loan = { ...loan, state: 'repaid', repaidCost: cost, endedAt: state.now };
  const moves: Move[] = [{ kind: 'loan-repaid', coin: 'USDT', from: 'available', to: 'lending', amount: loan.amount }];
  if (cost > zero) moves.push({ kind: 'loan-cost', coin: 'USDT', from: 'available', to: 'fees', amount: cost });
  assert(add(loan.amount, cost) === owedAt(running, state.now));
  return {
    objectId: loan.loanId,
    moves,
    writes: [
      updateRow(loans, repaid),
      updateRow(debts, { ...debtRow(state, loan), openLoan: null, owed: null }),
      ...moveDue(state, dueIdOf(loan.loanId, 'reminder'), null),
      ...moveDue(state, dueIdOf(loan.loanId, 'due'), null),
    ],
    reply: loanMessage(repaid, state.now),
    events: [{ name: 'loan.changed', payload: repaid }],
  };
}
