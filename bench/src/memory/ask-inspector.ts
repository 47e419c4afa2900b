// What Node processes hold, asked through their inspectors (V8's inspector protocol over its websocket).
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Inspector {
  /** Bytes that live objects take after everything else was collected, buffers outside the heap included. */
  heldBytes(): Promise<number>;
  close(): void;
}

interface Reply {
  id?: number;
  result?: Record<string, number>;
  error?: { message: string };
}

/** For the environment of a server: each of its processes opens an inspector on a port of its own and says so in the log. */
export const inspectedOptions = '--inspect=127.0.0.1:0';

/** Of all processes of a server that was started with `inspectedOptions`, as one. */
export async function openInspectors(logFile: string): Promise<Inspector> {
  const urls = [...readFileSync(logFile, 'utf8').matchAll(/^Debugger listening on (ws:\S+)$/gm)].map(([, url]) => url!);
  if (urls.length < processes) throw new Error(`${urls.length} inspectors listen, not ${processes}`);
  const inspectors = await Promise.all(urls.slice(-processes).map(openInspector));
  return {
    async heldBytes() {
      const held = await Promise.all(inspectors.map((inspector) => inspector.heldBytes()));
      return held.reduce((sum, bytes) => sum + bytes, 0);
    },
    close: () => inspectors.forEach((inspector) => inspector.close()),
  };
}

/** The engine, and the process that takes requests. */
const processes = 2;

async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${url}`)), { once: true });
  });

  function ask(method: string): Promise<Record<string, number>> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (result) resolve(result);
        else reject(new Error(`${method}: ${error?.message}`));
      });
      socket.send(JSON.stringify({ id, method }));
    });
  }

  await ask('HeapProfiler.enable');
  return {
    async heldBytes() {
      // What a finalizer lets go of is collected the next time.
      for (let times = 0; times < 2; times += 1) {
        await ask('HeapProfiler.collectGarbage');
        await sleep(20);
      }
      const { usedSize, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
      return usedSize! + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
