// The process of one development chain: it runs the node, holds the wallet that pays test coins, and ends with who started it.
import { networkNames } from '../networks/networks.ts';
import { devChains } from './dev-chains.ts';
import { writeDevNode } from './dev-node-file.ts';
import type { DevAnswer, DevQuestion } from './supervise-dev-chain.ts';

const [, , named = '', directory = ''] = process.argv;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  const network = networkNames.find((name) => name === named);
  const opener = network && devChains[network];
  if (!opener) throw new Error(`there is no development chain of ${named}`);
  const openChain = await opener();
  const opening = openChain(directory);
  // Whoever started this process may end while the chain is being opened: its node is stopped too.
  process.once('disconnect', () => void opening.then((opened) => opened.stop()).finally(() => process.exit()));
  const chain = await opening;
  const node = { url: chain.url, usdt: chain.usdt };
  writeDevNode(directory, network, node);
  process.on('message', (question: DevQuestion) => void answer(question));
  tell({ kind: 'ready', ...node });
  await chain.ended;
  process.exit(1);

  async function answer({ id, send }: DevQuestion): Promise<void> {
    try {
      const txid = send ? await chain.send({ ...send, units: BigInt(send.units) }) : '';
      if (!send) await chain.addBlock();
      tell({ kind: 'done', id, txid });
    } catch (error) {
      tell({ kind: 'failed', id, why: String(error) });
    }
  }
} catch (error) {
  tell({ kind: 'off', why: String(error) });
  process.disconnect?.();
}

function tell(answer: DevAnswer): void {
  if (process.connected) process.send?.(answer);
}
