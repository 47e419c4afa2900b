// What a Node process holds, asked through its inspector (V8's inspector protocol over its websocket).
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

/** Of the process that was started with `--inspect=127.0.0.1:port`. */
export async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no inspector on port ${port}`)), { once: true });
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
