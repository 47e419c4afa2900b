// One starter at a time for a data directory. The kernel frees the lock when its holder dies, however it dies.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the lock; the function it returns frees it. */
export async function takeStartLock(dataDirectory: string, timeoutMs: number): Promise<() => void> {
  const name = lockName(dataDirectory);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const server = await listen(name);
    if (server) return () => void server.close();
    if (performance.now() > deadline) {
      throw new Error(`Another process has been starting PostgreSQL in ${dataDirectory} for ${timeoutMs / 1000} s.`);
    }
    if (isFile(name) && (await isAbandoned(name))) rmSync(name, { force: true });
    await sleep(20);
  }
}

/** The name of a socket: abstract on Linux and a pipe on Windows, which both leave no file behind. */
function lockName(dataDirectory: string): string {
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 24);
  if (process.platform === 'linux') return `\0candor-postgres-${hash}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\candor-postgres-${hash}`;
  return join(tmpdir(), `candor-postgres-${hash}.lock`);
}

const isFile = (name: string): boolean => process.platform !== 'win32' && !name.startsWith('\0');

/** Undefined when somebody else holds the name. */
function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(name, () => resolve(server.unref()));
  });
}

function isAbandoned(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
