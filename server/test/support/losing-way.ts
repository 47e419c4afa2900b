// A way to the database on which the answer to a commit gets lost: the transaction is done, and who asked for it is never told.
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

export interface LosingWay {
  /** The same database, reached over this way. */
  to: (url: string) => Promise<string>;
  /** The next commit is carried out, and its connection dies before the answer. Resolves when that has happened. */
  loseNextCommit(): Promise<void>;
  close(): void;
}

export function openLosingWay(): LosingWay {
  const servers: Server[] = [];
  let onLost: (() => void) | undefined;

  function open(target: { port: number; host: string } | { path: string }): Server {
    return createServer((near) => {
      const far = connect(target);
      let isLosing = false;
      near.on('data', (bytes) => {
        isLosing ||= onLost !== undefined && bytes.includes('commit');
        far.write(bytes);
      });
      far.on('data', (bytes) => {
        if (!isLosing) return void near.write(bytes);
        if (!bytes.includes('COMMIT')) return;
        near.destroy();
        onLost?.();
        onLost = undefined;
      });
      near.on('error', () => near.destroy()).on('close', () => far.destroy());
      far.on('error', () => far.destroy()).on('close', () => near.destroy());
    });
  }

  return {
    async to(url) {
      const address = new URL(url);
      const port = address.port === '' ? 5432 : Number(address.port);
      const folder = address.searchParams.get('host');
      const server = open(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { port, host: address.hostname });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      address.searchParams.delete('host');
      address.hostname = '127.0.0.1';
      address.port = String((server.address() as AddressInfo).port);
      return address.toString();
    },
    loseNextCommit: () => new Promise((resolve) => (onLost = resolve)),
    close: () => servers.forEach((server) => server.close()),
  };
}
