// Settings: until which bank day money must be booked for a quote to hold, and how long unpaid orders block buying.
import type { CurrencyCode } from '@candor/wire';
import { columns, integer, text, type RowIn } from '../kit/columns.ts';
import { defineSettingOfAll, defineSettings } from '../kit/settings.ts';

const payment = columns({ currency: text<CurrencyCode>(), version: integer, bankDays: integer });
export type PaymentTerms = RowIn<typeof payment>;

export const paymentTerms = defineSettings({
  name: 'payment-terms',
  table: 'payment_terms',
  idColumn: 'currency',
  columns: payment,
  order: 'currency, version',
  fields: [{ name: 'bank_days', form: 'count', favours: 'more', min: '0', max: '10' }],
});

const unpaid = columns({ version: integer, unpaidMax: integer, blockDays: integer });
export type UnpaidTerms = RowIn<typeof unpaid>;

export const unpaidTerms = defineSettingOfAll({
  name: 'unpaid-terms',
  table: 'unpaid_terms',
  columns: unpaid,
  fields: [
    { name: 'unpaid_max', form: 'count', favours: 'more', min: '1', max: '10' },
    { name: 'block_days', form: 'count', favours: 'less', min: '1', max: '365' },
  ],
});
