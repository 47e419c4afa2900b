// A signer's directory has one process at a time: neither of two would know all that was signed. Its socket shows that it is taken.
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { socketName } from './signer-messages.ts';

/** Throws if another process has the directory. Closing the server releases it. */
export async function takeDirectory(directory: string, serve: (socket: Socket) => void): Promise<Server> {
  const path = join(directory, socketName);
  if (await isAnswered(path)) throw new Error('another signer has this directory');
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return server;
}

function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
