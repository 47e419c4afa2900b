// Connections to PostgreSQL: a pool for reads and plain writes, and dedicated pipelined ones for lanes and the archive.
import pg from 'pg';
import { zero, type Wad } from '@candor/wire';
import { dropSpent } from './drop-spent.ts';
import { ConnectionLost } from './faults.ts';
import { log } from './log.ts';
import { onAnother } from './on-another.ts';
import { reasonOf } from './reason-of.ts';
import { endSilent, watchSilence } from './silent-connections.ts';

/** Where statements can be sent. Rows are unknown unless it is said what they are, best by select.ts, which reads them accordingly. */
export interface Database {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its statement gives
  query<Row = unknown>(
    statement: string | { text: string; name?: string; values?: unknown[] },
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}
type Typed<Client> = Omit<Client, 'query' | 'connect'> & Database;
export type PoolConnection = Typed<pg.PoolClient>;
export type Pool = Typed<pg.Pool> & { connect(): Promise<PoolConnection> };
export type Connection = Typed<pg.Client>;

// Timestamps cross as milliseconds, bigint as number: sequences and counts stay far below 2^53. numeric stays text.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (format !== 'binary') {
      if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => Date.parse(value);
      if (oid === pg.types.builtins.INT8) return (value: string) => parseInt(value, 10);
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Where the driver would connect to, and whether it would let a server without the right certificate be the database. */
export function databaseReach(url: string): { host: string; isVerified: boolean } {
  const { host, ssl } = new pg.Client({ connectionString: url }) as pg.Client & { ssl?: boolean | TlsOptions };
  const tls: TlsOptions | undefined = ssl === true ? {} : ssl || undefined;
  return { host, isVerified: tls !== undefined && tls.rejectUnauthorized !== false && !tls.checkServerIdentity };
}
interface TlsOptions {
  rejectUnauthorized?: boolean;
  checkServerIdentity?: unknown;
}

const session = { lock_timeout: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 5_000 };
const statementMaxMs = { pool: 30_000, connection: 15_000 };
const defaultName = 'candor';

// What a process held that is gone, or stands still, is free again within seconds, also when its host can't say so any more.
const givenUpSoon = `-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000
  -c idle_in_transaction_session_timeout=5000`;

/** A connection's name in the database: whoever takes over from an engine ends the connections of its name. */
export interface Named {
  name?: string | undefined;
}

// A plan that is kept suits the table as it was, which may have been empty: each statement is planned for the table as it is.
const plannedAnew = '-c plan_cache_mode=force_custom_plan';

export function openPool(url: string, max = 8, { name = defaultName }: Named = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    ...session,
    statement_timeout: statementMaxMs.pool,
    query_timeout: statementMaxMs.pool + 5_000,
    application_name: name,
    options: `${plannedAnew} ${givenUpSoon}`,
    connectionTimeoutMillis: 10_000,
  });
  // The pool listens to idle clients only; an error of one that is lent out reaches its borrower through the query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log.warn('idle database connection lost', { error: reasonOf(error) }));
  dropSpent(pool);
  endSilent(pool, url);
  const typed = pool as unknown as Pool;
  const ask = typed.query.bind(typed) as Pool['query'];
  typed.query = (statement, values) => onAnother(() => ask(statement, values));
  return typed;
}

