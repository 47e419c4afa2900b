// Lending where time decides: what is done when a row of it is due.
import type { EnginePart } from '../kit/product.ts';
import { bindDue } from '../ledger/due-work.ts';
import { collectLoan, remindOfLoan } from './repay-loan.ts';

export const lendingEngine = (): EnginePart => ({
  dueWork: [
    bindDue('loan-reminder', remindOfLoan, (due) => ({ due })),
    bindDue('loan-due', collectLoan, (due) => ({ due })),
  ],
});
