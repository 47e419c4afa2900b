// Starts the development chain as a child of this process when it is first wanted, and again when it has ended.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface DevQuestion {
  id: number;
  /** Pays test coins; without it a block is added. */
  send?: { asset: 'ETH' | 'USDT'; to: string; units: string };
}
export type DevAnswer =
  | { kind: 'ready'; url: string; usdt: string }
  | { kind: 'off'; why: string }
  | { kind: 'done'; id: number; txid: string }
  | { kind: 'failed'; id: number; why: string };

export interface RunningDevChain {
  url: string;
  /** The contract of the token, with small digits. */
  usdt: string;
  addBlock(): Promise<void>;
  /** Resolves with the transaction's id once it is in a block. */
  send(wanted: { asset: 'ETH' | 'USDT'; to: string; units: bigint }): Promise<string>;
}

export interface DevChain {
  /** Starts it unless it runs; rejects where it does not run here. */
  open(): Promise<RunningDevChain>;
  close(): void;
}

/** One for each directory, whoever asks: two nodes would be two chains. */
const supervised = new Map<string, DevChain>();

export function superviseDevChain(directory: string): DevChain {
  const known = supervised.get(directory) ?? supervise(directory);
  supervised.set(directory, known);
  return known;
}

function supervise(directory: string): DevChain {
  let current: { child: ChildProcess; running: Promise<RunningDevChain> } | undefined;
  return {
    open() {
      if (!current || current.child.exitCode !== null || current.child.signalCode !== null) current = start(directory);
      return current.running;
    },
    close() {
      if (current?.child.connected) current.child.disconnect();
      current = undefined;
    },
  };
}

function start(directory: string): { child: ChildProcess; running: Promise<RunningDevChain> } {
  const child = fork(join(import.meta.dirname, 'dev-chain-main.ts'), [directory], { execArgv: [], stdio: 'ignore' });
  const waiting = new Map<number, { resolve: (txid: string) => void; reject: (error: Error) => void }>();
  let asked = 0;
  const ask = (question: Omit<DevQuestion, 'id'>): Promise<string> =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      child.send({ id, ...question } satisfies DevQuestion, (error) => error && reject(error));
    });
  const running = new Promise<RunningDevChain>((resolve, reject) => {
    child.on('message', (answer: DevAnswer) => {
      if (answer.kind === 'ready') resolve(runningOf(answer, ask));
      else if (answer.kind === 'off') reject(new Error(answer.why));
      else if (answer.kind === 'done') waiting.get(answer.id)?.resolve(answer.txid);
      else waiting.get(answer.id)?.reject(new Error(answer.why));
      if ('id' in answer) waiting.delete(answer.id);
    });
    child.once('exit', () => {
      const error = new Error('the development chain has ended');
      reject(error);
      for (const each of waiting.values()) each.reject(error);
    });
    child.once('error', reject);
  });
  running.catch(() => undefined);
  return { child, running };
}

const runningOf = (
  { url, usdt }: { url: string; usdt: string },
  ask: (question: Omit<DevQuestion, 'id'>) => Promise<string>,
): RunningDevChain => ({
  url,
  usdt,
  addBlock: async () => void (await ask({})),
  send: ({ asset, to, units }) => ask({ send: { asset, to, units: String(units) } }),
});
