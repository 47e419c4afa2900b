// What operators change while processes run: a product declares it here, keeps its versions in a table of its own, and every process has
// them all in memory, read again each second. The database says which of them are in force.
import assert from 'node:assert/strict';
import type { SettingField, SettingName } from '@candor/wire';
import { boolean, columns as record, type Columns } from './columns.ts';
import { createJob, type Job, type Role } from './jobs.ts';
import type { Pool } from './postgres.ts';
import type { WaysOf } from './ways.ts';
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
  /** What its versions do with money, for the search for sure gains; absent where a version pays or costs nothing by itself. */
  ways?: WaysOf | undefined;
}

interface Definition<Version extends { version: number }> extends Setting {
  columns: Columns<Version>;
  /** SQL, after which versions of one id stand in the order of their numbers. */
  order: string;
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

/** What there is one of for all: no id names it, so there is always one in force. */
export interface SettingOfAll<Version> extends Pick<Settings<Version>, 'load' | 'reload'> {
  /** Fails before it was loaded. */
  now(): Version;
  agreed(version: number): Promise<Version>;
}

interface Opens<Opened> extends Setting {
  open(pool: Pool): Opened;
}

/** The one id of what has no id. */
const idOfAll = 'all';
/** That a version is in force at once means within this. */
const reloadMs = 1_000;

export const defineSettings = <Version extends { version: number }>(
  definition: Definition<Version> & { idColumn: string },
): Opens<Settings<Version>> => ({
  ...declaredBy(definition),
  open: (pool) => openSettings(pool, definition),
});

export const defineSettingOfAll = <Version extends { version: number }>(
  definition: Omit<Definition<Version>, 'idColumn' | 'order'>,
): Opens<SettingOfAll<Version>> => {
  const whole = { ...definition, idColumn: null, order: 'version' };
  return { ...declaredBy(whole), open: (pool) => ofAll(definition.name, openSettings(pool, whole)) };
};

const declaredBy = ({ name, table, idColumn, fields, ways }: Setting): Setting => ({
  name,
  table,
  idColumn,
  fields,
  ways,
});

const ofAll = <Version>(name: SettingName, settings: Settings<Version>): SettingOfAll<Version> => ({
  load: () => settings.load(),
  reload: (role) => settings.reload(role),
  now: () => settings.inForce()[0] ?? assert.fail(`${name} is not loaded`),
  agreed: (version) => settings.agreed(idOfAll, version),
});

function openSettings<Version extends { version: number }>(
  pool: Pool,
  { name, table, idColumn, columns, order }: Definition<Version>,
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
    version: columns.read(row),
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
