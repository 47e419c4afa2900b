// Settings: how much one operator decides on alone within 24 hours, and how many customers one operator is shown. The database reads both, when
// a decision is committed and when a look is counted.
import type { Setting } from '../kit/settings.ts';

export const operatorLimits: Setting = {
  name: 'operator-limits',
  table: 'operator_limits',
  idColumn: null,
  fields: [
    { name: 'alone_per_day', form: 'amount', favours: 'neither', min: '0', max: '1000000' },
    { name: 'credited_days', form: 'count', favours: 'neither', min: '1', max: '90' },
  ],
};

/** Less is better for customers: a lower bound is in force at once, a higher one with notice. */
const perHour = { form: 'count', favours: 'less', min: '20', max: '10000' } as const;
const perDay = { form: 'count', favours: 'less', min: '20', max: '100000' } as const;

export const operatorLooks: Setting = {
  name: 'operator-looks',
  table: 'operator_look_limits',
  idColumn: null,
  fields: [
    { ...perHour, name: 'customers_per_hour', min: '5' },
    { ...perDay, name: 'customers_per_day', min: '5' },
    { ...perHour, name: 'pages_per_hour' },
    { ...perDay, name: 'pages_per_day' },
    { ...perDay, name: 'exports_per_day', min: '1', max: '1000' },
    { ...perHour, name: 'documents_per_hour', min: '1', max: '1000' },
  ],
};
