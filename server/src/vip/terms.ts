// What each level asks for, as operators change it.
import type { Setting } from '../kit/settings.ts';

/** Of one version for each level; levels are counted by those in force at that moment. */
export const vipLevels: Setting = {
  name: 'vip-levels',
  table: 'vip_levels',
  idColumn: 'level',
  // USDT in 30 days.
  fields: [{ name: 'volume', form: 'amount', favours: 'less', min: '1', max: '1000000000000' }],
};
