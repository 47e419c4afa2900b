// Terms, fees and limits of all products: each version public for ever, changed by two operators, worse ones with a day of notice.
import {
  changeSetting,
  getSettingHistory,
  getSettingHistoryDesk,
  getSettings,
  getSettingsDesk,
  settingsEvent,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Pool } from '../kit/postgres.ts';
import { product } from '../kit/product.ts';
import type { Setting } from '../kit/settings.ts';
import { sql } from '../kit/sql.ts';
import { settingsWeb } from './settings-web.ts';

const text = 'Terms, fees and limits of all products, now and before, and what is to come.';

export const settings = product({
  name: 'settings',
  calls: [{ title: 'Settings', text, anyone: [getSettings, getSettingHistory] }],
  consoleCalls: [{ title: 'Settings', text, operator: [getSettingsDesk, getSettingHistoryDesk] }],
  acts: [changeSetting],
  events: [settingsEvent],
  unnoticed: { settings: 'Terms on offer concern everybody; what a customer has keeps its own.' },
  logged: [{ kind: 'setting', table: 'setting_versions' }],
  invariants: [
    {
      name: 'nothing of a setting becomes worse for customers earlier than 24 hours after it was approved',
      sql: sql`select count(*) as checked, count(*) filter (where each.in_force_from < each.asked_at + interval '24 hours'
              and not setting_favours(kinds.favours, each.body, present.body)) as broken
            from setting_versions as each join setting_kinds as kinds using (name)
            join lateral (select before.body from setting_versions as before
              where before.name = each.name and before.id = each.id and before.version < each.version
                and before.in_force_from <= each.asked_at and not exists (
                  select from setting_versions as later where later.name = before.name and later.id = before.id
                    and later.version > before.version and later.version < each.version and later.asked_at < before.in_force_from)
              order by before.version desc limit 1) as present on true
            where each.proposal_id is not null`,
    },
    {
      name: 'a setting that operators changed was changed by two of them, and is what they approved',
      sql: sql`select count(*) as checked, count(*) filter (where p.proposal_id is null or p.state <> 'done' or p.maker = p.checker
              or p.body::jsonb ->> 'name' <> v.name or p.body::jsonb ->> 'id' <> v.id or (p.body::jsonb ->> 'version')::int <> v.version) as broken
            from setting_versions v left join act_proposals p using (proposal_id) where v.proposal_id is not null`,
    },
  ],
  web: (parts: { pool: Pool; hub: Hub; settings: () => readonly Setting[] }) => settingsWeb(parts),
});
