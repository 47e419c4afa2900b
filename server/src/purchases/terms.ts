// In which currencies coins are sold and where they are paid to: all that is on offer, and all that ever was.
import type { AssetCode, CurrencyCode, Uuid } from '@candor/wire';
import { amount, boolean, columns, integer, text, type RowIn } from '../kit/columns.ts';
import type { Pool } from '../kit/postgres.ts';
import { defineSettings } from '../kit/settings.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';

const currencyConfig = columns({
  currency: text<CurrencyCode>(),
  version: integer,
  isOffered: boolean,
  bank: text(),
  holder: text(),
  postcode: text(),
  town: text(),
  country: text(),
  accountNumber: text(),
  swift: text(),
  minAmount: amount,
  maxAmount: amount,
  dayLimit: amount,
  secondPersonAbove: amount,
  opensHour: integer,
  closesHour: integer,
});
export type CurrencyTerms = RowIn<typeof currencyConfig>;

const words = (name: string) => ({ name, form: 'text', favours: 'neither' }) as const;

export const currencyTerms = defineSettings({
  name: 'currency-terms',
  table: 'currency_terms',
  idColumn: 'currency',
  columns: currencyConfig,
  order: 'currency, version',
  fields: [
    { name: 'is_offered', form: 'flag', favours: 'more' },
    words('bank'),
    words('holder'),
    words('postcode'),
    words('town'),
    words('country'),
    { name: 'account_number', form: 'account', favours: 'neither' },
    words('swift'),
    { name: 'min_amount', form: 'amount', favours: 'less', min: '1', max: '100000000' },
    { name: 'max_amount', form: 'amount', favours: 'more', min: '1', max: '10000000000' },
    { name: 'day_limit', form: 'amount', favours: 'more', min: '1', max: '100000000000' },
    { name: 'second_person_above', form: 'amount', favours: 'neither', min: '0', max: '10000000000' },
    { name: 'opens_hour', form: 'count', favours: 'neither', min: '0', max: '23' },
    { name: 'closes_hour', form: 'count', favours: 'neither', min: '1', max: '24' },
  ],
});

/** The first version of each currency, which depends on whether this is a demo; changes nothing where there is one. */
export const beginTerms = async (pool: Pool): Promise<void> => void (await pool.query('select currency_terms_begin()'));

/** Id of the row of due work that ends an order's time to pay. */
export const dueIdOf = (purchaseId: Uuid): Uuid => uuidOfWords(`purchase ${purchaseId}`);

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Of the row that counts what an account ordered on a day; all: orders that it gave up, of every currency. */
export const dayIdOf = (accountId: Uuid, day: string, currency: CurrencyCode | 'all'): Uuid =>
  uuidOfWords(`purchases ${accountId} ${day} ${currency}`);

/** Id of the row that counts an account's unpaid orders. */
export const unpaidIdOf = (accountId: Uuid): Uuid => uuidOfWords(`unpaid purchases ${accountId}`);

/** What a command about an order must name of it besides its id. */
export interface OrderNames {
  coin: AssetCode;
  currency: CurrencyCode;
  orderedAt: number;
}
export const namesOf = ({ coin, currency, orderedAt }: OrderNames): string => `${coin} ${currency} ${orderedAt}`;
export function namesIn(detail: string): OrderNames {
  const [coin, currency, orderedAt] = detail.split(' ') as [AssetCode, CurrencyCode, string];
  return { coin, currency, orderedAt: parseInt(orderedAt, 10) };
}
