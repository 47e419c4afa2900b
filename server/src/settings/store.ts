// The SQL of all settings; each product reads its own terms by itself.
import type { SettingValue } from '@candor/wire';
import { columns, instant, integer, json, text, type RowIn } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const version = columns({
  name: text(),
  id: text(),
  version: integer,
  body: json<Readonly<Record<string, SettingValue>>>(),
  askedAt: instant,
  inForceFrom: instant,
  proposedBy: text().orNull,
  approvedBy: text().orNull,
});
export type StoredVersion = RowIn<typeof version>;

/** All that there ever were, of each setting in the order of their numbers. */
export const readVersions = (database: Database): Promise<StoredVersion[]> =>
  select(database, version, `select ${version.list} from setting_versions order by name, id, version`);

/** Those of one setting. */
export const readVersionsOf = (database: Database, { name, id }: { name: string; id: string }): Promise<StoredVersion[]> =>
  select(database, version, `select ${version.list} from setting_versions where name = $1 and id = $2 order by version`, [name, id]); // oxfmt-ignore

const clock = columns({ now: instant });

/** The clock that decides what is in force. */
export const databaseNow = async (database: Database): Promise<number> =>
  (await selectOne(database, clock, 'select clock_timestamp() as now'))!.now;

const inForce = columns({ from: instant.named('in_force_from') });

/** Carries an approved change out, and says since when it is in force. */
export const runChange = async (database: Database, proposalId: string): Promise<number> =>
  (await selectOne(database, inForce, 'select setting_change($1) as in_force_from', [proposalId]))!.from;
