// A process that makes up a chain and serves it: node-double.ts <network>. The benchmark tells it which blocks to add.
import type { NetworkName } from '@candor/chain';
import { madeChains } from './made-chain.ts';
import type { MadePayment } from './made-payment.ts';
import { serveNode } from './serve-node.ts';

export interface NodeOrder {
  /** Each with its payments to customers. */
  blocks: readonly (readonly MadePayment[])[];
  /** Number of transactions of strangers in each of them. */
  others: number;
}

export interface NodeReport {
  url: string;
  requests: number;
  cpuSeconds: number;
}

const network = process.argv[2] as NetworkName;
const chain = madeChains[network]();
let requests = 0;
const url = await serveNode(network, chain.ask, () => void requests++);

process.on('message', ({ blocks, others }: NodeOrder) => {
  for (const payments of blocks) chain.add(payments, others);
  const { user, system } = process.cpuUsage();
  process.send!({ url, requests, cpuSeconds: (user + system) / 1e6 } satisfies NodeReport);
});
process.send!({ url, requests, cpuSeconds: 0 } satisfies NodeReport);
