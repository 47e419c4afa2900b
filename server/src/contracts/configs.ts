// The terms on offer and all that ever were.
import { subtract, wad, zero, type CoinCode, type Wad } from '@candor/wire';
import { mapRows } from '../kit/columns.ts';
import type { Job, Role } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { defineSettingOfAll } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';
import { contractsConfig, type ContractsConfig } from './order.ts';

export const contractTermsColumns = mapRows(contractsConfig, (row): ContractsConfig => ({
  ...row,
  limitDistances: mapValues(row.limitDistances, wad),
}));

/** One for all pairs. */
export const contractTerms = defineSettingOfAll({
  name: 'contract-terms',
  table: 'contracts_configs',
  columns: contractTermsColumns,
  fields: [
    { name: 'lever_max', form: 'count', favours: 'more', min: '1', max: '100' },
    { name: 'fee_rate', form: 'share', favours: 'less', min: '0', max: '0.1' },
    { name: 'maintenance_rate', form: 'share', favours: 'less', min: '0', max: '0.009' },
    { name: 'slippage_max', form: 'share', favours: 'neither', min: '0', max: '0.09' },
    { name: 'stress_rate', form: 'share', favours: 'neither', min: '0.01', max: '0.9' },
    { name: 'margin_share_max', form: 'share', favours: 'more', min: '0.01', max: '1' },
    { name: 'sheets_max', form: 'count', favours: 'more', min: '1', max: '1000000' },
    { name: 'margin_min', form: 'amount', favours: 'less', min: '0', max: '10000' },
    { name: 'limit_distance_max', form: 'share', favours: 'more', min: '0.01', max: '1' },
    { name: 'limit_distances', form: 'shares', favours: 'neither', min: '0.01', max: '1' },
    { name: 'resting_max', form: 'count', favours: 'more', min: '1', max: '1000' },
    { name: 'orders_max', form: 'count', favours: 'more', min: '1', max: '2000' },
    { name: 'resting_share_max', form: 'share', favours: 'more', min: '0.001', max: '1' },
    { name: 'limit_expiry_ms', form: 'duration', favours: 'neither', min: '3600000', max: '31536000000' },
    { name: 'is_offered', form: 'flag', favours: 'more' },
  ],
  // Long and short at once: what one wins the other loses, and each pays the fee.
  ways: (_, { fee_rate: rate, is_offered: isOffered }) =>
    isOffered === true ? [{ kind: 'bet', name: 'contract-terms', gain: subtract(zero, amountIn(rate)) }] : [],
});

const mapValues = <Value, Result>(record: Readonly<Record<string, Value>>, of: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));

export interface Configs {
  load: () => Promise<void>;
  reload: (role: Role) => Job;
  /** What new orders are placed under. */
  newest(): ContractsConfig;
  /** The terms that an order was placed under. */
  agreed(version: number): Promise<ContractsConfig>;
}

/** How far a limit price of this coin may be from the newest one, as a share of it. */
export const limitDistanceOf = ({ limitDistances, limitDistanceMax }: ContractsConfig, coin: CoinCode): Wad =>
  limitDistances[coin] ?? limitDistanceMax;

/** `leverMax` may be below what the terms say: then it is what new orders are placed under. */
export function openConfigs(pool: Pool, leverMax = (): number => Infinity): Configs {
  const terms = contractTerms.open(pool);
  return {
    load: () => terms.load(),
    reload: (role) => terms.reload(role),
    newest() {
      const newest = terms.now();
      return { ...newest, leverMax: Math.min(newest.leverMax, leverMax()) };
    },
    agreed: (version) => terms.agreed(version),
  };
}
