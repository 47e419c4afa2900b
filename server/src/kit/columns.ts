// Columns as data: each is named once, with its type, and from that follow what is written to it and what is read of it. Several make
// the rows of a table, or of a query. A property's column has its name in snake case: `takeProfit` is take_profit.
import type { Uuid, Wad } from '@candor/wire';
import * as lists from './binary-arrays.ts';
import { numericColumn } from './postgres.ts';

/** A row as the driver gives it, by the names of its columns. */
export type RawRow = Readonly<Record<string, unknown>>;

/** What a property of a row is to the database: one column, or several. */
export interface Field<Value> {
  bind(property: string, prefix: string): BoundField<Value>;
}
export type Shape = Readonly<Record<string, Field<unknown>>>;
export type RowOf<S extends Shape> = { [Property in keyof S]: S[Property] extends Field<infer Value> ? Value : never };

export interface BoundField<Value> {
  columns: readonly BoundColumn<Value>[];
  /** Throws a TypeError when a column is missing, or null where it can't be. */
  read: (row: RawRow) => Value;
}
export interface BoundColumn<Whole> {
  name: string;
  type: ColumnType;
  isNullable: boolean;
  /** SQL of a value that is only read. */
  expression?: string | undefined;
  /** What the column holds of it. A method, so that columns of different rows stand in one list. */
  of(this: void, whole: Whole): unknown;
}

interface ColumnType {
  /** Of one value in a list that is a parameter. */
  parameter: string;
  /** Of the column, where it is another one. */
  cast?: string | undefined;
  /** It is read as this type. */
  readAs?: string | undefined;
  list<Item>(items: readonly Item[], each: (item: Item) => never): Buffer;
  read(value: unknown): unknown;
}

class Column<Value> implements Field<Value> {
  readonly #type: ColumnType;
  readonly #options: { name?: string; expression?: string; isNullable: boolean };

  constructor(type: ColumnType, options: { name?: string; expression?: string; isNullable: boolean }) {
    this.#type = type;
    this.#options = options;
  }

