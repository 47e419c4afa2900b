// Terms and limits in force, and all that ever were.
import type { Uuid } from '@candor/wire';
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettingOfAll, defineSettings } from '../kit/settings.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { amountIn } from '../kit/ways.ts';
import { loanConfig } from './loan.ts';

export const loanTerms = defineSettings({
  name: 'loan-terms',
  table: 'loan_configs',
  idColumn: 'term_id',
  columns: loanConfig,
  order: 'months, term_id, version',
  fields: [
    { name: 'months', form: 'count', favours: 'fixed', min: '1', max: '60' },
    { name: 'monthly_rate', form: 'share', favours: 'less', min: '0.0001', max: '0.05' },
    { name: 'min_amount', form: 'amount', favours: 'less', min: '1', max: '100000' },
    { name: 'max_amount', form: 'amount', favours: 'more', min: '1', max: '10000000' },
    { name: 'is_offered', form: 'flag', favours: 'more' },
  ],
  ways: (id, { months, monthly_rate: rate, max_amount: most, is_offered: isOffered }) =>
    isOffered === true
      ? [
          {
            kind: 'borrow',
            name: `loan-terms ${id}`,
            months: parseInt(String(months), 10),
            monthlyRate: amountIn(rate),
            most: amountIn(most),
          },
        ]
      : [],
});

const limits = columns({
  version: integer,
  identityAmount: amount,
  /** For each 30 days since the account was opened. */
  ageAmount: amount,
  ageMonthsMax: integer,
  /** For each VIP level. */
  vipAmount: amount,
  /** Of the largest amount that was paid back in time. */
  historyShare: amount,
  historyMax: amount,
  limitMax: amount,
  twoPersonsAbove: amount,
});
export type LoanLimits = RowIn<typeof limits>;

export const loanLimits = defineSettingOfAll({
  name: 'loan-limits',
  table: 'loan_limits',
  columns: limits,
  fields: [
    { name: 'identity_amount', form: 'amount', favours: 'more', min: '0', max: '1000000' },
    { name: 'age_amount', form: 'amount', favours: 'more', min: '0', max: '100000' },
    { name: 'age_months_max', form: 'count', favours: 'more', min: '0', max: '120' },
    { name: 'vip_amount', form: 'amount', favours: 'more', min: '0', max: '1000000' },
    { name: 'history_share', form: 'share', favours: 'more', min: '0', max: '2' },
    { name: 'history_max', form: 'amount', favours: 'more', min: '0', max: '1000000' },
    { name: 'limit_max', form: 'amount', favours: 'more', min: '0', max: '10000000' },
    { name: 'two_persons_above', form: 'amount', favours: 'neither', min: '0', max: '1000000' },
  ],
  ways: (_, { vip_amount: perLevel, limit_max: most }) => [
    { kind: 'credit', name: 'loan-limits', most: amountIn(most), perLevel: amountIn(perLevel) },
  ],
});

/** Of the rows that say what time does to it, so that whoever ends it can name them. */
export const dueIdOf = (loanId: Uuid, what: 'reminder' | 'due'): Uuid => uuidOfWords(`loan ${what} ${loanId}`);
