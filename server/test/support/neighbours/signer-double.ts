// Test double of the signer's socket: forwards each question to a signer that runs, and changes its answer.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createSwitches, faults, type Fault, type Neighbour } from './neighbour.ts';

export type SignerStep = 'who' | 'judge' | 'sign';

export interface SignerDouble extends Neighbour<SignerStep> {
  /** Path of the double's socket. */
  readonly path: string;
  /** Every question, in the order of arrival. */
  readonly asked: { step: SignerStep; fault: Fault | undefined }[];
}

/** An answer is one object, whose order of fields says nothing. */
const possible: readonly Fault[] = faults.filter((fault) => fault !== 'reordered');

/** Forms of the fault `other-words`: a page, a list, other names, or digits in capitals. */
const wordings: readonly ((line: string) => string)[] = [
  () => '<html>Back soon.</html>',
  (line) => `[${line}]`,
  (line) => JSON.stringify({ result: JSON.parse(line) as unknown }),
  (line) => line.replaceAll(/0x[\da-f]{40,}/g, (hex) => `0x${hex.slice(2).toUpperCase()}`),
];

export async function openSignerDouble({
  path,
  signerPath,
}: {
  path: string;
  signerPath: string;
}): Promise<SignerDouble> {
  const switches = createSwitches<SignerStep>();
  const asked: SignerDouble['asked'] = [];
  const before = new Map<SignerStep, string>();
  const sockets = new Set<Socket>();
  let worded = 0;

  async function handle(socket: Socket): Promise<void> {
    const question = await lineOf(socket);
    const step = (JSON.parse(question) as { ask: SignerStep }).ask;
    const fault = switches.take(step);
    asked.push({ step, fault });
    const good = await ask(signerPath, question);
    const earlier = before.get(step) ?? good;
    before.set(step, good);
    if (fault === 'late') return;
    if (fault === 'withdrawn') return void socket.end();
    if (fault === 'partial') return void socket.end(good.slice(0, good.length >> 1));
    if (fault === 'empty') return void socket.write('{}\n');
    if (fault === 'repeated') return void socket.write(`${earlier}\n`);
    socket.write(`${fault === 'other-words' ? wordings[worded++ % wordings.length]!(good) : good}\n`);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    handle(socket).catch(() => socket.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    name: 'signer',
    path,
    steps: ['who', 'judge', 'sign'],
    asked,
    faultsAt: () => possible,
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function lineOf(socket: Socket): Promise<string> {
  let line = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    line += String(chunk);
    const end = line.indexOf('\n');
    if (end >= 0) return line.slice(0, end);
  }
  throw new Error('the question has no end');
}

/** The signer's own answer, without its line break. */
async function ask(signerPath: string, question: string): Promise<string> {
  const socket = connect(signerPath);
  try {
    socket.write(`${question}\n`);
    return await lineOf(socket);
  } finally {
    socket.destroy();
  }
}
