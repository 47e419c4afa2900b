// Reads how transactions of Ethereum ended, from final blocks alone. Whole blocks are read, which the source checks.
import type { ChainSource } from './chain-source.ts';
import type { Block, Credit } from './deposit.ts';
import { fields, hash, quantity } from './node-answers.ts';
import type { AskNode } from '../networks/json-rpc.ts';

export interface FinalTransactions {
  /** What the transaction paid, which is nothing where it failed; undefined where no final block has it. */
  paidBy(txid: string): Promise<readonly Credit[] | undefined>;
}

/** Each block is read once. */
export function finalTransactions(ask: AskNode, source: ChainSource): FinalTransactions {
  const blocks = new Map<number, Promise<Block | undefined>>();
  const blockAt = (height: number): Promise<Block | undefined> => {
    const known = blocks.get(height) ?? source.block(height);
    blocks.set(height, known);
    return known;
  };
  return {
    async paidBy(txid) {
      const found = await ask('eth_getTransactionReceipt', txid);
      if (found === null) return undefined;
      const receipt = fields(found);
      if (hash(receipt['transactionHash']) !== txid) throw new Error('the node answers for another transaction');
      const height = parseInt(quantity(receipt['blockNumber']).toString(), 10);
      const final = await source.final();
      if (!final || final.height < height) return undefined;
      const block = await blockAt(height);
      if (!block || block.hash !== hash(receipt['blockHash'])) throw new Error('the node names another block');
      return block.credits.filter((credit) => credit.txid === txid);
    },
  };
}
