// A table as data. A product says once what columns a table has and when each of them is written; the statements that lock, insert and
// update its rows follow from that, and the ledger's lanes send them. Every statement that writes raises when it does not write as many
// rows as it was given: the COMMIT behind it must fail with it.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { bigints, uuids } from './binary-arrays.ts';
import { bindShape, listOf, type BoundColumn, type BoundField, type Columns, type RowOf, type Shape } from './columns.ts'; // oxfmt-ignore
import type { Query } from './statement-group.ts';

/** Rows of an account are found by it and by their own id, others by their id alone. */
export interface RowKey {
  accountId: Uuid;
  id: Uuid;
}
/** A row, and the number of the update that left it so: 0 when it was only inserted. */
export interface Versioned<Row> {
  row: Row;
  version: number;
}

/** A table whose rows are only ever added. */
export interface AppendOnlyTable<Row> {
  readonly name: string;
  readonly columns: Columns<Row>;
  /** What tells its rows apart, those of other accounts too. */
  keyOf(row: Row): string;
  insert(rows: readonly Row[]): Query<unknown>[];
}

export interface Table<Row> extends AppendOnlyTable<Row> {
  /** The same of a row that is not there yet. */
  keyNamed(name: RowKey): string;
  /** Of those that exist. */
  lock(keys: readonly RowKey[]): Query<Versioned<Row>[]>;
  /** Of rows that are of the version that was read. */
  update(rows: readonly Versioned<Row>[]): Query<unknown>;
}

/** When columns are written. */
interface Description<Key extends Shape, Fixed extends Shape, Changing extends Shape, Later extends Shape, Computed extends Shape> {
  /** `accountId` first where rows belong to accounts, then the id. */
  key: Key;
  /** By the insert alone. */
  fixed?: Fixed;
  /** By the insert and by every update. */
  changing?: Changing;
  /** By updates alone; null until the first. */
  later?: Later;
  /** Never: they are computed when a row is read. */
  computed?: Computed;
  /** Rows are read without a lock; whoever changes one that changed since is told to try again. */
  isUnlocked?: true;
  /** Whoever inserts holds up all who would insert, so that numbers which the database gives are in the order of the commits. */
  insertsInTurn?: true;
} // oxfmt-ignore
/** Of a table. */
export type Row<T> = T extends AppendOnlyTable<infer R> ? R : never;
type None = Record<never, never>;
type Flat<Row> = { [Property in keyof Row]: Row[Property] };

/** Throws at once what only a programmer can have written. */
export function table<
  Key extends Shape,
  Fixed extends Shape = None,
  Changing extends Shape = None,
  Later extends Shape = None,
  Computed extends Shape = None,
>(
  name: string,
  description: Description<Key, Fixed, Changing, Later, Computed>,
): Table<Flat<RowOf<Key> & RowOf<Fixed> & RowOf<Changing> & RowOf<Later> & RowOf<Computed>>> & {
  readonly shape: Key & Fixed & Changing & Later & Computed;
} {
  const { key, fixed = {}, changing = {}, later = {}, computed = {}, isUnlocked = false } = description;
  const shape = { ...key, ...fixed, ...changing, ...later, ...computed };
  const whole = bindShape(shape);
  const keys = bindShape(key).columns;
  const changes = [...bindShape(changing).columns, ...bindShape(later).columns];
  return {
    ...writeOnce(name, {
      whole,
      keys: Object.keys(key),
      inserted: bindShape({ ...key, ...fixed, ...changing }).columns,
      empty: bindShape(later).columns,
      inTurn: description.insertsInTurn ?? false,
    }),
    shape,
    keyNamed: ({ accountId, id }: RowKey) => (keys.length > 1 ? `${accountId}/${id}` : id),
    lock: lockStatement(name, { keys, whole, isUnlocked }),
    update: updateStatement(name, { keys, changes, isUnlocked }),
  } as never;
}

export function appendOnlyTable<Key extends Shape, Fixed extends Shape, Variant = unknown>(
  name: string,
  { key, fixed, variants }: { key: Key; fixed: Fixed; variants?: BoundField<Variant> },
): AppendOnlyTable<Flat<RowOf<Key> & RowOf<Fixed>> & Variant> {
  const common = bindShape({ ...key, ...fixed });
  const columns = [...common.columns, ...(variants?.columns ?? [])];
  const read = variants ? (row: never) => ({ ...common.read(row), ...variants.read(row) }) : common.read;
  const whole = { columns, read };
  return writeOnce(name, { whole, keys: Object.keys(key), inserted: columns, empty: [], inTurn: false } as never);
}

type AnyColumn = BoundColumn<unknown>;

