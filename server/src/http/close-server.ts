// Ends the server within a bound. Kept-alive connections would hold a plain close for as long as their clients like.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

const graceMs = 5_000;
const sweepMs = 50;

export interface Closer {
  /** Takes note of a connection that became a socket; false if it came too late, and then it is ended. */
  admit(socket: Duplex): boolean;
  close: () => Promise<void>;
}

/** `othersClosed` resolves when what other servers took for it is gone too. */
export function createCloser(app: FastifyInstance, othersClosed: () => Promise<void>): Closer {
  const upgraded = new Set<Duplex>();
  const open = new Set<Socket>();
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    // Connections that were busy when the server closed become idle one by one; nobody else ends those. Nor those that
    // browsers opened ahead and never used.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMs);
    const bound = setTimeout(() => {
      app.server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, graceMs);
    try {
      await app.close();
      await othersClosed();
    } finally {
      clearInterval(sweep);
      clearTimeout(bound);
    }
  }

  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing !== undefined) reply.header('connection', 'close');
    done(null, payload);
  });

  return {
    admit(socket) {
      if (closing !== undefined) {
        socket.destroy();
        return false;
      }
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      return true;
    },
    close: () => (closing ??= close()),
  };
}
