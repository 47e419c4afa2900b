// A chain of Ethereum that a benchmark makes up. Receipts root and bloom of each header are those of its receipts; header hashes are numbers,
// because readers of Ethereum trust the node for them.
import { NodeError, type AskNode } from '@candor/chain';
import { seals } from '../../../chain/src/deposits/sealed-block.test-support.ts';
import type { MadeChain, MadePayment } from './made-payment.ts';

interface MadeBlock {
  header: Record<string, unknown>;
  transactions: readonly object[];
  receipts: readonly object[];
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (value: number | bigint | string): string =>
  `0x${value.toString(16).replace(/^0x/, '').padStart(64, '0')}`;
const stranger = `0x${'55'.repeat(20)}`;
/** The contract of USDT, in the benchmark. */
export const madeUsdt = `0x${'77'.repeat(20)}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export class MadeEthereum implements MadeChain {
  readonly #blocks: MadeBlock[] = [];
  readonly #finalBelow: number;
  #transactions = 0;

  constructor(finalBelow: number) {
    this.#finalBelow = finalBelow;
    this.add([], 0);
  }

  add(payments: readonly MadePayment[], others: number): void {
    const height = this.#blocks.length;
    const blockHash = word(height + 1);
    const paid = [...payments, ...Array.from({ length: others }, () => ({ to: stranger, units: '1' }))];
    const made = paid.map((payment, place) => this.#transactionOf(payment, { place, blockHash }));
    const receipts = made.map(({ receipt }) => receipt);
    const header = { number: hex(height), hash: blockHash, parentHash: word(height), ...seals(receipts) };
    this.#blocks.push({ header, transactions: made.map(({ transaction }) => transaction), receipts });
  }

  /** A transfer of USDT, as most transactions that pay somebody are. */
  #transactionOf({ to, units }: MadePayment, { place, blockHash }: { place: number; blockHash: string }) {
    const hash = word(BigInt(2) ** 200n + BigInt(++this.#transactions));
    const log = {
      address: madeUsdt,
      topics: [transferTopic, word(stranger), word(to.toLowerCase())],
      data: word(BigInt(units)),
    };
    const fee = { gasUsed: hex(50_000), effectiveGasPrice: hex(1_000_000_000) };
    const gas = { cumulativeGasUsed: hex(50_000 * (place + 1)), ...fee };
    return {
      transaction: { hash, from: stranger, to: madeUsdt, value: '0x0' },
      receipt: { type: '0x2', status: '0x1', transactionHash: hash, blockHash, ...gas, logs: [log] },
    };
  }

  readonly ask: AskNode = async (method, ...params) => {
    const [at, isWhole] = params;
    if (method === 'eth_chainId') return '0x1';
    if (method === 'web3_clientVersion') return 'made/1';
    // No contract pays anybody here, so each balance is what transfers of ETH made: nothing.
    if (method === 'eth_getBalance' || method === 'eth_getTransactionCount') return '0x0';
    if (method === 'eth_getBlockReceipts') return this.#blockAt(at)?.receipts ?? null;
    if (method !== 'eth_getBlockByNumber') throw new NodeError(method, 'no such method', -32_601);
    const block = this.#blockAt(at);
    if (!block) return null;
    return isWhole === true ? { ...block.header, transactions: block.transactions } : block.header;
  };

  #blockAt(at: unknown): MadeBlock | undefined {
    if (at === 'latest') return this.#blocks.at(-1);
    if (at === 'finalized') return this.#blocks.at(-1 - this.#finalBelow);
    return this.#blocks[parseInt(String(at), 16)];
  }
}
