// Lending: USDT out of a funded account of the house, for some months at a rate agreed before. What is promised is reserved, what is owed
// is clear.
import {
  approveLoan,
  approveLoanAct,
  borrowEvent,
  exportLoans,
  getAcceptedAgreement,
  getBorrowAgreement,
  getLoan,
  getLoanBook,
  lendingMovements,
  listLoans,
  queryBorrowLimit,
  queryBorrowList,
  queryBorrowTerms,
  rejectLoan,
  repayBorrow,
  submitBorrow,
} from '@candor/wire';
import { product, type KindOf, type Ways } from '../kit/product.ts';
import { debts } from '../ledger/debt.ts';
import { applyForLoan } from './apply.ts';
import { payOutLoan, rejectLoanApplication } from './decide-loan.ts';
import { lendingClaims, lendingExplains, lendingInvariants, lendingTimes } from './invariants.ts';
import { lendingEngine } from './lending-engine.ts';
import { lendingWeb } from './lending-web.ts';
import { loanAgreements, loanKind, loanNotices, loans } from './loan.ts';
import { lendingPlays } from './plays.ts';
import { collectLoan, collectOverdue, remindOfLoan, repayLoan } from './repay-loan.ts';
import { loanLimits, loanTerms } from './terms.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof lendingMovements>> = {
  'loan-reserved': [['lending', 'lending-reserve']],
  'loan-released': [['lending-reserve', 'lending']],
  'loan-paid-out': [['lending-reserve', 'available']],
  'loan-repaid': [['available', 'lending']],
  'loan-cost': [['available', 'fees']],
};

export const lending = product({
  name: 'lending',
  calls: [
    {
      title: 'Borrowing',
      text: 'USDT for some months at a rate agreed before: reserved when it is asked for, paid back in full at any time.',
      anyone: [queryBorrowTerms],
      self: [queryBorrowLimit, getBorrowAgreement, getAcceptedAgreement, queryBorrowList, submitBorrow, repayBorrow],
    },
  ],
  consoleCalls: [
    {
      title: 'Loans',
      text: 'Applications with what is known of the customer, the decision, and the book of what is owed.',
      operator: [listLoans, exportLoans, getLoan, getLoanBook, approveLoan, rejectLoan],
    },
  ],
  acts: [approveLoanAct],
  commands: [applyForLoan, payOutLoan, rejectLoanApplication, repayLoan, collectLoan, collectOverdue, remindOfLoan],
  dueKinds: ['loan-reminder', 'loan-due'],
  tables: [loans, loanAgreements, loanNotices, debts],
  orders: [loanKind],
  movements: lendingMovements,
  ways,
  explains: lendingExplains,
  events: [borrowEvent],
  unnoticed: { borrow: 'What is decided, due or collected is mailed, each once, by the product itself.' },
  settings: [loanTerms, loanLimits],
  plays: lendingPlays,
  claims: lendingClaims,
  invariants: lendingInvariants,
  times: lendingTimes,
  bridged: { fromEngine: ['loan.changed'], betweenWebs: ['loan.changed'] },
  web: lendingWeb,
  engine: lendingEngine,
});
