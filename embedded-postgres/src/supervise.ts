// Keeps the embedded PostgreSQL running: if it dies it comes back on the same port, so that its address stays valid.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundLog, logFileOf } from './log-file.ts';
import { isAlive } from './postmaster.ts';
import { startEmbeddedPostgres } from './start.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start.ts';

const watchEveryMs = 50;
const boundLogEveryMs = 60_000;

/** Where it says what became of PostgreSQL. */
export interface Log {
  info(message: string, fields: Record<string, unknown>): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}

/** Resolves when PostgreSQL is ready. `pid` is always that of the newest postmaster; `stop` ends the watch and PostgreSQL. */
export async function superviseEmbeddedPostgres(options: EmbeddedPostgresOptions, log: Log): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres(options);
  const stopping = new AbortController();
  let current = first;
  const watch = keepRunning({
    options: { ...options, port: first.port },
    log,
    signal: stopping.signal,
    pid: () => current.pid,
    replace: (next) => void (current = next),
  });
  return {
    ...first,
    get pid() {
      return current.pid;
    },
    stop: async () => {
      stopping.abort();
      await watch;
      await current.stop();
    },
  };
}

interface Watch {
  options: EmbeddedPostgresOptions;
  log: Log;
  signal: AbortSignal;
  pid: () => number;
  replace: (next: EmbeddedPostgres) => void;
}

async function keepRunning({ options, log, signal, pid, replace }: Watch): Promise<void> {
  const dataDirectory = resolve(options.dataDirectory);
  let nextBound = performance.now() + boundLogEveryMs;
  while (!signal.aborted) {
    await pause(watchEveryMs, signal);
    if (signal.aborted) return;
    if (performance.now() > nextBound) {
      boundLog(logFileOf(dataDirectory));
      nextBound = performance.now() + boundLogEveryMs;
    }
    if (isAlive(pid(), dataDirectory)) continue;
    log.warn('PostgreSQL ended, starting it again', { pid: pid() });
    try {
      const next = await startEmbeddedPostgres(options);
      replace(next);
      log.info('PostgreSQL is back', { pid: next.pid, port: next.port });
    } catch (error) {
      log.error('PostgreSQL did not come back, trying again', { error });
      await pause(1_000, signal);
    }
  }
}

/** Does not keep the process alive, and ends at once when the watch is to end. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
