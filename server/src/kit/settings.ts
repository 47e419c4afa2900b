// What operators change while processes run: a product declares it here, keeps its versions in a table of its own, and every process has
// them all in memory, read again each second. The database says which of them are in force.
import assert from 'node:assert/strict';
import type { SettingField, SettingName } from '@candor/wire';
import { boolean, columns as record, type Columns } from './columns.ts';
import { createJob, type Job, type Role } from './jobs.ts';
import type { Pool } from './postgres.ts';
import { select } from './select.ts';

/** What others must know of it: its row in `setting_kinds` says the same. */
export interface Setting {
  /** In the name of its job, in calls, and in the public log. */
  name: SettingName;
  table: string;
  /** The column that says what a version is one of; null where there is one for all, which is called `all`. */
  idColumn: string | null;
  /** All columns but the id, the version and its time. */
  fields: readonly SettingField[];
}

interface Definition<Row, Version extends { version: number }> extends Setting {
  columns: Columns<Row>;
  /** SQL, after which versions of one id stand in the order of their numbers. */
  order: string;
  versionOf: (row: Row) => Version;
}

export interface Settings<Version> {
  load: () => Promise<void>;
  /** Of each id the version that new orders are placed under. */
  inForce(): readonly Version[];
  /** What was agreed once; read again if another process added it. */
  agreed(id: string, version: number): Promise<Version>;
  /** Reads it again, from its start on. */
  reload: (role: Role) => Job;
}

export interface SettingsOf<Version> extends Setting {
  open(pool: Pool): Settings<Version>;
}

/** The one id of what has no id. */
export const idOfAll = 'all';
/** That a version is in force at once means within this. */
const reloadMs = 1_000;

export const defineSettings = <Row, Version extends { version: number }>(
  definition: Definition<Row, Version>,
): SettingsOf<Version> => {
  const { name, table, idColumn, fields } = definition;
  return { name, table, idColumn, fields, open: (pool) => openSettings(pool, definition) };
};

function openSettings<Row, Version extends { version: number }>(
  pool: Pool,
  { name, table, idColumn, columns, order, versionOf }: Definition<Row, Version>,
): Settings<Version> {
  let all = new Map<string, Version>();
  let inForce: readonly Version[] = [];
  const keyOf = (id: string, version: number): string => `${id}/${version}`;
  const state = record({ isInForce: boolean });
  const id = idColumn ?? `'${idOfAll}'`;
  const text = `select ${columns.list}, ${id} as setting_id, (${id}, version) in
      (select now.id, now.version from settings_in_force($1, clock_timestamp()) as now) as is_in_force
    from ${table} order by ${order}`;
  const read = (row: Readonly<Record<string, unknown>>) => ({
    id: row['setting_id'] as string,
    version: versionOf(columns.read(row)),
    ...state.read(row),
  });

  async function load(): Promise<void> {
    const rows = await select(pool, { list: '', read }, text, [name]);
    all = new Map(rows.map((each) => [keyOf(each.id, each.version.version), each.version]));
    inForce = rows.filter((each) => each.isInForce).map((each) => each.version);
  }

  return {
    load,
    inForce: () => inForce,
    async agreed(wantedId, version) {
      if (!all.has(keyOf(wantedId, version))) await load();
      return (
        all.get(keyOf(wantedId, version)) ?? assert.fail(`there is no version ${keyOf(wantedId, version)} of ${name}`)
      );
    },
    reload: (role) => createJob({ name, role, every: reloadMs, isShared: true, run: load }),
  };
}
