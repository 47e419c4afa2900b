// The signer, a process of its own: node signer-main.ts <directory>. It listens on a socket that only its own user can open. With the demo's
// engine as its parent it ends with it.
import type { Socket } from 'node:net';
import { openSigner } from './open-signer.ts';
import { linesOf, readQuestion, writeMessage } from './signer-messages.ts';
import { takeDirectory } from './take-directory.ts';

const [, , directory = ''] = process.argv;
process.umask(0o077);
// The directory is taken first: what another process signs in it after it was read would be unknown here.
const opening = takeDirectory(directory, (socket) => void serve(socket).catch(() => socket.destroy())).then(() =>
  openSigner(directory, { now: () => Date.now() }),
);
await opening;
process.send?.('ready');
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (process.connected ? undefined : process.exit()));
}

async function serve(socket: Socket): Promise<void> {
  const signer = await opening;
  for await (const line of linesOf(socket)) {
    const question = readQuestion(line);
    socket.write(writeMessage(question ? await signer.answer(question) : { refused: 'malformed' }));
  }
}
