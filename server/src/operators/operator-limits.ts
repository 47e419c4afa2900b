// What one operator may decide on alone within a day. The database reads it, where decisions take effect.
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
