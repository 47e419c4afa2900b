// Closes dead connections, such as those to a host that is gone: nothing arrives on them, not even an error. A separate connection checks
// whether the database still has their sessions. A slow statement still has its session, so its connection stays open.
import pg from 'pg';
import { log } from './log.ts';
import { reasonOf } from './reason-of.ts';

/** Time without a response before a connection is checked: a third of the time that a customer waits for an order. */
const silentMs = 4_000;
const probePatienceMs = 3_000;

interface Watched {
  processID?: number | null;
  connection: { stream: { destroy(): void } };
}

/** Returns the process ids without a session in the database. Returns none behind a pooler, whose sessions have other process ids. */
async function sessionsGone(url: string, processIds: readonly number[]): Promise<number[]> {
  const probe = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probePatienceMs,
    query_timeout: probePatienceMs,
    application_name: 'candor probe',
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    const { rows } = await probe.query<{ own: number; there: number[] }>(
      'select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any ($1::int[])) as there',
      [processIds],
    );
    const { own, there } = rows[0]!;
    return own === (probe as Watched).processID ? processIds.filter((id) => !there.includes(id)) : [];
  } catch (error) {
    log.warn('nobody knows whether silent connections are of use', { error: reasonOf(error) });
    return [];
  } finally {
    await probe.end().catch(() => undefined);
  }
}

/** Closes the connections without a session. Queries on them reject with a lost connection. */
async function endGone(url: string, watched: readonly Watched[]): Promise<void> {
  const gone = await sessionsGone(
    url,
    watched.flatMap(({ processID }) => processID ?? []),
  );
  if (gone.length > 0) log.warn('silent connections have no session any more, they are ended', { count: gone.length });
  for (const { processID, connection } of watched) if (gone.includes(processID!)) connection.stream.destroy();
}

/** Checks every few seconds whether the connections still have sessions. Returns a function that stops the checks. */
export function watchSilence(url: string, connections: () => readonly Watched[]): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    await endGone(url, connections());
    if (!isOver) timer = later(look);
  };
  let timer = later(look);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const later = (look: () => Promise<void>): NodeJS.Timeout => setTimeout(() => void look(), silentMs).unref();

/** Checks all connections of a pool every few seconds while one of them is in use for that long. */
export function endSilent(pool: pg.Pool, url: string): void {
  const all = new Set<pg.PoolClient>();
  const lent = new Map<pg.PoolClient, () => void>();
  const giveBack = (client: pg.PoolClient): void => {
    lent.get(client)?.();
    lent.delete(client);
  };
  let underWay: Promise<void> | undefined;
  const look = (): Promise<void> =>
    (underWay ??= endGone(url, [...all] as unknown as Watched[]).finally(() => (underWay = undefined)));
  const start = (client: pg.PoolClient): void => {
    const timer = later(async () => {
      await look();
      if (lent.get(client) === stop) start(client);
    });
    const stop = (): void => clearTimeout(timer);
    lent.set(client, stop);
  };
  pool.on('connect', (client) => all.add(client));
  pool.on('acquire', start);
  pool.on('release', (_error, client) => giveBack(client));
  pool.on('remove', (client) => {
    giveBack(client);
    all.delete(client);
  });
}
