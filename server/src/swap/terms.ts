// What swaps go by that operators change. What decides a swap that is placed is not among it: receipts of one version have it fixed.
import { zero } from '@candor/wire';
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettingOfAll } from '../kit/settings.ts';
import { shareColumns, shareFields } from '../ledger/account-promises.ts';

const terms = columns({
  version: integer,
  /** In USDT. */
  minValue: amount,
  /** A limit lies at most this share above the market. */
  limitRange: amount,
  /** Waiting limits of an account. */
  limitsMax: integer,
  /** Of limits; quotes are over within seconds and count in what all together hold. */
  ...shareColumns,
});
export type SwapTerms = RowIn<typeof terms>;

export const swapSetting = defineSettingOfAll({
  name: 'swap-terms',
  table: 'swap_terms',
  columns: terms,
  fields: [
    { name: 'min_value', form: 'amount', favours: 'less', min: '0.01', max: '1000' },
    { name: 'limit_range', form: 'share', favours: 'more', min: '0.01', max: '10' },
    { name: 'limits_max', form: 'count', favours: 'more', min: '1', max: '500' },
    ...shareFields,
  ],
  // At the index, without a fee.
  ways: () => [{ kind: 'exchange', name: 'swap-terms', cost: zero }],
});
