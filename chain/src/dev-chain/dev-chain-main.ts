// The process of the development chain: it runs the node, holds the wallet that pays test coins, and ends with who started it.
import { devBankKey } from './dev-wallet.ts';
import { openDevBank } from './dev-bank.ts';
import { writeDevNode } from './dev-node-file.ts';
import { runNode } from './run-node.ts';
import type { DevAnswer, DevQuestion } from './supervise-dev-chain.ts';

const [, , directory = ''] = process.argv;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  const node = await runNode(directory);
  process.once('disconnect', () => end());
  const end = (): void => {
    node.stop();
    process.exit();
  };
  const bank = await openDevBank(node.ask, devBankKey(directory));
  await node.keepState();
  writeDevNode(directory, { url: node.url, usdt: bank.usdt });
  process.on('message', (question: DevQuestion) => void answer(question));
  tell({ kind: 'ready', url: node.url, usdt: bank.usdt });
  await node.exited;
  process.exit(1);

  async function answer({ id, send }: DevQuestion): Promise<void> {
    try {
      const txid = send ? await bank.send({ ...send, units: BigInt(send.units) }) : '';
      if (!send) await node.ask('anvil_mine', '0x1');
      await node.keepState();
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
