// Rows that are due, each carried out by the command of its kind.
import assert from 'node:assert/strict';
import { endOfTime } from '../../../src/purchases/change-purchase.ts';
import { loans } from '../../../src/lending/loan.ts';
import { collectLoan, collectOverdue, remindOfLoan } from '../../../src/lending/repay-loan.ts';
import { dueWork, type Due } from '../../../src/ledger/due-work.ts';
import { completePledge, postPledgeIncome, renewPledge } from '../../../src/staking/post-income.ts';
import { firstPledgeLimits } from '../first-terms.ts';
import type { Asked } from './memory-ledger.ts';
import { ask, type ModelEngine, type ModelStage } from './stage.ts';
import { pledgeTermsOf } from './staking.ts';

const askDue: Readonly<Record<string, (due: Due) => Asked>> = {
  'pledge-income': (due) => ask(postPledgeIncome, due, { due }),
  'pledge-end': (due) => ask(completePledge, due, { due }),
  'pledge-renewal': (due) =>
    ask(renewPledge, due, { due, config: pledgeTermsOf(due.detail), limits: firstPledgeLimits }),
  'purchase-time': (due) => ask(endOfTime, due, { due }),
  'loan-due': (due) => ask(collectLoan, due, { due }),
  'loan-reminder': (due) => ask(remindOfLoan, due, { due }),
};

const isDue =
  (now: number) =>
  (row: { dueAt: number | null }): row is Due =>
    row.dueAt !== null && row.dueAt <= now;

export const dues: ModelEngine = {
  commands: [postPledgeIncome, completePledge, renewPledge, endOfTime, collectLoan, collectOverdue, remindOfLoan],
  due: ({ ledger }: ModelStage) => [
    ...ledger
      .rows(dueWork)
      .filter(isDue(ledger.now))
      .map((due) => (askDue[due.kind] ?? assert.fail(`the model does not do ${due.kind}`))(due)),
    ...ledger.rows(loans).flatMap((loan) => (loan.state === 'overdue' ? [ask(collectOverdue, loan, loan)] : [])),
  ],
};
