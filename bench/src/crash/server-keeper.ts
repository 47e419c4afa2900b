// Keeps the server running as an init system would: whenever it ends it is started again, and why it ended is noted.
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnServer, stopServer } from '../server-process.ts';
import type { ServerOptions, ServerProcess } from '../server-process.ts';
import type { Findings } from './findings.ts';

export interface ServerKeeper {
  current(): ServerProcess;
  /** How often it has come back after its first start. */
  restarts: () => number;
  /** Ends of a start before it took requests, as happens while its database is being killed. */
  failedStarts(): number;
  /** kill -9; the next one is started at once. */
  kill(): void;
  /** Resolves when the server takes requests. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const failedInARowMax = 30;

export function keepServer(options: ServerOptions, findings: Findings): ServerKeeper {
  let current = spawnServer(options);
  let restarts = 0;
  let failedStarts = 0;
  let failedInARow = 0;
  let isStopping = false;
  let isKilled = false;

  async function watch(): Promise<void> {
    for (;;) {
      const { code, signal, wasReady } = await current.ended;
      if (isStopping) return;
      if (!isKilled && wasReady) findings.add('the server ended by itself', `with ${signal ?? code}`);
      if (!isKilled && !wasReady) {
        failedStarts++;
        if (++failedInARow > failedInARowMax) throw new Error(`The server does not start; see ${current.logFile}`);
        await sleep(100);
      }
      isKilled = false;
      current = spawnServer(options);
      void noteReady(current);
    }
  }

  async function noteReady(server: ServerProcess): Promise<void> {
    if ((await server.ready) !== 'ready') return;
    failedInARow = 0;
    restarts++;
  }

  const watching = watch();
  // Its failure is reported by whoever waits for the server.
  watching.catch(() => undefined);

  return {
    current: () => current,
    restarts: () => restarts,
    failedStarts: () => failedStarts,
    kill() {
      isKilled = true;
      current.child.kill('SIGKILL');
    },
    async ready() {
      const up = async (): Promise<void> => {
        while ((await current.ready) !== 'ready') await sleep(20);
      };
      await Promise.race([up(), watching]);
    },
    async stop() {
      isStopping = true;
      const { code } = await stopServer(current);
      if (code !== 0) findings.add('the server did not end in order', `exit code ${code}`);
      await watching;
    },
  };
}
