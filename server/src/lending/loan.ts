// A loan as the server holds it: an application whose amount is reserved, then money that is owed, until it is paid back.
import {
  add,
  borrowStates,
  formatAmount,
  loanCost,
  monthsBegun,
  monthsLater,
  owedAt,
  toInstant,
  wireId,
  zero,
  type BorrowReason,
  type BorrowRecord,
  type RunningLoan,
  type Wad,
} from '@candor/wire';
import { amount, boolean, bytes, columns, group, instant, integer, oneOfEnum, text, uuid, type RowIn } from '../kit/columns.ts'; // oxfmt-ignore
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { appendOnlyTable, table, type Row } from '../kit/table.ts';

export type LoanState = 'review' | 'paid-out' | 'rejected' | 'repaid' | 'overdue';

/** Terms on offer; a change is a new version, and a loan keeps the one that it was asked for under. */
export const loanConfig = columns({
  termId: text(),
  version: integer,
  months: integer,
  /** Cost of a month, as a share of the amount. */
  monthlyRate: amount,
  minAmount: amount,
  maxAmount: amount,
  isOffered: boolean,
});
export type LoanConfig = RowIn<typeof loanConfig>;

export const loans = table('loans', {
  key: { accountId: uuid, loanId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    amount,
    termId: text(),
    termVersion: integer,
    months: integer,
    monthlyRate: amount,
    /** Of the whole term. */
    cost: amount,
    limitsVersion: integer,
    creditLimit: amount,
    /** Two operators approve it. */
    needsTwoPersons: boolean,
    /** Of what was accepted. */
    agreementSha256: text(),
    appliedAt: instant,
    /** Null in loans from before: their agreement says that the sum is taken in full or not at all. */
    collectsInParts: boolean.orNull,
  },
  changing: { state: text<LoanState>() },
  later: {
    decision: group('decided_', {
      at: instant,
      by: text(),
      proposal: uuid.orNull,
      reason: text<BorrowReason>().orNull,
    }).orNull,
    /** Of one that was paid out. */
    run: group('', { paidOutAt: instant, dueAt: instant }).orNull,
    overdueAt: instant.orNull,
    /** What was taken since the due day, and when the last part was. */
    collection: group('', { collected: amount, collectedAt: instant }).orNull,
    /** What was paid besides the amount. */
    repaidCost: amount.orNull,
    endedAt: instant.orNull,
  },
});
export type Loan = Row<typeof loans>;

/** What was accepted with an application, word for word. */
export const loanAgreements = appendOnlyTable('loan_agreements', {
  key: { accountId: uuid, loanId: uuid },
  fixed: { language: text(), text: text(), digest: bytes },
});

export type NoticeKind = 'paid-out' | 'rejected' | 'reminder' | 'taken' | 'overdue' | 'part-taken';

/** What the customer is written to about, once each. */
export const loanNotices = appendOnlyTable('loan_notices', {
  key: { accountId: uuid, noticeId: uuid },
  fixed: { loanId: uuid, kind: text<NoticeKind>(), daysLeft: integer.orNull, at: instant },
});

declare module '../kit/bus.ts' {
  interface Events {
    /** A loan was asked for, decided on, or paid back, or its time came. */
    'loan.changed': Loan;
  }
}

/** What is owed by it; undefined before it is paid out and after it is over. */
export function runningOf({ state, run, amount: lent, monthlyRate, months }: Loan): RunningLoan | undefined {
  if (run === null || (state !== 'paid-out' && state !== 'overdue')) return undefined;
  return { amount: lent, monthlyRate, months, since: run.paidOutAt };
}

export const collectedOf = ({ collection }: Loan): Wad => collection?.collected ?? zero;

export const owedNow = (loan: Loan, now: number): Wad | undefined => {
  const running = runningOf(loan);
  return running && owedAt(running, now, collectedOf(loan));
};

const stateNumbers: Readonly<Record<LoanState, number>> = {
  review: borrowStates.review,
  'paid-out': borrowStates.paidOut,
  rejected: borrowStates.rejected,
  repaid: borrowStates.repaid,
  overdue: borrowStates.overdue,
};

export function loanMessage(loan: Loan, now: number): BorrowRecord {
  const { decision, run } = loan;
  const running = runningOf(loan);
  const begun = running && monthsBegun(running, now);
  return {
    borrow_id: wireId('loan', loan.loanId),
    account_id: wireId('account', loan.accountId),
    number: formatAmount(loan.amount),
    cope: formatAmount(loan.cost),
    total_amount: formatAmount(add(loan.amount, loan.cost)),
    month: loan.months,
    monthly_rate: formatAmount(loan.monthlyRate),
    state: stateNumbers[loan.state],
    reason: decision?.reason ?? null,
    applied_at: toInstant(loan.appliedAt),
    paid_out_at: run && toInstant(run.paidOutAt),
    due_at: run && toInstant(run.dueAt),
    ended_at: loan.endedAt === null ? null : toInstant(loan.endedAt),
    owed_now: running ? formatAmount(owedAt(running, now, collectedOf(loan))) : null,
    collected: formatAmount(collectedOf(loan)),
    collected_at: loan.collection && toInstant(loan.collection.collectedAt),
    is_collected_in_parts: loan.collectsInParts === true,
    owed_rises_at: running && begun! < running.months ? toInstant(monthsLater(running.since, begun!)) : null,
    repaid_cope: loan.repaidCost === null ? null : formatAmount(loan.repaidCost),
    agreement_sha256: loan.agreementSha256,
  };
}

/** Of the months that have begun by then. */
export const costBy = (running: RunningLoan, now: number): Wad =>
  loanCost(running.amount, running.monthlyRate, monthsBegun(running, now));

export const loanKind: OrderKind = {
  kind: 'loan',
  table: 'loans',
  id: 'loan_id',
  endedAt: 'ended_at',
  shown: {
    coin: "'USDT'",
    side: "months || ' mo'",
    amount: 'amount',
    amountCoin: "'USDT'",
    state: 'state',
    paid: 'amount + repaid_cost',
    paidCoin: "'USDT'",
    receivedAt: 'applied_at',
  },
};
