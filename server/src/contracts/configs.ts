// The terms on offer and all that ever were, in memory; read again now and then, since operators add versions.
import assert from 'node:assert/strict';
import type { Pool } from '../kit/postgres.ts';
import type { ContractsConfig } from './order.ts';
import { readConfigs } from './read-store.ts';

export interface Configs {
  load(): Promise<void>;
  /** What new orders are placed under. */
  newest(): ContractsConfig;
  /** The terms that an order was placed under. */
  agreed(version: number): Promise<ContractsConfig>;
}

/** `leverMax` may be below what the terms say: then it is what new orders are placed under. */
export function openConfigs(pool: Pool, leverMax: () => number): Configs {
  let all = new Map<number, ContractsConfig>();
  let newest: ContractsConfig | undefined;

  async function load(): Promise<void> {
    const configs = await readConfigs(pool);
    all = new Map(configs.map((config) => [config.version, config]));
    newest = configs.at(-1);
  }

  return {
    load,
    newest() {
      assert(newest, 'the terms of contracts are not loaded');
      return { ...newest, leverMax: Math.min(newest.leverMax, leverMax()) };
    },
    async agreed(version) {
      if (!all.has(version)) await load();
      const config = all.get(version);
      assert(config, `there are no contract terms ${version}`);
      return config;
    },
  };
}
