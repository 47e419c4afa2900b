// That the public log tells what the tables of all products say: rows that concern everybody, and the orders that ended.
import type { Invariant, LoggedTable, OrderKind } from '../kit/product.ts';
import { joined, raw, sql, type Sql } from '../kit/sql.ts';
import { lateMaxMinutes } from './take-ended-orders.ts';

/** No product's. */
const ofThePlatform: readonly LoggedTable[] = [
  { kind: 'mode', table: 'deployment', columns: '{mode,since}' },
  { kind: 'signing-key', table: 'deployment_keys', columns: '{position,signing_key}' },
];

interface Told {
  logged: readonly LoggedTable[];
  orders: readonly OrderKind[];
}

/** Of the products with these faces. */
export function toldInvariants(faces: readonly Told[]): Invariant[] {
  const tables = [...ofThePlatform, ...faces.flatMap(({ logged }) => logged)];
  const orders = faces.flatMap((each) => each.orders);
  return [
    { name: 'what the public log tells is what the tables say', sql: rowsTold(tables) },
    { name: 'the public log takes in every kind of orders that a product has', sql: kindsKnown(orders) },
    { name: 'an ended order is what it was when the public log took it in', sql: endsTold(orders) },
  ];
}

const rowsTold = (tables: readonly LoggedTable[]): Sql => sql`
  with rows as (${joined(tables.map(bodiesOf), ' union all ')}),
    told as (select leaf::json ->> 'kind' as kind, leaf::jsonb -> 'body' as body from public_log where is_json_object(leaf))
  select count(*) as checked, count(*) filter (where rows.body is null or told.body is null) as broken
  from rows full join told using (kind, body)
  where rows.kind is not null or told.kind = any (${tables.map(({ kind }) => kind)}::text[])`;

const bodiesOf = ({ kind, table, columns = '{}', rows = 'true' }: LoggedTable): Sql =>
  sql`select ${kind} as kind, public_log_body(${table}::regclass, to_jsonb(each), ${columns}::text[]) as body
      from ${raw(table)} as each where ${raw(rows)}`;

const kindsKnown = (orders: readonly OrderKind[]): Sql => sql`
  select count(*) as checked, count(*) filter (where declared.kind is null or taken.kind is null) as broken
  from unnest(${orders.map(({ kind }) => kind)}::text[], ${orders.map(({ table }) => table)}::text[],
      ${orders.map(({ id }) => id)}::text[], ${orders.map(({ endedAt }) => endedAt)}::text[])
    as declared(kind, orders, id_column, ended_column)
  full join ended_order_kinds as taken using (kind, orders, id_column, ended_column)`;

const endsTold = (orders: readonly OrderKind[]): Sql => sql`
  select count(*) as checked, count(*) filter (where ended.digest is distinct from now.digest) as broken
  from ended_orders as ended full join (${joined(orders.map(endsOf), ' union all ')}) as now using (kind, order_id, account_id)
  where ended.digest is not null or now.ended_at <= (
    select to_timestamp((leaf::json ->> 'at_ms')::bigint / 1000.0) - ${lateMaxMinutes}::int * interval '1 minute'
    from public_log where seq = (select max(seq) from ended_orders) and is_json_object(leaf))`;

const endsOf = ({ kind, table, id, endedAt }: OrderKind): Sql => sql`
  select ${kind} as kind, ${raw(id)} as order_id, account_id, ${raw(endedAt)} as ended_at, ended_order_digest(o) as digest
  from ${raw(table)} as o where ${raw(endedAt)} is not null`;
