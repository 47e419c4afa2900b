// The terms on offer and all that ever were.
import { one, subtract } from '@candor/wire';
import type { Job, Role } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { defineSettings } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';
import { optionsConfig, type OptionsConfig } from './order.ts';

export const optionTerms = defineSettings({
  name: 'option-terms',
  table: 'options_configs',
  idColumn: 'config_id',
  columns: optionsConfig,
  order: 'duration_ms, version',
  fields: [
    { name: 'duration_ms', form: 'duration', favours: 'fixed', min: '5000', max: '86400000' },
    { name: 'payout_rate', form: 'share', favours: 'more', min: '0.01', max: '1' },
    { name: 'min_stake', form: 'amount', favours: 'less', min: '1', max: '1000' },
    { name: 'max_stake', form: 'amount', favours: 'more', min: '1', max: '10000000' },
    { name: 'exit_wait_ms', form: 'duration', favours: 'fixed', min: '10000', max: '10000' },
    { name: 'is_offered', form: 'flag', favours: 'more' },
  ],
  // Up and down are staked together: one is lost, the other is paid.
  ways: (id, { payout_rate: rate, is_offered: isOffered }) =>
    isOffered === true ? [{ kind: 'bet', name: `option-terms ${id}`, gain: subtract(amountIn(rate), one) }] : [],
});

export interface Configs {
  load: () => Promise<void>;
  reload: (role: Role) => Job;
  /** The version in force of each that is offered, by duration. */
  offered(): readonly OptionsConfig[];
  /** Undefined where it is not offered, or where another version than the one that is named is in force. */
  offer(configId: string, version?: number): OptionsConfig | undefined;
  /** The terms that an order was placed under; read again if another process added them. */
  agreed(order: { configId: string; configVersion: number }): Promise<OptionsConfig>;
}

export function openConfigs(pool: Pool): Configs {
  const terms = optionTerms.open(pool);
  const offered = (): readonly OptionsConfig[] => terms.inForce().filter(({ isOffered }) => isOffered);
  return {
    load: terms.load,
    reload: terms.reload,
    offered,
    offer: (configId, version) =>
      offered().find((config) => config.configId === configId && (version === undefined || config.version === version)),
    agreed: ({ configId, configVersion }) => terms.agreed(configId, configVersion),
  };
}
