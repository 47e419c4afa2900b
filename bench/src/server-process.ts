// The real server as a child process on data of its own, for whoever plays against it from outside.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from '../../server/test/support/bare-environment.ts';
import { killPostmaster, stopPostmaster } from '@candor/embedded-postgres';

export const repository = join(import.meta.dirname, '../..');
export const mainFile = join(repository, 'server/src/main.ts');

export interface ServerOptions {
  dataDirectory: string;
  port: number;
  /** Over what the harness runs with: no rate limits, warnings and errors in the log. */
  environment?: Readonly<Record<string, string>>;
}

export interface ServerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  wasReady: boolean;
}

export interface ServerProcess {
  url: string;
  /** All that it printed, from every process that ran with this data. */
  logFile: string;
  child: ChildProcess;
  /** When it answered for the first time; `undefined` if it ended before. */
  ready: Promise<'ready' | undefined>;
  ended: Promise<ServerEnd>;
}

/** Starts it and returns at once; `ready` tells when it takes requests. */
export function spawnServer({ dataDirectory, port, environment = {} }: ServerOptions): ServerProcess {
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(dataDirectory, 'server.log');
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [mainFile], {
    cwd: repository,
    env: {
      ...bareEnvironment,
      HOST: '127.0.0.1',
      PORT: String(port),
      CONSOLE_PORT: '0',
      DATA_DIRECTORY: dataDirectory,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DEV_CHAIN: 'ethereum',
      ...environment,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let hasEnded = false;
  let wasReady = false;
  const ended = new Promise<ServerEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal, wasReady });
    });
  });
  const ready = (async () => {
    while (!hasEnded) {
      if (await answers(`${url}/readyz`)) {
        wasReady = true;
        return 'ready' as const;
      }
      await sleep(40);
    }
    return undefined;
  })();
  return { url, logFile, child, ready, ended };
}

/** Starts it and waits until it takes requests; throws with the end of its log if it does not come up. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const server = spawnServer(options);
  if ((await server.ready) === 'ready') return server;
  const { code, signal } = await server.ended;
  const tail = readFileSync(server.logFile, 'utf8').slice(-2_000);
  throw new Error(`The server ended while starting (${signal ?? code}). Its log:\n${tail}`);
}

/** Asks it to end and waits for it; one that does not within `withinMs` is killed. */
export async function stopServer({ child, ended }: ServerProcess, withinMs = 20_000): Promise<ServerEnd> {
  child.kill('SIGTERM');
  const axe = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const end = await ended;
  clearTimeout(axe);
  return end;
}

export const postgresDirectory = (dataDirectory: string): string => join(dataDirectory, 'postgres');

/** Ends the database of a server that can't do so itself any more. */
export const stopDatabase = (dataDirectory: string): Promise<void> => stopPostmaster(postgresDirectory(dataDirectory));

/** For a process that is on its way out and cannot wait: nothing that was started here may outlive it. */
export function killAll(server: ServerProcess | undefined, dataDirectory: string): void {
  server?.child.kill('SIGKILL');
  killPostmaster(postgresDirectory(dataDirectory));
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
