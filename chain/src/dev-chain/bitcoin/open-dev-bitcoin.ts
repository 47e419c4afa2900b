// The development chain of Bitcoin: bcoin in regtest, with a bank that mined the coins it pays.
import { devBankKey } from '../dev-wallet.ts';
import { devFirstBlocks, directoryOf, type OpenDevChain, type TestCoins } from '../dev-chain.ts';
import { answerAsCore } from './answer-as-core.ts';
import type { BcoinModules } from './bcoin-parts.ts';
import { openBcoin, type BcoinNode } from './open-bcoin.ts';
import { sendToMempool } from './send-to-mempool.ts';
import { serveJsonRpc } from './serve-json-rpc.ts';

/** Satoshis for 1,000 virtual bytes. */
const feeRate = 10_000;
const noLimit = 0;

export const openDevBitcoin: OpenDevChain = async (directory) => {
  const key = Buffer.from(devBankKey(directory, 'bitcoin'));
  const node = await openBcoin(directoryOf(directory, 'bitcoin'), (modules) =>
    ringOf(modules, key).getAddress('string'),
  );
  while (node.chain.height < devFirstBlocks.bitcoin) await node.addBlock();
  const url = await serveJsonRpc(answerAsCore(node));
  return {
    url,
    usdt: '',
    addBlock: () => node.inTurn(() => node.addBlock()),
    send: (coins) => node.inTurn(() => pay(node, key, coins)),
    ended: node.failed,
    // LevelDB has handed all it was given to the system, which keeps it when this process ends.
    stop: () => undefined,
  };
};

function ringOf({ keyRing }: BcoinModules, key: Buffer) {
  const ring = keyRing.fromPrivate(key, true);
  ring.witness = true;
  return ring;
}

async function pay(node: BcoinNode, key: Buffer, { asset, to, units }: TestCoins): Promise<string> {
  if (asset !== 'BTC') throw new Error(`Bitcoin has no ${asset}`);
  const { chain, modules } = node;
  const ring = ringOf(modules, key);
  const bank = ring.getAddress('string');
  const draft = new modules.draft();
  draft.addOutput(to, parseInt(String(units), 10));
  const coins = await chain.db.getCoinsByAddress(bank);
  await draft.fund(coins, { rate: feeRate, changeAddress: bank, height: chain.height });
  if (draft.sign(ring) !== draft.inputs.length) throw new Error('the bank could not sign for all that it spends');
  const transaction = draft.toTX();
  await sendToMempool(node, transaction, noLimit);
  await node.addBlock();
  const mined = await chain.db.getMeta(transaction.hash('hex'));
  if (!mined) throw new Error(`${transaction.txid()} is in no block`);
  return transaction.txid();
}
