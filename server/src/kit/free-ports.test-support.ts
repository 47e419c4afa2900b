// Ports of 127.0.0.1 for programs that must be told theirs before they start.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** All are held until the last is found: a port that is let go at once may be given again. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  for (let index = 0; index < count; index++) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;
