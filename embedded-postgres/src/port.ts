// Which port an embedded PostgreSQL listens on: the same one each time for the same directory, where it is free.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { lacksDescriptors } from './descriptors.ts';

// Below the ports that systems give to outgoing connections: a client that dials a dead server in that range can be given
// the server's own port, and then talks to itself and keeps the server from coming back.
const first = 20_000;
const count = 12_000;

/** The first free port from the directory's own on, past those already tried. */
export async function choosePort(dataDirectory: string, tried: ReadonlySet<number>): Promise<number> {
  const start = createHash('sha256').update(dataDirectory).digest().readUInt32BE(0) % count;
  for (let step = 0; step < count; step++) {
    const port = first + ((start + step) % count);
    if (!tried.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${first} and ${first + count - 1} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    // Without a descriptor to try it with, nothing is known of the port.
    server.on('error', (error) => (lacksDescriptors(error) ? reject(error) : resolve(false)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
