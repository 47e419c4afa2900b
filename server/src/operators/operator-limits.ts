// Setting: how much one operator decides on alone within 24 hours. The database reads it when a decision is committed.
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
