// A thief on a running server: each attempt with a database role is really carried out and judged by the audit, and kept only if nothing
// stopped or detected it.
import { randomUUID } from 'node:crypto';
import { add, formatAmount, subtract, wad, type Wad } from '@candor/wire';
import type { Connection, Pool } from '../../src/kit/postgres.ts';
import type { Invariant } from '../../src/kit/product.ts';

/** A row of the table in docs/security.md, cell by cell. */
export interface Outcome {
  attempt: string;
  /** The highest gain within a day. */
  gave: string;
  /** What stopped or detected the attempt; `open` if nothing did. */
  held: string;
}

/** Returns the gain, worded as in the table. */
export type Work = (connection: Connection) => Promise<string>;

/** Runs an attempt in a transaction, then its deferred checks and the audit. Commits only if nothing stopped or detected the attempt. */
export async function attempt(
  pool: Pool,
  {
    what,
    work,
    isUndone = false,
    rules,
    brokenBefore = [],
  }: {
    what: string;
    work: Work;
    isUndone?: boolean;
    rules: readonly Invariant[];
    brokenBefore?: readonly string[];
  },
): Promise<Outcome> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    let gave: string;
    try {
      gave = await work(connection);
      await connection.query('set constraints all immediate');
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || !refusals.has(code)) throw error;
      await connection.query('rollback');
      return { attempt: what, gave: 'nothing', held: `refused (${code})` };
    }
    const broken = (await brokenRules(connection, rules)).filter((name) => !brokenBefore.includes(name));
    await connection.query(broken.length > 0 || isUndone ? 'rollback' : 'commit');
    return { attempt: what, gave, held: broken.length > 0 ? `found: ${broken.join('; ')}` : 'open' };
  } finally {
    // Closes the connection, so that it keeps no state of the attempt.
    connection.release(true);
  }
}

/** Missing privilege and violated check constraint. Any other error is a bug of the attempt. */
const refusals: ReadonlySet<string> = new Set(['42501', '23514']);

/** Runs audit rules within this transaction and returns the names of the broken ones. */
export async function brokenRules(connection: Connection, rules: readonly Invariant[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of rules) {
    const { query } = typeof sql === 'function' ? await sql(connection) : sql;
    const { rows } = await connection.query<{ broken: number }>(query);
    if (rows[0]!.broken > 0) broken.push(name);
  }
  return broken;
}

/** Returns the role's rights to change tables or some of their columns, and to call functions that run as their owner (security definer). */
export async function rightsOf(connection: Connection | Pool): Promise<string[]> {
  const { rows } = await connection.query<{ held: string }>(
    `select relname || ' ' || privilege || case when has_table_privilege(oid, privilege) then '' else ' of ' || (
         select string_agg(attname, ', ' order by attnum) from pg_attribute
         where attrelid = each.oid and attnum > 0 and not attisdropped and has_column_privilege(each.oid, attnum, privilege)) end as held
     from pg_class as each, unnest('{INSERT,UPDATE,DELETE}'::text[]) as privilege
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
       and case privilege when 'DELETE' then has_table_privilege(oid, privilege) else has_any_column_privilege(oid, privilege) end
     union all
     select 'call ' || proname from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype and has_function_privilege(oid, 'execute')
     order by 1`,
  );
  return rows.map(({ held }) => held);
}

export interface Move {
  objectId: string;
  kind: string;
  coin: string;
  from: string;
  to: string;
  amount: string;
  /** The amount that the house reserves or releases with the move. */
  cover?: readonly [from: string, to: string, amount: string];
}

const isCustomers = (bucket: string): boolean => ['available', 'reserved', 'margin', 'staked'].includes(bucket);

