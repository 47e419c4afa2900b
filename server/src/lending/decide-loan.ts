// What operators decide on an application: it is paid out of what was reserved for it, or that is free again.
import { monthsLater, type BorrowReason, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { insertRow, updateRow, type Command, type CommandState, type RowName } from '../ledger/command.ts';
import { debts, nameDebt } from '../ledger/debt.ts';
import { newDue, type Due } from '../ledger/due-work.ts';
import { loanNotices, loans, runningOf, type Loan, type NoticeKind } from './loan.ts';
import { nextReminder } from './reminders.ts';
import { dueIdOf } from './terms.ts';

interface Deciding {
  accountId: Uuid;
  loanId: Uuid;
  /** Their name. */
  by: string;
}

/** The act by which two operators approved it; null for one. */
export const payOutLoan: Command<Deciding & { proposal: Uuid | null }, { loanId: Uuid }> = {
  name: 'pay-out-loan',
  onlyIn: 'real',
  refusals: ['loan-decided', 'loan-needs-two', 'own-account', 'day-sum-reached'],
  coins: () => ['USDT'],
  house: ['lending-reserve'],
  rows: rowsOfLoan,
  decide({ loanId, by, proposal }, state) {
    const loan = loanOf(state, loanId);
    if (loan.state !== 'review') return new Refusal('loan-decided', { state: loan.state });
    if (loan.needsTwoPersons && proposal === null) return new Refusal('loan-needs-two');
    const { now } = state;
    const paidOut: Loan = {
      ...loan,
      state: 'paid-out',
      decision: { at: now, by, proposal, reason: null },
      run: { paidOutAt: now, dueAt: monthsLater(now, loan.months) },
    };
    const debt = debtRow(state, loan);
    return {
      objectId: loanId,
      moves: [{ kind: 'loan-paid-out', coin: 'USDT', from: 'lending-reserve', to: 'available', amount: loan.amount }],
      writes: [
        updateRow(loans, paidOut),
        updateRow(debts, { ...debt, owed: runningOf(paidOut)! }),
        ...duesOf(paidOut, now).map(newDue),
        notice(paidOut, state, 'paid-out'),
      ],
      reply: { loanId },
      events: [{ name: 'loan.changed', payload: paidOut }],
    };
  },
};

export const rejectLoanApplication: Command<Deciding & { reason: BorrowReason }, { loanId: Uuid }> = {
  name: 'reject-loan',
  onlyIn: 'real',
  refusals: ['loan-decided'],
  coins: () => ['USDT'],
  house: ['lending', 'lending-reserve'],
  rows: rowsOfLoan,
  decide({ loanId, by, reason }, state) {
    const loan = loanOf(state, loanId);
    if (loan.state !== 'review') return new Refusal('loan-decided', { state: loan.state });
    const { now } = state;
    const decision = { at: now, by, proposal: null, reason };
    const rejected: Loan = { ...loan, state: 'rejected', decision, endedAt: now };
    return {
      objectId: loanId,
      moves: [{ kind: 'loan-released', coin: 'USDT', from: 'lending-reserve', to: 'lending', amount: loan.amount }],
      writes: [
        updateRow(loans, rejected),
        updateRow(debts, { ...debtRow(state, loan), openLoan: null }),
        notice(rejected, state, 'rejected'),
      ],
      reply: { loanId },
      events: [{ name: 'loan.changed', payload: rejected }],
    };
  },
};

export function rowsOfLoan({ accountId, loanId }: { accountId: Uuid; loanId: Uuid }): RowName[] {
  return [{ table: loans, id: loanId }, nameDebt(accountId)];
}

export function loanOf(state: CommandState, loanId: Uuid): Loan {
  const loan = state.row(loans, loanId);
  assert(loan, `no loan ${loanId}`);
  return loan;
}

export function debtRow(state: CommandState, { accountId, loanId }: Loan) {
  const debt = state.row(debts, accountId);
  assert(debt?.openLoan === loanId, `${loanId} is not what ${accountId} has open`);
  return debt;
}

export const notice = (
  { accountId, loanId }: Loan,
  state: CommandState,
  kind: NoticeKind,
  daysLeft: number | null = null,
) => insertRow(loanNotices, { accountId, noticeId: state.newId(), loanId, kind, daysLeft, at: state.now });

function duesOf({ accountId, book, loanId, run }: Loan, now: number): Due[] {
  const due = { accountId, book, subjectId: loanId, detail: '' };
  const { dueAt } = run!;
  const first = nextReminder(dueAt, now);
  const atEnd: Due = { ...due, kind: 'loan-due', dueId: dueIdOf(loanId, 'due'), dueAt };
  if (first === null) return [atEnd];
  return [atEnd, { ...due, kind: 'loan-reminder', dueId: dueIdOf(loanId, 'reminder'), dueAt: first }];
}
