// A fake Ethereum node with a mempool. The test chooses its fees, error texts and blocks.
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { senderOf, txidOf } from './transfer.ts';

interface Pooled {
  txid: string;
  from: string;
  nonce: bigint;
  maxFeePerGas: bigint;
}

export interface PlayedNode {
  ask: AskNode;
  /** Price per unit of gas that the next blocks require of each transaction, in wei. */
  baseFee: bigint;
  /** Error text of the node for a transaction that it already has. */
  knownWords: string;
  /** Every raw transaction sent to the node, whatever it answered. */
  readonly sent: string[];
  readonly pool: readonly Pooled[];
  /** Adds a block with all transactions that are next by nonce and pay enough; `isFinal` makes all blocks up to it final. */
  addBlock(options?: { isFinal?: boolean }): void;
  /** The wallet sends another transaction from elsewhere, and the next block contains it. */
  useElsewhere(wallet: string): void;
  /** Empties the mempool, as a restarted node does. */
  forget(): void;
}

export function playNode(): PlayedNode {
  let pool: Pooled[] = [];
  const blocks: { txids: string[]; nonces: Map<string, bigint> }[] = [{ txids: [], nonces: new Map() }];
  let finalHeight = 0;
  const newest = () => blocks.at(-1)!;
  const nonceOf = (wallet: string, height: number): bigint => blocks[height]!.nonces.get(wallet.toLowerCase()) ?? 0n;
  const heightOf = (txid: string): number => blocks.findIndex(({ txids }) => txids.includes(txid));
  const header = (height: number) => ({
    number: hex(height),
    hash: `0x${bytesToHex(sha256(new TextEncoder().encode(`block ${height}`)))}`,
    baseFeePerGas: hex(node.baseFee),
  });
  const at = (place: unknown): number =>
    place === 'latest' ? blocks.length - 1 : place === 'finalized' ? finalHeight : Number(place);

  async function take(signed: string): Promise<string> {
    node.sent.push(signed);
    const next = await readSigned(signed);
    if (pool.some(({ txid }) => txid === next.txid)) throw new NodeError('eth_sendRawTransaction', node.knownWords);
    const used = nonceOf(next.from, blocks.length - 1);
    if (next.nonce < used) throw new NodeError('eth_sendRawTransaction', `nonce too low: next nonce ${used}`);
    const other = pool.find(({ from, nonce }) => from === next.from && nonce === next.nonce);
    if (other && next.maxFeePerGas * 100n < other.maxFeePerGas * 110n)
      throw new NodeError('eth_sendRawTransaction', 'replacement transaction underpriced');
    pool = [...pool.filter((each) => each !== other), next];
    return next.txid;
  }

  const answers: Readonly<Record<string, (...params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => hex(31_337),
    eth_getBlockByNumber: (place) => (at(place) < blocks.length ? header(at(place)) : null),
    eth_getTransactionCount: (wallet, place) => hex(nonceOf(String(wallet), at(place))),
    eth_sendRawTransaction: (signed) => take(String(signed)),
    eth_getTransactionByHash: (txid) =>
      pool.some((each) => each.txid === txid) || heightOf(String(txid)) >= 0 ? { hash: txid } : null,
    eth_getTransactionReceipt(txid) {
      const height = heightOf(String(txid));
      if (height < 0) return null;
      return { transactionHash: txid, blockNumber: hex(height), blockHash: header(height).hash, status: '0x1' };
    },
    eth_getBalance: () => hex(10n ** 22n),
    eth_call: () => `0x${(10n ** 18n).toString(16).padStart(64, '0')}`,
  };

  const node: PlayedNode = {
    baseFee: 20n * 10n ** 9n,
    knownWords: 'already known',
    sent: [],
    get pool() {
      return pool;
    },
    ask: async (method, ...params) => answers[method]!(...params),
    addBlock({ isFinal = true } = {}) {
      const block = { txids: [] as string[], nonces: new Map(newest().nonces) };
      for (const each of pool.toSorted((one, other) => (one.nonce < other.nonce ? -1 : 1))) {
        const next = block.nonces.get(each.from) ?? 0n;
        if (each.nonce !== next || each.maxFeePerGas < node.baseFee) continue;
        block.txids.push(each.txid);
        block.nonces.set(each.from, next + 1n);
      }
      blocks.push(block);
      pool = pool.filter(({ from, nonce }) => nonce >= (block.nonces.get(from) ?? 0n));
      if (isFinal) finalHeight = blocks.length - 1;
    },
    useElsewhere(wallet) {
      const from = wallet.toLowerCase();
      newest().nonces.set(from, (newest().nonces.get(from) ?? 0n) + 1n);
      pool = pool.filter((each) => each.from !== from || each.nonce >= newest().nonces.get(from)!);
    },
    forget: () => void (pool = []),
  };
  return node;
}

async function readSigned(signed: string): Promise<Pooled> {
  const { Transaction } = await import('micro-eth-signer');
  const { nonce, maxFeePerGas } = Transaction.fromHex(signed).raw as unknown as Pooled;
  return { txid: txidOf(signed), from: (await senderOf(signed)).toLowerCase(), nonce, maxFeePerGas };
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
