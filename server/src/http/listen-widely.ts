// A port that takes many connections a turn. Node takes one of each listening socket a turn of its event loop (libuv since 1.45, pull
// request 3696), so under load a crowd that comes again and again would stand before every customer in the only line.
import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../kit/reason-of.ts';
import type { WarnSampled } from './sampled-warnings.ts';

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
/**
 * How many may wait to be taken, at each socket. Whoever comes is behind all of them, and a turn takes one: under load the last of 512 waits
 * ten to twenty seconds, of the 4,096 that a system allows longer than anybody would. Who finds the line full is not refused: its system asks
 * again a second later, then two, when others may have gone. All together, 8,192, are more than a moment's rush of customers.
 */
const backlog = 512;
/** What systems say that can't share a port so that each socket gets its part. */
const refusesToShare = new Set(['ENOTSUP', 'ENOPROTOOPT', 'EINVAL']);

/** To be called before the server is ready. */
export function createListeners(app: FastifyInstance, warn: WarnSampled): Listeners {
  const others: Server[] = [];
  const gone: Promise<unknown>[] = [];
  app.addHook('preClose', async () => others.forEach((other) => void other.close()));

  /** A connection that can't be taken, as when memory is short, is the loss of that one: such an error must not end the process. */
  const keepOn = (server: Server): void =>
    void server.on('error', (error) => warn('', 'a connection was not taken', { error: reasonOf(error) }));

  async function open(shared: ListenOptions): Promise<void> {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // What happens to it, a time-out say, is told to the server that speaks HTTP with it.
      (socket as { server?: unknown }).server = app.server;
      app.server.emit('connection', socket);
    });
    await listening(other, shared);
    others.push(other);
    gone.push(new Promise((resolve) => other.once('close', resolve)));
    keepOn(other);
  }

  return {
    async listen(address) {
      const own = { ...address, port: await ownPort(address), backlog };
      const shared = (await canShare(own)) ? { ...own, reusePort: true } : undefined;
      await app.listen(shared ?? own);
      keepOn(app.server);
      while (shared && others.length < socketsMax - 1) await open(shared);
      return (app.server.address() as AddressInfo).port;
    },
    closed: async () => void (await Promise.all(gone)),
  };
}

/** One that nobody has: of one that is shared the system does not say that it is in use. */
const ownPort = (address: Address): Promise<number> => tryOut(address);

async function canShare(address: Address): Promise<boolean> {
  try {
    await tryOut({ ...address, reusePort: true });
    return true;
  } catch (error) {
    if (refusesToShare.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Listens for a moment: the port. */
async function tryOut(options: ListenOptions): Promise<number> {
  const probe = createServer();
  await listening(probe, options);
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}
