// Brings a database to the newest schema: plain .sql files in the order of their names, each in a transaction of its own.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartProblem } from './start-problem.ts';

export interface Migration {
  name: string;
  text: string;
  checksum: string;
  /** What it was when databases took it that do not have to take it again: what made the difference follows in a later one. */
  olderChecksums: readonly string[];
}

export interface MigrateOptions {
  /** A direct one: behind a pooler that hands out connections by transaction it works too, but slower. */
  url: string;
  /** Holds NNNN_name.sql files; others are an error. */
  directory: string;
  /** Where the database is, for errors: the directory of an embedded one. */
  place?: string;
  onApplied?: (name: string, ms: number) => void;
  /** How long to wait for another process that migrates the same database, or that uses a table which a migration changes. */
  timeoutMs?: number;
  /** How long a migration queues for a table at a time, and rests then, as everything that comes after it queues behind it. */
  lockTimeoutMs?: number;
}

const lockKey = 7_245_010_318;

/** Applies what is missing and returns how many that were. Any number of processes may do it at once. */
export async function migrate(options: MigrateOptions): Promise<number> {
  const { url, directory, place = 'DATABASE_URL', onApplied, timeoutMs = 300_000, lockTimeoutMs = 5000 } = options;
  const migrations = readMigrations(directory);
  let deadline = performance.now() + timeoutMs;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, application_name: 'candor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let applied = 0; ;) {
      const startedAt = performance.now();
      const step = await applyNext(client, migrations, { place, lockTimeoutMs });
      if (step === 'done') return applied;
      if (step === 'locked') {
        if (performance.now() > deadline)
          throw new StartProblem('Another process has been migrating this database for too long.');
        await sleep(50);
        continue;
      }
      if ('keptOut' in step) {
        if (performance.now() > deadline)
          throw new StartProblem(`${step.keptOut}: what it changes has been in use for too long, by a backup perhaps (${step.reason}).`); // oxfmt-ignore
        await sleep(lockTimeoutMs);
        continue;
      }
      applied++;
      // One that took long leaves the next as much time.
      deadline = performance.now() + timeoutMs;
      onApplied?.(step.name, Math.round(performance.now() - startedAt));
    }
  } finally {
    await client.end();
  }
}

/** For who may not migrate: throws, in words that say what to do, unless nothing is missing. */
export async function checkMigrated({ url, directory, place = 'DATABASE_URL' }: MigrateOptions): Promise<void> {
  const migrations = readMigrations(directory);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, application_name: 'candor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied = await readApplied(client);
    throwIfOutdated(migrations, applied, place);
    const next = nextOf(migrations, applied);
    if (next)
      throw new StartProblem(`The database in ${place} lacks ${next.name}: npm run migrate, with DATABASE_OWNER_URL.`);
  } finally {
    await client.end();
  }
}

/** The migrations of a directory in order. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql')).sort(); // oxfmt-ignore
  if (names.length === 0) throw new Error(`There are no migrations in ${directory}.`);
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9-]+\.sql$/.test(name));
  if (misnamed) throw new Error(`${misnamed} is no name of a migration; they are called like 0001_ledger.sql.`);
  const twice = names.find((name, place) => names[place + 1]?.slice(0, 4) === name.slice(0, 4));
  if (twice) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}.`);
  return names.map((name) => {
    const text = readFileSync(join(directory, name), 'utf8');
    if (/^\s*(begin|commit|rollback|start\s+transaction)\s*;/im.test(text)) {
      throw new Error(`${name} ends or begins a transaction; each migration runs inside one.`);
    }
    const olderChecksums = [...text.matchAll(/^-- Also applied as ([0-9a-f]{64})$/gm)].map(([, checksum]) => checksum!);
    return { name, text, checksum: createHash('sha256').update(text).digest('hex'), olderChecksums };
  });
}

/**
 * Applies the first migration that is missing. The lock belongs to the transaction and is polled, never waited for:
 * a session's lock gets lost behind a pooler, and those who wait for one can deadlock with an index that is being built.
 * `keptOut`: the migration that others who use a table kept from it, and what PostgreSQL says of it.
 */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  { place, lockTimeoutMs }: { place: string; lockTimeoutMs: number },
): Promise<Migration | { keptOut: string; reason: string } | 'done' | 'locked'> {
  await client.query('begin');
  try {
    const { rows: locks } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${lockKey}) as held`,
    );
    if (!locks[0]!.held) {
      await client.query('rollback');
      return 'locked';
    }
    const applied = await readApplied(client);
    throwIfOutdated(migrations, applied, place);
    const next = nextOf(migrations, applied);
    if (next) {
      if (applied.length === 0) await client.query(`create table if not exists ${appliedTable}`);
      await client.query(`set local statement_timeout = 0; set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(next.text).catch((error: unknown) => throwWithName(error, next.name));
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [next.name, next.checksum]);
    }
    // Triggers that are put off run with it, and may have to queue too.
    await client.query('commit').catch((error: unknown) => throwWithName(error, next?.name ?? 'migrations'));
    return next ?? 'done';
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof KeptOut) return { keptOut: error.message, reason: error.reason };
    throw error;
  }
}

class KeptOut extends Error {
  readonly reason: string;
  constructor(name: string, reason: string) {
    super(name);
    this.reason = reason;
  }
}

function throwWithName(error: unknown, name: string): never {
  // lock_not_available, deadlock_detected
  if (error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')) {
    throw new KeptOut(name, error.message);
  }
  if (error instanceof Error) error.message = `${name}: ${error.message}`;
  throw error;
}

interface Applied {
  name: string;
  checksum: string;
}

const appliedTable =
  'schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

/** Undefined when somebody else owns them. */
async function readApplied(client: pg.Client): Promise<Applied[] | undefined> {
  const { rows } = await client.query<{ isThere: boolean; isOurs: boolean | null }>(
    `select found is not null as "isThere", has_table_privilege(found, 'select') as "isOurs"
     from to_regclass('schema_migrations') as found`,
  );
  if (!rows[0]!.isThere) return [];
  if (!rows[0]!.isOurs) return undefined;
  return (await client.query<Applied>('select name, checksum from schema_migrations order by name')).rows;
}

/** Before the first release all migrations were joined into the ones of today; a database of the ones before has no way here. */
function throwIfOutdated(
  migrations: Migration[],
  applied: Applied[] | undefined,
  place: string,
): asserts applied is Applied[] {
  if (applied?.length === 0 || (applied && wasApplied(migrations[0]!, applied[0]!))) return;
  throw new StartProblem(
    `The database in ${place} was made by an earlier version, before the first release, and can't be carried on. ` +
      'Start with a new one: name another in DATABASE_URL or DATA_DIRECTORY, or move this one away.',
  );
}

/** As it is, or as it says that it was. */
const wasApplied = ({ checksum, olderChecksums }: Migration, applied: Applied): boolean =>
  [checksum, ...olderChecksums].includes(applied.checksum);

function nextOf(migrations: Migration[], applied: Applied[]): Migration | undefined {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new StartProblem(
        `The database has migration ${name}, which this version does not know, as it is older: start the newer one.`,
      );
    if (!wasApplied(migration, { name, checksum })) throw new Error(`${name} was changed after it had been applied.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const next = migrations.find(({ name }) => !done.has(name));
  const newest = applied.at(-1)?.name;
  if (next && newest !== undefined && next.name < newest) {
    throw new Error(`${next.name} comes before ${newest}, which was applied already; give it a higher number.`);
  }
  return next;
}
