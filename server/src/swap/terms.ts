// What swaps go by that operators change. What decides a swap that is placed is not among it: receipts of one version have it fixed.
import assert from 'node:assert/strict';
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettings, type Settings } from '../kit/settings.ts';

const terms = columns({
  version: integer,
  /** In USDT. */
  minValue: amount,
  /** A limit lies at most this share above the market. */
  limitRange: amount,
  /** Waiting limits of an account. */
  limitsMax: integer,
  /** What the house sets aside for an account's limits is at most this share of what it can still promise of the coin. */
  accountShareMax: amount,
  /** What it sets aside for all swaps is at most this share before it takes another limit. */
  allShareMax: amount,
});
export type SwapTerms = RowIn<typeof terms>;

export const swapSetting = defineSettings({
  name: 'swap-terms',
  table: 'swap_terms',
  idColumn: null,
  columns: terms,
  order: 'version',
  versionOf: (row): SwapTerms => row,
  fields: [
    { name: 'min_value', form: 'amount', favours: 'less', min: '0.01', max: '1000' },
    { name: 'limit_range', form: 'share', favours: 'more', min: '0.01', max: '10' },
    { name: 'limits_max', form: 'count', favours: 'more', min: '1', max: '500' },
    { name: 'account_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.5' },
    { name: 'all_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.9' },
  ],
});

/** What is asked for now. */
export function swapTermsNow(all: Pick<Settings<SwapTerms>, 'inForce'>): SwapTerms {
  const [now] = all.inForce();
  assert(now, 'the terms of swaps are not loaded');
  return now;
}
