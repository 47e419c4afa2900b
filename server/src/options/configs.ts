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
  /** Undefined until it is loaded; `agreed` loads it when it must. */
  version(configId: string, version: number): OptionsConfig | undefined;
  /** The terms that an order was placed under. */
  agreed(order: { configId: string; configVersion: number }): Promise<OptionsConfig>;
}

export function openConfigs(pool: Pool): Configs {
  let all = new Map<string, OptionsConfig>();
  let newest: readonly OptionsConfig[] = [];

  async function load(): Promise<void> {
    const configs = await readConfigs(pool);
    all = new Map(configs.map((config) => [`${config.configId}/${config.version}`, config]));
    newest = [...new Map(configs.map((config) => [config.configId, config])).values()].filter(
      (config) => config.isOffered,
    );
  }

  return {
    load,
    async agreed({ configId, configVersion }) {
      const place = `${configId}/${configVersion}`;
      if (!all.has(place)) await load();
      const config = all.get(place);
      assert(config, `there are no terms ${place}`);
      return config;
    },
    offered: () => newest,
    offer: (configId) => newest.find((config) => config.configId === configId),
    version: (configId, version) => all.get(`${configId}/${version}`),
  };
}