/** Posts moves as one entry with correct balances, so that ledger_post accepts them. */
export async function post(connection: Connection, accountId: string, moves: readonly Move[]): Promise<void> {
  const coins = moves.map(({ coin }) => coin);
  const house = moves.flatMap(({ coin, from, to, cover }) =>
    [from, to, ...(cover?.slice(0, 2) ?? [])].filter((bucket) => !isCustomers(bucket)).map((bucket) => [bucket, coin]),
  );
  await connection.query(
    `select ledger_open_house($1::text[]::ledger_bucket[], $2, array_fill('real'::ledger_book, array[$3::int]), array_fill(0::smallint, array[$3::int]))`,
    [house.map(([bucket]) => bucket), house.map(([, coin]) => coin), house.length],
  );
  const held = [
    ...new Set(moves.filter(({ from, to }) => isCustomers(from) || isCustomers(to)).map(({ coin }) => coin)),
  ];
  await connection.query(
    `select ledger_open_balances(array_fill($1::uuid, array[$3::int]), $2, array_fill('real'::ledger_book, array[$3::int]))`,
    [accountId, held, held.length],
  );
  const balances = await balancesOf(connection, accountId);
  const after = (bucket: string, coin: string, change: (held: Wad) => Wad): string | null => {
    if (!isCustomers(bucket)) return null;
    const next = change(balances.get(`${coin} ${bucket}`) ?? wad('0'));
    balances.set(`${coin} ${bucket}`, next);
    return formatAmount(next);
  };
  const afters = moves.map(({ coin, from, to, amount }) => [
    after(from, coin, (before) => subtract(before, wad(amount))),
    after(to, coin, (before) => add(before, wad(amount))),
  ]);
  const entryId = randomUUID();
  await connection.query(
    `select ledger_post($1::text[], $2::text[], array_fill('real'::ledger_book, array[$3::int]), $4::text[]::ledger_bucket[], $5::text[]::ledger_bucket[],
       array_fill(0::smallint, array[$3::int]), array_fill(0::smallint, array[$3::int]), $6::text[]::ledger_bucket[], $7::text[]::ledger_bucket[],
       $8::text[]::smallint[], $9::smallint[], array_fill($10::uuid, array[$3::int]), array_fill($11::uuid, array[$3::int]), $12::smallint[],
       $13::uuid[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], clock_timestamp(),
       array(select (select version from ledger_balances as b where account_id = $10 and b.coin = each.coin and book = 'real')
         from unnest($2::text[]) with ordinality as each(coin, place) order by place))`,
    [
      moves.map(({ kind }) => kind),
      coins,
      moves.length,
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ cover }) => cover?.[0] ?? null),
      moves.map(({ cover }) => cover?.[1] ?? null),
      moves.map(({ cover }) => (cover ? 0 : null)),
      moves.map((_, place) => place + 1),
      accountId,
      entryId,
      moves.map((_, place) => place),
      moves.map(({ objectId }) => objectId),
      moves.map(({ amount }) => amount),
      afters.map(([from]) => from),
      afters.map(([, to]) => to),
      moves.map(({ cover }) => cover?.[2] ?? null),
    ],
  );
}

async function balancesOf(connection: Connection, accountId: string): Promise<Map<string, Wad>> {
  const { rows } = await connection.query<{ name: string; held: string }>(
    `select coin || ' ' || bucket as name, trim_scale(held)::text as held from ledger_balances,
       lateral (values ('available', available), ('reserved', reserved), ('margin', margin), ('staked', staked)) as b(bucket, held)
     where account_id = $1 and book = 'real'`,
    [accountId],
  );
  return new Map(rows.map(({ name, held }) => [name, wad(held)]));
}

/** Returns what an account can spend minus what the thief brought, worded as in the table. */
export async function gained(
  connection: Connection | Pool,
  accountId: string,
  brought = '0',
  coin = 'USDT',
): Promise<string> {
  const { rows } = await connection.query<{ gain: string }>(
    `select trim_scale(available - $3::numeric)::text as gain from ledger_balances where account_id = $1 and coin = $2 and book = 'real'`,
    [accountId, coin, brought],
  );
  return `${Number(rows[0]?.gain ?? '0').toLocaleString('en')} ${coin}`;
}
