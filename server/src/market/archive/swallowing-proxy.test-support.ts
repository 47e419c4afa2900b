// A way to the database on which answers get lost and connections die.
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface SwallowingProxy {
  url: string;
  /** From now on the database's answers are dropped; the connection is cut after a while, and then it resolves. */
  swallowAnswersThenCut(afterMs: number): Promise<void>;
  close(): Promise<void>;
}

export async function startSwallowingProxy(target: string): Promise<SwallowingProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<{ client: Socket; isSwallowing: boolean }>();
  const server = createServer((client) => {
    const database = connectTcp(parseInt(port, 10), hostname);
    const pair = { client, isSwallowing: false };
    pairs.add(pair);
    client.pipe(database);
    database.on('data', (data) => pair.isSwallowing || client.write(data));
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async swallowAnswersThenCut(afterMs) {
      const cut = [...pairs];
      for (const pair of cut) pair.isSwallowing = true;
      await sleep(afterMs);
      for (const { client } of cut) client.destroy();
    },
    async close() {
      for (const { client } of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
