// Returns the results of Ethereum transactions, from final blocks only. Reads whole blocks, which the source verifies.
import type { ChainSource } from './chain-source.ts';
import type { Block, Credit } from './deposit.ts';
import { fields, hash, quantity } from './node-answers.ts';
import type { AskNode } from '../networks/json-rpc.ts';

export interface FinalTransactions {
  /** Returns the payments of the transaction (none if it failed); undefined if no final block contains it. */
  paidBy(txid: string): Promise<readonly Credit[] | undefined>;
}

/** Reads each block only once and keeps its payments. */
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