// A plan is made once, while tables are small, and kept as they grow: it must not scan a whole table.
const byKeyOnly = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set enable_memoize = off`;

/** A connection for statements that find rows by their keys alone; their plans are made once. */
export async function openKeyedConnection(url: string, named?: Named): Promise<Connection> {
  const connection = await openConnection(url, named);
  await answered(connection, connection.query(byKeyOnly));
  return connection;
}

/** So many, one after another; where one can't be opened, those before it are closed. */
export async function allOrNone(count: number, open: () => Promise<Connection>): Promise<Connection[]> {
  const opened: Connection[] = [];
  try {
    while (opened.length < count) opened.push(await open());
    return opened;
  } catch (error) {
    for (const connection of opened) await connection.end().catch(() => undefined);
    throw error;
  }
}

/**
 * One connection whose queries are sent without waiting for the answers of those before. The caller reopens it on 'end'. Rejects with
 * ConnectionLost.
 */
export async function openConnection(url: string, { name = defaultName }: Named = {}): Promise<Connection> {
  const connection = new pg.Client({
    connectionString: url,
    types,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    ...session,
    statement_timeout: statementMaxMs.connection,
    application_name: name,
    options: givenUpSoon,
  } as pg.ClientConfig);
  connection.on('error', (error) => log.warn('database connection lost', { error: reasonOf(error) }));
  try {
    await connection.connect();
  } catch (cause) {
    throw new ConnectionLost('no connection to the database', { cause });
  }
  urls.set(connection, url);
  return connection;
}
const urls = new WeakMap<Connection, string>();

// An audit reads for minutes or hours. The limits are set after the connection is open, because an address or a role may bring its own.
// It takes one core at most: it plans no parallel workers.
const withoutLimits = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;
  set lock_timeout = '60s'; set default_transaction_read_only = on; set max_parallel_workers_per_gather = 0; set work_mem = '64MB';
  set cursor_tuple_fraction = 1;
  select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`;

/** Opens a connection for long reads: it changes nothing, and no limit on statements or pauses ends it. Rejects with ConnectionLost. */
export async function openReadConnection(url: string, { name = defaultName }: Named = {}): Promise<Connection> {
  const connection = new pg.Client({
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    ...session,
    application_name: name,
    options: `${plannedAnew} ${givenUpSoon}`,
  });
  // A query that is under way rejects by itself.
  connection.on('error', () => undefined);
  try {
    await connection.connect();
    await connection.query(withoutLimits);
  } catch (cause) {
    await connection.end().catch(() => undefined);
    throw new ConnectionLost('no connection to the database', { cause });
  }
  return connection as unknown as Connection;
}

/** Longer than any statement may take: a connection that is silent for so long is given up. */
const silenceMaxMs = statementMaxMs.connection + 5_000;

/** A driver can lose an answer when its connection dies at the wrong moment; nobody must wait for it for ever. Rejects with ConnectionLost. */
export async function answered<Result>(connection: Connection, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const url = urls.get(connection);
  const endWatch = url === undefined ? undefined : watchSilence(url, () => [connection]);
  const lost = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new ConnectionLost('the database connection ended before its answer'));
    connection.once('end', giveUp);
    timer = setTimeout(giveUp, silenceMaxMs);
    work.then(
      () => connection.off('end', giveUp),
      () => connection.off('end', giveUp),
    );
  });
  try {
    return await Promise.race([work, lost]);
  } finally {
    clearTimeout(timer);
    endWatch?.();
  }
}

/**
 * `{a,b,c}` for a parameter cast to an array type, for lists that stay short; binary-arrays.ts has what a whole batch needs. Items
 * must be plain: digits, ids, codes; use arrayOfText for the rest.
 */
export function arrayOf<Item>(items: readonly Item[], each: (item: Item) => string | number | bigint): string {
  let text = '{';
  for (let place = 0; place < items.length; place++) text += (place > 0 ? ',' : '') + String(each(items[place]!));
  return `${text}}`;
}

/** An array literal of any text, quoted; null stays NULL. */
export function arrayOfText<Item>(items: readonly Item[], each: (item: Item) => string | null): string {
  return arrayOf(items, (item) => {
    const value = each(item);
    return value === null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
}

/** Reads a numeric(38,18) column: its text always has 18 decimals. */
export const numericColumn = (text: string): Wad =>
  text === zeroText ? zero : (BigInt(text.slice(0, -19) + text.slice(-18)) as Wad);
const zeroText = `0.${'0'.repeat(18)}`;

/** Writes an amount for a numeric parameter, exactly and without formatting it for people. */
export const numericParameter = (amount: Wad): string => `${amount}e-18`;