  get orNull(): Column<Value | null> {
    return new Column(this.#type, { ...this.#options, isNullable: true });
  }

  /** Not called as its property is. */
  named(name: string): Column<Value> {
    return new Column(this.#type, { ...this.#options, name });
  }

  /** Computed by this SQL, and never written. */
  as(expression: string): Column<Value> {
    return new Column(this.#type, { ...this.#options, expression });
  }

  bind(property: string, prefix: string): BoundField<Value> {
    const { expression, isNullable } = this.#options;
    const name = prefix + (this.#options.name ?? snakeCase(property));
    const type = this.#type;
    return {
      columns: [{ name, type, isNullable, expression, of: (value) => value }],
      read(row) {
        const value = row[name];
        if (value !== null && value !== undefined) return type.read(value) as Value;
        if (value === undefined || !isNullable) throw new TypeError(`a row without ${name}`);
        return null as Value;
      },
    };
  }
}

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const column = <Value>(
  parameter: string,
  list: <Item>(items: readonly Item[], each: (item: Item) => never) => Buffer,
  options: { cast?: string; readAs?: string; read?: (value: never) => Value } = {},
): Column<Value> => {
  const { read = (value: unknown) => value, ...casts } = options;
  return new Column({ parameter, list, read: read as (value: unknown) => unknown, ...casts }, { isNullable: false });
};

export const uuid = column<Uuid>('uuid', lists.uuids);
export const amount = column<Wad>('numeric', lists.amounts, { read: numericColumn });
export const integer = column<number>('int', lists.integers);
export const smallint = column<number>('smallint', lists.smallints);
/** A bigint that stays far below 2^53: a sequence, a count. */
export const safeInteger = column<number>('bigint', lists.bigints);
/** In milliseconds. */
export const instant = column<number>('timestamptz', lists.instants);
/** As YYYY-MM-DD. */
export const date = column<string>('text', lists.texts, { cast: 'date', readAs: 'text' });
export const bytes = column<Buffer>('bytea', lists.bytes);
export const boolean = column<boolean>('boolean', lists.booleans);
export const text = <Value extends string = string>(): Column<Value> => column<Value>('text', lists.texts);
/** Of an enum of the database. */
export const oneOfEnum = <Value extends string>(type: string): Column<Value> =>
  column<Value>('text', lists.texts, { cast: type });
export const json = <Value>(): Column<Value> =>
  column<Value>('json', (items, each) => lists.jsonTexts(items, (item) => JSON.stringify(each(item))));

class Group<Value> implements Field<Value> {
  readonly #prefix: string;
  readonly #shape: Shape;
  readonly #isNullable: boolean;

  constructor(prefix: string, shape: Shape, isNullable: boolean) {
    this.#prefix = prefix;
    this.#shape = shape;
    this.#isNullable = isNullable;
  }

  /** All its columns are null together. */
  get orNull(): Group<Value | null> {
    return new Group(this.#prefix, this.#shape, true);
  }

  bind(_property: string, prefix: string): BoundField<Value> {
    const inner = bindShape(this.#shape, prefix + this.#prefix);
    if (!this.#isNullable) return inner as BoundField<never>;
    const marker = inner.columns.find(({ isNullable }) => !isNullable)!.name;
    return {
      columns: inner.columns.map((each) => ({
        ...each,
        isNullable: true,
        of: (value: unknown) => (value === null ? null : each.of(value as never)),
      })),
      read: (row) => (row[marker] === null ? null : inner.read(row)) as Value,
    };
  }
}

/** An object in a row: its columns' names begin with the prefix. */
export const group = <S extends Shape>(prefix: string, shape: S): Group<RowOf<S>> => new Group(prefix, shape, false);

/** A shape whose columns have their names. */
export function bindShape<S extends Shape>(shape: S, prefix = ''): BoundField<RowOf<S>> {
  const fields = Object.entries(shape).map(([property, field]) => ({ property, field: field.bind(property, prefix) }));
  return {
    columns: fields.flatMap(({ property, field }) =>
      field.columns.map((each) => ({
        ...each,
        of: (row: Record<string, unknown>) => each.of(row[property]),
      })),
    ),
    read(row) {
      const value: Record<string, unknown> = {};
      for (const { property, field } of fields) value[property] = field.read(row);
      return value as RowOf<S>;
    },
  };
}

/** One of several shapes, told apart by a column; what a shape has not is null. */
export function oneOf<Tag extends string, Shapes extends Readonly<Record<string, Shape>>>(
  tag: Tag,
  shapes: Shapes,
): BoundField<{ [Kind in keyof Shapes]: { [T in Tag]: Kind } & RowOf<Shapes[Kind]> }[keyof Shapes]> {
  const bound = Object.entries(shapes).map(([kind, shape]) => [kind, bindShape(shape)] as const);
  const readers = new Map(bound);
  const columns = new Map<string, BoundColumn<never>>();
  for (const [kind, { columns: own }] of bound) {
    for (const each of own) {
      const other = columns.get(each.name);
      const of = (row: never): unknown => (row[tag] === kind ? each.of(row) : (other?.of(row) ?? null));
      columns.set(each.name, { ...each, isNullable: true, of });
    }
  }
  const kindOf = bindShape({ [tag]: text() });
  return {
    columns: [...kindOf.columns, ...columns.values()] as never,
    read(row) {
      const kind = row[tag] as string;
      return { ...kindOf.read(row), ...readers.get(kind)!.read(row) } as never;
    },
  };
}

/** What a query gives: the text of its columns, and how a row of them is read. */
export interface Columns<Row> {
  readonly list: string;
  readonly read: (row: RawRow) => Row;
}

/** What its rows are. */
export type RowIn<C> = C extends Columns<infer Row> ? Row : never;

export const listOf = (columns: readonly Pick<BoundColumn<never>, 'name' | 'expression' | 'type'>[]): string =>
  columns
    .map(({ name, type: { readAs }, expression = readAs && `${name}::${readAs}` }) =>
      expression ? `${expression} as ${name}` : name,
    )
    .join(', ');

export function columns<S extends Shape>(shape: S): Columns<RowOf<S>> {
  const bound = bindShape(shape);
  return { list: listOf(bound.columns), read: bound.read };
}

/** The same columns, of which something else is made. */
export const mapRows = <Row, Value>({ list, read }: Columns<Row>, of: (row: Row) => Value): Columns<Value> => ({
  list,
  read: (row) => of(read(row)),
});

/** Some of them. */
export const pick = <S extends Shape, const Property extends keyof S>(shape: S, properties: readonly Property[]) =>
  Object.fromEntries(properties.map((property) => [property, shape[property]])) as { [P in Property]: S[P] };
