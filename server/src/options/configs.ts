// The terms on offer and all that ever were, in memory; read again now and then, since operators add versions.
import assert from 'node:assert/strict';
import type { Pool } from '../kit/postgres.ts';
import type { OptionsConfig } from './order.ts';
import { readConfigs } from './store.ts';

export interface Configs {
  load(): Promise<void>;
  /** Newest version of each that is offered, by duration. */
  offered(): readonly OptionsConfig[];
  offer(configId: string): OptionsConfig | undefined;
  /** The terms that an order was placed under; a promise only when another process added them. */
  agreed(order: { configId: string; configVersion: number }): OptionsConfig | Promise<OptionsConfig>;
}

export function openConfigs(pool: Pool): Configs {
  let all = new Map<string, Map<number, OptionsConfig>>();
  let newest: readonly OptionsConfig[] = [];

  async function load(): Promise<void> {
    const configs = await readConfigs(pool);
    all = new Map(configs.map(({ configId }) => [configId, new Map()]));
    for (const config of configs) all.get(config.configId)!.set(config.version, config);
    newest = [...new Map(configs.map((config) => [config.configId, config])).values()].filter(
      (config) => config.isOffered,
    );
  }

  const version = (configId: string, number: number): OptionsConfig | undefined => all.get(configId)?.get(number);

  return {
    load,
    agreed: ({ configId, configVersion }) =>
      version(configId, configVersion) ??
      load().then(() => version(configId, configVersion) ?? assert.fail(`no terms ${configId}/${configVersion}`)),
    offered: () => newest,
    offer: (configId) => newest.find((config) => config.configId === configId),
  };
}
