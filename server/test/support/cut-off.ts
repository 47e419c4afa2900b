// A proxy to the database whose sockets can die silently, and that can change the state of sessions as a pooler may do.
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CutOff {
  /** URL of the database through this proxy. */
  url: string;
  /** Open connections stay open but deliver no more data in either direction; new connections work. */
  silence(): void;
  /** Runs a statement in each idle session, unnoticed by the client of the session. Returns the number of sessions. */
  runInIdle(sql: string): number;
  close(): Promise<void>;
}

class Way {
  readonly client: Socket;
  readonly database: Socket;
  isSilent = false;
  #isIdle = false;
  #dropsUntilReady = false;
  #rest = Buffer.alloc(0);

  constructor(client: Socket, target: URL) {
    this.client = client;
    this.database = connectTcp(parseInt(target.port, 10), target.hostname);
    client.on('data', (data) => {
      this.#isIdle = false;
      if (!this.isSilent) this.database.write(data);
    });
    this.database.on('data', (data) => this.#pass(data));
    const end = (): void => {
      // A host that disappeared sends no end of connection.
      if (this.isSilent) return;
      client.destroy();
      this.database.destroy();
    };
    for (const socket of [client, this.database]) socket.on('error', end).on('close', end);
  }

  /** Passes data message by message: a type byte, a length that includes itself, and a body. */
  #pass(data: Buffer): void {
    if (this.isSilent) return;
    this.#rest = Buffer.concat([this.#rest, data]);
    while (this.#rest.length >= 5) {
      const length = 1 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < length) return;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const isReady = message[0] === 'Z'.charCodeAt(0);
      if (!this.#dropsUntilReady) this.client.write(message);
      if (!isReady) continue;
      this.#dropsUntilReady = false;
      this.#isIdle = message[5] === 'I'.charCodeAt(0);
    }
  }

  runIfIdle(sql: string): boolean {
    if (!this.#isIdle || this.isSilent || this.database.destroyed) return false;
    const body = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5, 'Q');
    head.writeUInt32BE(4 + body.length, 1);
    this.#dropsUntilReady = true;
    this.database.write(Buffer.concat([head, body]));
    return true;
  }
}

export async function openCutOff(target: string): Promise<CutOff> {
  const ways = new Set<Way>();
  const to = new URL(target);
  const server = createServer((client) => {
    const way = new Way(client, to);
    ways.add(way);
    client.once('close', () => ways.delete(way));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const way of ways) way.isSilent = true;
    },
    runInIdle: (sql) => [...ways].filter((way) => way.runIfIdle(sql)).length,
    async close() {
      for (const { client, database } of ways) {
        client.destroy();
        database.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
