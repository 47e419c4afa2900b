// Lending where time decides: what is done when a row of it is due, and what is collected of overdue loans as soon as there is something.
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { bindDue } from '../ledger/due-work.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { collectOverdueLoans } from './collect-overdue-loans.ts';
import { collectLoan, remindOfLoan } from './repay-loan.ts';

export const lendingEngine = (parts: { pool: Pool; lanes: Lanes; clock: Clock }): EnginePart => ({
  jobs: [collectOverdueLoans(parts)],
  dueWork: [
    bindDue('loan-reminder', remindOfLoan, (due) => ({ due })),
    bindDue('loan-due', collectLoan, (due) => ({ due })),
  ],
});
