// What all purchases go by, whatever their currency: the fee, the time to pay, and how much may be open at a time.
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettingOfAll, type SettingOfAll } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';
import { shareColumns, shareFields } from '../ledger/account-promises.ts';
import type { Purchase } from './purchase.ts';

const terms = columns({
  version: integer,
  /** Of what is paid. */
  feeRate: amount,
  /** A quote is locked for this long. */
  paymentMinutes: integer,
  /** After that the customer can still say for so long that it was paid. */
  lateDays: integer,
  /** What was shown may be more than what is got by this share. */
  moveMax: amount,
  /** Orders given up on one day (UTC) before buying pauses for the rest of it. */
  givenUpMax: integer,
  /** Orders of an account that coins are set aside for at the same time. */
  openMax: integer,
  ...shareColumns,
});
export type PurchaseTerms = RowIn<typeof terms>;

export const purchaseTerms = defineSettingOfAll({
  name: 'purchase-terms',
  table: 'purchase_terms',
  columns: terms,
  fields: [
    { name: 'fee_rate', form: 'share', favours: 'less', min: '0', max: '0.1' },
    { name: 'payment_minutes', form: 'count', favours: 'more', min: '5', max: '1440' },
    { name: 'late_days', form: 'count', favours: 'more', min: '1', max: '60' },
    { name: 'move_max', form: 'share', favours: 'less', min: '0', max: '0.05' },
    { name: 'given_up_max', form: 'count', favours: 'more', min: '2', max: '100' },
    { name: 'open_max', form: 'count', favours: 'more', min: '1', max: '100' },
    ...shareFields,
  ],
  ways: (_, { fee_rate: rate }) => [{ kind: 'exchange', name: 'purchase-terms', cost: amountIn(rate) }],
});

/** What an order was made under; before they had versions, the first. */
export const termsOf = (all: SettingOfAll<PurchaseTerms>, { purchaseVersion }: Purchase): Promise<PurchaseTerms> =>
  all.agreed(purchaseVersion ?? 1);
