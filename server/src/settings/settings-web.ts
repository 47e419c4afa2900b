// What anyone may ask of settings; and everybody who looks on is told when one comes into force or is to come.
import { getSettingHistory, getSettingHistoryDesk, getSettings, getSettingsDesk } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import { bind, bindOperator } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import type { Setting } from '../kit/settings.ts';
import { describeHistory, describeSettings } from './describe-settings.ts';
import { settingActs } from './setting-acts.ts';
import { databaseNow, readVersions, type StoredVersion } from './store.ts';

const everyMs = 1_000;

export function settingsWeb({
  pool,
  hub,
  settings,
}: {
  pool: Pool;
  hub: Hub;
  settings: () => readonly Setting[];
}): WebPart {
  const declared = settings();
  let stored: readonly StoredVersion[] = [];
  let now = 0;
  let told = new Map<string, string>();

  async function load(): Promise<void> {
    [stored, now] = await Promise.all([readVersions(pool), databaseNow(pool)]);
    const said = new Map(
      declared.map((setting) => [setting.name, JSON.stringify(describeSettings([setting], stored, now))]),
    );
    const names = [...said].flatMap(([name, message]) => (told.get(name) === message ? [] : [name]));
    const isFirst = told.size === 0;
    told = said;
    if (names.length > 0 && !isFirst) hub.notify('home', () => ({ action: 'settings', notify: { names } }));
  }

  const list = () => ({ settings: describeSettings(declared, stored, now) });
  const history = (asked: { name?: string | undefined; offset: number }) => ({
    versions: describeHistory(declared, stored, { ...asked, now }),
  });
  return {
    jobs: [createJob({ name: 'settings', role: 'web', every: everyMs, isShared: true, run: load })],
    acts: settingActs(declared),
    calls: [
      bind(getSettings, list),
      bind(getSettingHistory, history),
      bindOperator(getSettingsDesk, async () => {
        await load();
        return list();
      }),
      bindOperator(getSettingHistoryDesk, async (asked) => {
        await load();
        return history(asked);
      }),
    ],
    start: load,
  };
}
