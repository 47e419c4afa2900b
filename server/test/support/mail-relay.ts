// A mail relay on this machine that answers as a test says: late, never, in other words, or not before the connection is cut.
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Replaces the usual answer: `silent` never answers, `cut` closes the connection, and any other text is sent as the answer line. */
export type RelayAnswer = string;
/** ends: the message has ended. */
export type RelayStep = 'greets' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'ends';

export interface MailRelay {
  url: string;
  /** Every message that it was given whole. */
  taken: string[];
  /** What it answers at each step from now on; the usual answers where nothing is named. */
  answer(steps: Partial<Record<RelayStep, RelayAnswer>>): void;
  /** Answers at last where it was silent. */
  answerLate(text: string): void;
  /** Resolves as soon as it has been silent once more. */
  silence(): Promise<void>;
  close(): Promise<void>;
}

const usual: Record<RelayStep, string> = {
  greets: '220 relay',
  EHLO: '250 relay',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  ends: '250 taken',
};
const commands = ['EHLO', 'MAIL', 'RCPT'] as const;

export async function openMailRelay(): Promise<MailRelay> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let steps: Partial<Record<RelayStep, RelayAnswer>> = {};
  let waiting: Socket[] = [];
  let onSilent = Promise.withResolvers<void>();

  function reply(socket: Socket, step: RelayStep): void {
    const text = steps[step] ?? usual[step];
    if (text === 'cut') return void socket.destroy();
    if (text !== 'silent') return void socket.write(`${text}\r\n`, 'latin1');
    waiting.push(socket);
    onSilent.resolve();
    onSilent = Promise.withResolvers<void>();
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let [line, message] = ['', undefined as string | undefined];
    reply(socket, 'greets');
    socket.on('data', (chunk: Buffer) => {
      line += chunk.toString('latin1');
      for (let end = line.indexOf('\r\n'); end >= 0; end = line.indexOf('\r\n')) {
        const each = line.slice(0, end);
        line = line.slice(end + 2);
        if (message !== undefined && each !== '.') message += `${each}\r\n`;
        else if (message !== undefined) {
          taken.push(message);
          message = undefined;
          reply(socket, 'ends');
        } else if (each === 'DATA') {
          if ((steps.DATA ?? usual.DATA).startsWith('354')) message = '';
          reply(socket, 'DATA');
        } else {
          // A client whose EHLO is refused tries HELO.
          const command = each.startsWith('HELO') ? 'EHLO' : commands.find((name) => each.startsWith(name));
          if (command) reply(socket, command);
          else socket.write(each === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    answer: (next) => void (steps = next),
    answerLate(text) {
      for (const socket of waiting) socket.write(`${text}\r\n`);
      waiting = [];
    },
    silence: () => onSilent.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
