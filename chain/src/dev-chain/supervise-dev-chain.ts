// Starts a development chain as a child of this process when it is first wanted, and again when it has ended.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { AssetCode } from '@candor/wire';
import type { NetworkName } from '../networks/networks.ts';
import type { OpenedDevChain } from './dev-chain.ts';

export interface DevQuestion {
  id: number;
  /** Pays test coins; without it a block is added. */
  send?: { asset: AssetCode; to: string; units: string };
}
export type DevAnswer =
  | { kind: 'ready'; url: string; usdt: string }
  | { kind: 'off'; why: string }
  | { kind: 'done'; id: number; txid: string }
  | { kind: 'failed'; id: number; why: string };

export type RunningDevChain = Pick<OpenedDevChain, 'url' | 'usdt' | 'addBlock' | 'send'>;

export interface DevChain {
  /** Starts it unless it runs; rejects where it does not run here. */
  open(): Promise<RunningDevChain>;
  close(): void;
}

interface Started {
  child: ChildProcess;
  running: Promise<RunningDevChain>;
  /** When the process said that its chain can't run here, by performance.now(). */
  offAt?: number;
}

/** Pause before a chain that can't run here is tried again: each try may ask the package registry. */
const pauseMs = 60_000;

/** One for each directory and network, whoever asks: two nodes would be two chains. */
const supervised = new Map<string, DevChain>();

export function superviseDevChain(directory: string, network: NetworkName): DevChain {
  const key = `${network} ${directory}`;
  const known = supervised.get(key) ?? supervise(directory, network);
  supervised.set(key, known);
  return known;
}

function supervise(directory: string, network: NetworkName): DevChain {
  let current: Started | undefined;
  return {
    open() {
      if (!current || isToBeStarted(current)) current = start(directory, network);
      return current.running;
    },
    close() {
      if (current?.child.connected) current.child.disconnect();
      current = undefined;
    },
  };
}

function isToBeStarted({ child, offAt }: Started): boolean {
  if (offAt !== undefined) return performance.now() - offAt > pauseMs;
  return child.exitCode !== null || child.signalCode !== null;
}

function start(directory: string, network: NetworkName): Started {
  const program = join(import.meta.dirname, 'dev-chain-main.ts');
  const child = fork(program, [network, directory], { execArgv: [], stdio: 'ignore' });
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
      if (answer.kind === 'off') started.offAt = performance.now();
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
  const started: Started = { child, running };
  return started;
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
