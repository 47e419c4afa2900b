// The process of a made-up chain, as the benchmark uses it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { NetworkName } from '@candor/chain';
import { own } from '../own-processes.ts';
import type { MadePayment } from './made-payment.ts';
import type { NodeOrder, NodeReport } from './node-double.ts';

export interface RunningNode {
  url: string;
  /** Height of the newest block. */
  tip(): number;
  /** Adds blocks with these payments to customers, and `others` transactions of strangers each. */
  add(blocks: NodeOrder['blocks'], others: number): Promise<void>;
  report(): Promise<NodeReport>;
  stop(): Promise<void>;
}

/** Messages have at most this many blocks. */
const blocksAtOnce = 1_000;

export async function runNode(network: NetworkName): Promise<RunningNode> {
  const stdio: ['ignore', 'ignore', 'inherit', 'ipc'] = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = own(fork(join(import.meta.dirname, 'node-double.ts'), [network], { stdio }));
  const heard = (): Promise<NodeReport> =>
    new Promise((resolve, reject) => {
      const failed = (): void => reject(new Error('the made-up node ended early'));
      child.once('exit', failed);
      child.once('message', (report: NodeReport) => {
        child.off('exit', failed);
        resolve(report);
      });
    });
  const tell = (order: NodeOrder): Promise<NodeReport> => {
    const answer = heard();
    child.send(order);
    return answer;
  };
  const { url } = await heard();
  let tip = 0;
  return {
    url,
    tip: () => tip,
    async add(blocks, others) {
      for (let from = 0; from < blocks.length; from += blocksAtOnce) {
        const part: readonly (readonly MadePayment[])[] = blocks.slice(from, from + blocksAtOnce);
        await tell({ blocks: part, others });
        tip += part.length;
      }
    },
    report: () => tell({ blocks: [], others: 0 }),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
