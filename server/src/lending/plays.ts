import { add, formatAmount, loanCost, submitBorrow, wad } from '@candor/wire';
import { play, playedByItself } from '../kit/play.ts';
import { writeAgreement } from './agreement.ts';
import { applyForLoan } from './apply.ts';
import { payOutLoan, rejectLoanApplication } from './decide-loan.ts';
import type { LoanConfig } from './loan.ts';
import { collectLoan, collectOverdue, remindOfLoan, repayLoan } from './repay-loan.ts';

/** As the first version of the terms has it. */
const term: LoanConfig = {
  termId: '1',
  version: 1,
  months: 1,
  monthlyRate: wad('0.012'),
  minAmount: wad('50'),
  maxAmount: wad('10000'),
  isOffered: true,
};

export const lendingPlays = [
  play(submitBorrow, [applyForLoan], ({ accountId: account, random, replies }) => {
    // One at a time, and an operator ends it.
    if (replies.length > 0) return undefined;
    const amount = wad(String(50 + random(50)));
    const cost = loanCost(amount, term.monthlyRate, term.months);
    const { digest, language } = writeAgreement({ amount, config: term, account }, 'en');
    return {
      account_id: account,
      number: formatAmount(amount),
      cope: formatAmount(cost),
      total_amount: formatAmount(add(amount, cost)),
      month: term.months,
      agreement_sha256: digest,
      language,
    };
  }),
  // All that follows waits for an operator.
  playedByItself([payOutLoan, rejectLoanApplication, repayLoan, collectLoan, collectOverdue, remindOfLoan]),
];
