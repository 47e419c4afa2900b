// A port that takes many connections a turn. Node takes one of each listening socket a turn of its event loop (libuv since 1.45, pull
// request 3696), so under load a crowd that comes again and again would stand before every customer in the only line.
import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Address {
  host: string;
  port: number;
}

export interface Listeners {
  /** Resolves with the port; rejects with EADDRINUSE when anybody has it. */
  listen(address: Address): Promise<number>;
  /** Resolves, once the server closes, when all is gone that its own socket did not take. */
  closed: () => Promise<void>;
}

/** What a turn takes at most. */
const socketsMax = 16;
/** As many as the system allows may wait to be taken. */
const backlog = 4_096;
/** Elsewhere sockets can't share a port so that each gets its part. */
const canShare = process.platform === 'linux';

/** To be called before the server is ready. */
export function createListeners(app: FastifyInstance): Listeners {
  const others: Server[] = [];
  const gone: Promise<unknown>[] = [];
  app.addHook('preClose', async () => others.forEach((other) => void other.close()));

  async function open(shared: ListenOptions): Promise<void> {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // What happens to it, a time-out say, is told to the server that speaks HTTP with it.
      (socket as { server?: unknown }).server = app.server;
      app.server.emit('connection', socket);
    });
    await listening(other, shared);
    others.push(other);
    gone.push(once(other, 'close'));
  }

  return {
    async listen(address) {
      if (!canShare) await app.listen({ ...address, backlog });
      else {
        const shared = { ...address, port: await ownPort(address), backlog, reusePort: true };
        await app.listen(shared);
        while (others.length < socketsMax - 1) await open(shared);
      }
      return (app.server.address() as AddressInfo).port;
    },
    closed: async () => void (await Promise.all(gone)),
  };
}

/** One that nobody has: of one that is shared the system does not say that it is in use. */
async function ownPort(address: Address): Promise<number> {
  const probe = createServer();
  await listening(probe, address);
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}
