// The terms on offer, what one account may hold of them, and all that ever were.
import type { Uuid } from '@candor/wire';
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { defineSettingOfAll, defineSettings } from '../kit/settings.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { amountIn } from '../kit/ways.ts';
import { pledgeConfig } from './pledge.ts';

export const pledgeTerms = defineSettings({
  name: 'pledge-terms',
  table: 'pledge_configs',
  idColumn: 'product_id',
  columns: pledgeConfig,
  order: 'days, product_id, version',
  fields: [
    { name: 'days', form: 'count', favours: 'fixed', min: '1', max: '366' },
    { name: 'daily_rate', form: 'share', favours: 'more', min: '0.000001', max: '0.01' },
    { name: 'min_amount', form: 'amount', favours: 'less', min: '1', max: '100000' },
    { name: 'max_amount', form: 'amount', favours: 'more', min: '1', max: '100000000' },
    { name: 'quota', form: 'amount', favours: 'more', min: '1', max: '1000000000' },
    { name: 'is_offered', form: 'flag', favours: 'more' },
  ],
  ways: (id, { days, daily_rate: rate, max_amount: most, quota, is_offered: isOffered }) =>
    isOffered === true
      ? [
          {
            kind: 'earn',
            name: `pledge-terms ${id}`,
            days: parseInt(String(days), 10),
            dailyRate: amountIn(rate),
            most: amountIn(most),
            quota: amountIn(quota),
          },
        ]
      : [],
});

const limits = columns({
  version: integer,
  /** Of the income that the house can still promise. */
  incomeShareMax: amount,
  /** Of a plan's quota; one pledge of the most that the plan takes is always within it. */
  quotaShareMax: amount,
  /** Pledges of an account at the same time. */
  runningMax: integer,
});
export type PledgeLimits = RowIn<typeof limits>;

/** They decide whether a pledge is taken: one that runs keeps nothing of them. */
export const pledgeLimits = defineSettingOfAll({
  name: 'pledge-limits',
  table: 'pledge_limits',
  columns: limits,
  fields: [
    { name: 'income_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.5' },
    { name: 'quota_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.5' },
    { name: 'running_max', form: 'count', favours: 'more', min: '1', max: '500' },
  ],
  ways: (_, { quota_share_max: share }) => [{ kind: 'quota', name: 'pledge-limits', share: amountIn(share) }],
});

/** Of the row that counts what is staked. */
export const quotaIdOf = (productId: string, book: Book): Uuid => uuidOfWords(`pledge quota ${productId} ${book}`);

/** Of the rows that say when its income and its end are due, so that whoever ends it can name them. */
export const dueIdOf = (pledgeId: Uuid, what: 'income' | 'end' | 'renewal'): Uuid =>
  uuidOfWords(`pledge ${what} ${pledgeId}`);
