// What trading must cost an account to reach each VIP level, as operators change it.
import type { Setting } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';

/** One setting for each level. Accounts are counted by the versions in force at the moment of the count. */
export const vipLevels: Setting = {
  name: 'vip-levels',
  table: 'vip_levels',
  idColumn: 'level',
  // USDT that trading cost in 30 days.
  fields: [{ name: 'trading_cost', form: 'amount', favours: 'less', min: '1', max: '10000000000' }],
  ways: (id, { trading_cost: cost }) => [
    { kind: 'level', name: `vip-levels ${id}`, level: parseInt(id, 10), cost: amountIn(cost) },
  ],
};
