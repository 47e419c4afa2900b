import { add, loanCost, owedAt, wad, wireId } from '@candor/wire';
import { writeAgreement } from '../../../src/lending/agreement.ts';
import { applyForLoan } from '../../../src/lending/apply.ts';
import { payOutLoan, rejectLoanApplication } from '../../../src/lending/decide-loan.ts';
import { loans, runningOf, type LoanConfig } from '../../../src/lending/loan.ts';
import { collectOverdue, repayLoan } from '../../../src/lending/repay-loan.ts';
import type { LoanLimits } from '../../../src/lending/terms.ts';
import { ask, usdtOf, type Actor, type Draw, type ModelProduct, type ModelStage } from './stage.ts';

/** As the first version of the terms has it. */
export const modelLoanConfig: LoanConfig = {
  termId: '1',
  version: 1,
  months: 1,
  monthlyRate: wad('0.012'),
  minAmount: wad('50'),
  maxAmount: wad('10000'),
  isOffered: true,
};
export const modelLoanLimits: LoanLimits = {
  version: 1,
  identityAmount: wad('500'),
  ageAmount: wad('100'),
  ageMonthsMax: 10,
  vipAmount: wad('1000'),
  historyShare: wad('0.5'),
  historyMax: wad('5000'),
  limitMax: wad('10000'),
  twoPersonsAbove: wad('1000'),
};

/** An application that operators decide on; one of another account's name is nobody's. */
function decidingOn(stage: ModelStage, actor: Actor, draw: Draw) {
  const loan = stage.own(loans, actor, draw, ({ state }) => state === 'review');
  return loan && { accountId: actor.accountId, loanId: loan.loanId, by: 'olga' };
}

export const lending: ModelProduct = {
  plays: [
    {
      command: applyForLoan,
      play(_, actor, draw) {
        const amount = usdtOf(draw, 50, 500);
        const cost = loanCost(amount, modelLoanConfig.monthlyRate, modelLoanConfig.months);
        const agreement = writeAgreement({ amount, config: modelLoanConfig, account: wireId('account', actor.accountId) }, 'en');
        const shown = { cost, total: add(amount, cost), agreementDigest: agreement.digest };
        const credit = { limit: wad('500'), parts: [], isCapped: false };
        return ask(applyForLoan, actor, { ...actor, isVerified: true, amount, shown, config: modelLoanConfig, agreement, limits: modelLoanLimits, credit });
      },
    },
    {
      command: payOutLoan,
      weight: 3,
      play(stage, actor, draw) {
        const deciding = decidingOn(stage, actor, draw);
        return deciding && ask(payOutLoan, actor, { ...deciding, proposal: null });
      },
    },
    {
      command: rejectLoanApplication,
      play(stage, actor, draw) {
        const deciding = decidingOn(stage, actor, draw);
        return deciding && ask(rejectLoanApplication, actor, { ...deciding, reason: 'too-much-at-risk' });
      },
    },
    {
      command: repayLoan,
      weight: 4,
      play(stage, actor, draw) {
        const loan = stage.own(loans, actor, draw, (each) => runningOf(each) !== undefined);
        if (!loan) return undefined;
        const running = runningOf(loan);
        const total = running ? owedAt(running, stage.now) : loan.amount;
        return ask(repayLoan, actor, { accountId: actor.accountId, loanId: loan.loanId, total });
      },
    },
    {
      // As if its due day had come while nothing was available, which few sequences bring about.
      command: collectOverdue,
      play(stage, actor, draw) {
        const loan = stage.own(loans, actor, draw, ({ run, endedAt }) => run !== null && endedAt === null);
        if (!loan) return undefined;
        if (actor.book === 'real' && loan.state === 'paid-out')
          stage.ledger.put(loans, { ...loan, state: 'overdue', overdueAt: stage.now });
        return ask(collectOverdue, actor, { accountId: actor.accountId, loanId: loan.loanId });
      },
    },
  ],
}; // oxfmt-ignore
