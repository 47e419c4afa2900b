// Test double of a mail relay (SMTP). A test sets the answer of a step for good with `answer`, or switches a fault on with `turn`.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSwitches, faults, type Fault, type Neighbour } from './neighbour.ts';

/** Replaces the usual answer: `silent` never answers, `cut` closes the connection, and any other text is sent as the answer line. */
export type RelayAnswer = string;
/** ends: the message has ended. */
export type RelayStep = 'greets' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'ends';

export interface MailRelay extends Neighbour<RelayStep> {
  url: string;
  /** Every message that it was given whole. */
  taken: string[];
  /** What it answers at each step from now on; the usual answers where nothing is named. */
  answer(steps: Partial<Record<RelayStep, RelayAnswer>>): void;
  /** Answers at last where it was silent. */
  answerLate(text: string): void;
  /** Resolves as soon as it has been silent once more. */
  silence(): Promise<void>;
}

const usual: Record<RelayStep, string> = {
  greets: '220 relay',
  EHLO: '250-relay\r\n250 HELP',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  ends: '250 taken',
};
const commands = ['EHLO', 'MAIL', 'RCPT'] as const;
const relaySteps = Object.keys(usual) as RelayStep[];

/** Forms of the fault `other-words`: rejected for now, closing, several lines with bytes of another encoding, or not SMTP. */
const wordings = ['451 4.7.1 greylisted', '421-4.3.2 too many\r\n421 4.3.2 connections', 'encoded', 'hello'] as const;

/** A relay has several lines only after EHLO, and only a mailbox can disappear. */
const faultsAt = (step: RelayStep): readonly Fault[] =>
  faults.filter((fault) => (fault !== 'reordered' || step === 'EHLO') && (fault !== 'withdrawn' || step === 'RCPT'));

/** The answer line of a fault; the answers of `late` and `partial` follow from the usual one. */
function answerWith(
  fault: Fault | undefined,
  step: RelayStep,
  { before, count }: { before: string; count: number },
): string {
  const good = usual[step];
  if (fault === 'empty') return good.slice(0, 3);
  if (fault === 'repeated') return before;
  if (fault === 'reordered') return '250-HELP\r\n250 relay';
  if (fault === 'withdrawn') return '550 5.1.1 no such mailbox';
  if (fault !== 'other-words') return good;
  const wording = wordings[count % wordings.length]!;
  return wording === 'encoded' ? `${good.slice(0, 3)}-2.0.0 first\r\n${good.slice(0, 3)} \xe9\xff last` : wording;
}

export async function openMailRelay(): Promise<MailRelay> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let steps: Partial<Record<RelayStep, RelayAnswer>> = {};
  let waiting: Socket[] = [];
  let onSilent = Promise.withResolvers<void>();

  const switches = createSwitches<RelayStep>();
  let [before, worded] = [usual.greets, 0];

  function reply(socket: Socket, step: RelayStep): void {
    const fault = switches.take(step);
    const count = fault === 'other-words' ? worded++ : 0;
    const text = fault === 'late' ? 'silent' : (steps[step] ?? answerWith(fault, step, { before, count }));
    before = usual[step];
    if (text === 'cut') return void socket.destroy();
    if (fault === 'partial') return void socket.end(text.slice(0, text.length >> 1), 'latin1');
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
    name: 'mail',
    steps: relaySteps,
    faultsAt,
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
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
