// What all purchases go by, whatever their currency: the fee, the time to pay, and how much may be open at a time.
import assert from 'node:assert/strict';
import { amount, columns, integer, type RowIn } from '../kit/columns.ts';
import { defineSettings, idOfAll, type Settings } from '../kit/settings.ts';
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
  /** They hold at most this share of what the house can still promise of the coin. */
  accountShareMax: amount,
  /** Orders of all customers are taken until they hold this share. */
  allShareMax: amount,
});
export type PurchaseTerms = RowIn<typeof terms>;

export const purchaseTerms = defineSettings({
  name: 'purchase-terms',
  table: 'purchase_terms',
  idColumn: null,
  columns: terms,
  order: 'version',
  versionOf: (row): PurchaseTerms => row,
  fields: [
    { name: 'fee_rate', form: 'share', favours: 'less', min: '0', max: '0.1' },
    { name: 'payment_minutes', form: 'count', favours: 'more', min: '5', max: '1440' },
    { name: 'late_days', form: 'count', favours: 'more', min: '1', max: '60' },
    { name: 'move_max', form: 'share', favours: 'less', min: '0', max: '0.05' },
    { name: 'given_up_max', form: 'count', favours: 'more', min: '2', max: '100' },
    { name: 'open_max', form: 'count', favours: 'more', min: '1', max: '100' },
    { name: 'account_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.5' },
    { name: 'all_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.9' },
  ],
});

/** What is ordered now. */
export function termsNow(all: Pick<Settings<PurchaseTerms>, 'inForce'>): PurchaseTerms {
  const [now] = all.inForce();
  assert(now, 'the terms of purchases are not loaded');
  return now;
}

/** What an order was made under; before they had versions, the first. */
export const termsOf = (all: Settings<PurchaseTerms>, { purchaseVersion }: Purchase): Promise<PurchaseTerms> =>
  all.agreed(idOfAll, purchaseVersion ?? 1);
