// The terms on offer and all that ever were, in memory; read again now and then, since operators add versions.
import type { Pool } from '../kit/postgres.ts';
import type { OptionsConfig } from './order.ts';
import { readConfigs } from './store.ts';

export interface Configs {
  load(): Promise<void>;
  /** Newest version of each that is offered, by duration. */
  offered(): readonly OptionsConfig[];
  offer(configId: string): OptionsConfig | undefined;
  version(configId: string, version: number): OptionsConfig | undefined;
}

export function openConfigs(pool: Pool): Configs {
  let all = new Map<string, OptionsConfig>();
  let newest: readonly OptionsConfig[] = [];
  return {
    async load() {
      const configs = await readConfigs(pool);
      all = new Map(configs.map((config) => [`${config.configId}/${config.version}`, config]));
      newest = [...new Map(configs.map((config) => [config.configId, config])).values()].filter(
        (config) => config.isOffered,
      );
    },
    offered: () => newest,
    offer: (configId) => newest.find((config) => config.configId === configId),
    version: (configId, version) => all.get(`${configId}/${version}`),
  };
}