function writeOnce<Row>(
  name: string,
  parts: {
    whole: BoundField<Row>;
    keys: readonly string[];
    inserted: readonly AnyColumn[];
    empty: readonly AnyColumn[];
    inTurn: boolean;
  },
): AppendOnlyTable<Row> {
  const { whole, keys, inserted, empty, inTurn } = parts;
  const text = `with added as (
      insert into ${name} (${inserted.map((each) => each.name).join(', ')})
      select ${inserted.map((each, place) => cast(`unnest($${place + 2}::${each.type.parameter}[])`, each)).join(', ')}
      returning 1)
    select expect_rows('${name}', $1::int, count(*), false) from added`;
  const turn = {
    name: `${name}-turn`,
    text: `select pg_advisory_xact_lock(hashtext('${name}'))`,
    read: () => undefined,
  };
  return {
    name,
    columns: { list: listOf(whole.columns), read: whole.read },
    keyOf: (row) => keys.map((property) => String((row as Record<string, unknown>)[property])).join('/'),
    insert(rows) {
      for (const each of empty) {
        assert(rows.every((row) => each.of(row) === null), `${name} is inserted with ${each.name}`); // oxfmt-ignore
      }
      const values = [String(rows.length), ...inserted.map((each) => parameterOf(rows, each))];
      const insert = { name: `${name}-insert`, text, values, read: () => undefined };
      return inTurn ? [turn, insert] : [insert];
    },
  };
}

/**
 * One by one, in the order of the keys: two lists of ids cost twice as much, and a plan for one row can't be turned round into one that
 * reads the whole table.
 */
function lockStatement<Row>(
  name: string,
  { keys, whole, isUnlocked }: { keys: readonly AnyColumn[]; whole: BoundField<Row>; isUnlocked: boolean },
): Table<Row>['lock'] {
  const id = keys.at(-1)!.name;
  const isOfAccount = keys.length > 1;
  const text = `select found.* from unnest(${isOfAccount ? '$1::uuid[], $2::uuid[]) as wanted(account_id, id)' : '$1::uuid[]) as wanted(id)'}
    cross join lateral (select ${listOf(whole.columns)}, version as row_version from ${name}
      where ${isOfAccount ? 'account_id = wanted.account_id and ' : ''}${id} = wanted.id limit 1${isUnlocked ? '' : ' for update'}) as found`; // oxfmt-ignore
  return (wanted) => {
    const sorted = [...wanted].sort(isOfAccount ? byAccount : byId);
    const ids = uuids(sorted, (each) => each.id);
    return {
      name: `${name}-lock`,
      text,
      values: isOfAccount ? [uuids(sorted, (each) => each.accountId), ids] : [ids],
      read: (rows) => rows.map((row) => ({ row: whole.read(row), version: row['row_version'] as number })),
    };
  };
}

/** A comparison with a list of one keeps the planner from turning the look-up round and reading the whole table instead. */
function updateStatement<Row>(
  name: string,
  { keys, changes, isUnlocked }: { keys: readonly AnyColumn[]; changes: readonly AnyColumn[]; isUnlocked: boolean },
): Table<Row>['update'] {
  const given = [...keys, ...changes];
  const text = `with changed as (
      update ${name} as kept
      set ${changes.map((each) => `${each.name} = ${cast(`given.${each.name}`, each)}`).join(', ')}, version = kept.version + 1
      from unnest($2::bigint[], ${given.map((each, place) => `$${place + 3}::${each.type.parameter}[]`).join(', ')})
        as given(row_version, ${given.map((each) => each.name).join(', ')})
      where ${keys.map((each) => `kept.${each.name} = any (array[given.${each.name}])`).join(' and ')}
        and kept.version = given.row_version
      returning 1)
    select expect_rows('${name}', $1::int, count(*), ${isUnlocked}) from changed`;
  return (rows) => ({
    name: `${name}-update`,
    text,
    values: [
      String(rows.length),
      bigints(rows, ({ version }) => version),
      ...given.map((each) => parameterOf(rows, { ...each, of: (versioned) => each.of((versioned as Versioned<Row>).row) })), // oxfmt-ignore
    ],
    read: () => undefined,
  });
}

const parameterOf = (rows: readonly unknown[], { type, of }: AnyColumn): Buffer =>
  type.list(rows, (row) => of(row) as never);

const cast = (value: string, { type }: AnyColumn): string => (type.cast ? `${value}::${type.cast}` : value);

const byId = (left: RowKey, right: RowKey): number => compare(left.id, right.id);
const byAccount = (left: RowKey, right: RowKey): number =>
  compare(left.accountId, right.accountId) || byId(left, right);
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
