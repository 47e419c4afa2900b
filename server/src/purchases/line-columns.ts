// Columns of a statement line, shared by all tables that store such lines.
import type { CurrencyCode } from '@candor/wire';
import { amount, date, text } from '../kit/columns.ts';

export const lineColumns = {
  currency: text<CurrencyCode>(),
  amount,
  bookedOn: date,
  payer: text(),
  text: text(),
};
