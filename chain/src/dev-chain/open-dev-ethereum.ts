// The development chain of Ethereum: anvil, whose state is written after each block, and a bank that pays ETH and USDT.
import { devBankKey } from './dev-wallet.ts';
import { openDevBank, type DevBank } from './dev-bank.ts';
import type { OpenDevChain } from './dev-chain.ts';
import { runNode, type DevNode } from './run-node.ts';

export const openDevEthereum: OpenDevChain = async (directory) => {
  const node = await runNode(directory);
  const bank = await openBank(node, directory).catch((error: unknown) => {
    node.stop();
    throw error;
  });
  return {
    url: node.url,
    usdt: bank.usdt,
    async addBlock() {
      await node.ask('anvil_mine', '0x1');
      await node.keepState();
    },
    async send({ asset, to, units }) {
      if (asset !== 'ETH' && asset !== 'USDT') throw new Error(`Ethereum has no ${asset}`);
      const txid = await bank.send({ asset, to, units });
      await node.keepState();
      return txid;
    },
    ended: node.exited,
    stop: () => node.stop(),
  };
};

async function openBank(node: DevNode, directory: string): Promise<DevBank> {
  const bank = await openDevBank(node.ask, devBankKey(directory, 'ethereum'));
  await node.keepState();
  return bank;
}
