// What a payer asks a node of Ethereum: the wallet's place in its own order, fees, sending, and what became of a transaction.
import type { AskNode } from '../networks/json-rpc.ts';
import { NodeError } from '../networks/json-rpc.ts';
import { transferGas, txidOf } from './transfer.ts';

export type TransactionStatus =
  /** Not known to the node, or waiting for a block. */
  | { kind: 'pending' }
  /** In a block; `isFinal` once the network says that nothing of it changes any more. */
  | { kind: 'mined'; height: number; isGood: boolean; confirmations: number; isFinal: boolean };

export interface EvmSender {
  chainId(): Promise<bigint>;
  /** How many transactions of this wallet are in blocks. */
  nonceOf(address: string): Promise<bigint>;
  /** Returns the number of transactions in final blocks; undefined if the node calls no block final. */
  finalNonceOf(address: string): Promise<bigint | undefined>;
  /** What a transfer pays for its way if it is sent now. */
  fees(): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }>;
  /** The same bytes may be sent any number of times. Rejects where the node does not take them. */
  send(signed: string): Promise<void>;
  statusOf(txid: string): Promise<TransactionStatus>;
  balanceOf(address: string, asset: 'ETH' | 'USDT'): Promise<bigint>;
}

const tip = 1_500_000_000n;

export function evmSender(ask: AskNode, usdt: string): EvmSender {
  return {
    chainId: async () => quantity(await ask('eth_chainId')),
    nonceOf: async (address) => quantity(await ask('eth_getTransactionCount', address, 'latest')),
    async finalNonceOf(address) {
      const final = await ask('eth_getBlockByNumber', 'finalized', false);
      if (final === null) return undefined;
      return quantity(await ask('eth_getTransactionCount', address, text(fields(final)['number'])));
    },
    async fees() {
      const block = fields(await ask('eth_getBlockByNumber', 'latest', false));
      // Twice the base fee: six full blocks in a row can raise it so far.
      return { maxFeePerGas: 2n * quantity(block['baseFeePerGas']) + tip, maxPriorityFeePerGas: tip };
    },
    async send(signed) {
      try {
        await ask('eth_sendRawTransaction', signed);
      } catch (error) {
        // Each node program has its own error text for a known transaction, so the node is asked whether it has it.
        if (!(error instanceof NodeError) || !(await isKnown(ask, txidOf(signed)))) throw error;
      }
    },
    statusOf: (txid) => statusOf(ask, txid),
    async balanceOf(address, asset) {
      if (asset === 'ETH') return quantity(await ask('eth_getBalance', address, 'latest'));
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
      return BigInt(hash(await ask('eth_call', { to: usdt, data }, 'latest')));
    },
  };
}

/** The most that a transfer costs at these fees, in wei. */
export const feeOf = ({ maxFeePerGas }: { maxFeePerGas: bigint }): bigint => maxFeePerGas * transferGas;

async function isKnown(ask: AskNode, txid: string): Promise<boolean> {
  const found = await ask('eth_getTransactionByHash', txid);
  return found !== null && hash(fields(found)['hash']) === txid;
}

async function statusOf(ask: AskNode, txid: string): Promise<TransactionStatus> {
  const found = await ask('eth_getTransactionReceipt', txid);
  if (found === null) return { kind: 'pending' };
  const receipt = fields(found);
  const [newest, final] = await Promise.all([
    ask('eth_getBlockByNumber', 'latest', false),
    ask('eth_getBlockByNumber', 'finalized', false),
  ]);
  const height = quantity(receipt['blockNumber']);
  const standing = await ask('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
  // The chain has moved between the questions: the next round sees where it is.
  if (standing === null || fields(standing)['hash'] !== receipt['blockHash']) return { kind: 'pending' };
  if (hash(receipt['transactionHash']) !== txid) throw new Error('the node answers for another transaction');
  const status = receipt['status'];
  if (status !== '0x1' && status !== '0x0') throw new Error('the node does not say how a transaction ended');
  return {
    kind: 'mined',
    height: asNumber(height),
    isGood: status === '0x1',
    confirmations: Math.max(0, asNumber(quantity(fields(newest)['number']) - height + 1n)),
    isFinal: final !== null && quantity(fields(final)['number']) >= height,
  };
}

const asNumber = (value: bigint): number => parseInt(value.toString(), 10);
function matching(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a node answers ${JSON.stringify(value ?? null).slice(0, 80)} where ${form.source} is expected`);
}
const text = (value: unknown): string => matching(value, /^0x[0-9a-f]{1,64}$/);
const hash = (value: unknown): string => matching(value, /^0x[0-9a-fA-F]{64}$/).toLowerCase();
const quantity = (value: unknown): bigint => BigInt(matching(value, /^0x[0-9a-f]{1,64}$/));
function fields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never;
  throw new Error('a node answers no object where one is expected');
}
