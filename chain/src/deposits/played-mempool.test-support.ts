// A fake Bitcoin node with a mempool: takes transactions whose inputs are unspent, replaces those of a lower fee, and mines what it has.
import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import {
  hashTwice,
  PlayedBitcoin,
  transactionOf,
  type MadeTransaction,
  type PaidOutput,
} from './played-bitcoin.test-support.ts';

/** A transaction that somebody else wrote and signed. */
export function sentTransaction(signed: string): MadeTransaction {
  const { witnesses: _, ...raw } = RawTx.decode(hex.decode(signed));
  const hash = hashTwice(RawTx.encode({ ...raw, segwitFlag: false, witnesses: [] }));
  return { bytes: hex.decode(signed), hash, txid: Buffer.from(hash).reverse().toString('hex') };
}

/** A transaction that spends this output, `txid:ordinal`, without a valid signature. */
export function spendingTransaction(outpoint: string, outputs: readonly PaidOutput[]): MadeTransaction {
  const raw = RawTx.decode(transactionOf(1, outputs).bytes);
  const [txid = '', ordinal = ''] = outpoint.split(':');
  const input = { ...raw.inputs[0]!, txid: hex.decode(txid), index: parseInt(ordinal, 10) };
  return sentTransaction(hex.encode(RawTx.encode({ ...raw, inputs: [input] })));
}

const decoded = ({ bytes }: MadeTransaction) => {
  const { inputs, outputs } = RawTx.decode(bytes);
  return { spends: inputs.map(({ txid, index }) => `${hex.encode(txid)}:${index}`), outputs };
};

export class PlayedMempool extends PlayedBitcoin {
  pool: MadeTransaction[] = [];
  /** All that was sent here, taken or not. */
  readonly sent: string[] = [];
  /** Answers with the txid whatever the mempool says of it, as bcoin does. */
  answersAlways = false;
  /** Satoshis for each virtual byte. */
  rate = 2;

  /** Puts all of the mempool into a block. */
  minePool(): void {
    this.mine(...this.pool);
    this.pool = [];
  }

  /** Drops the newest blocks; what they held is unconfirmed again. */
  replaceBlocks(count: number): void {
    const dropped = this.blocks.slice(-count).flatMap(({ transactions }) => transactions.slice(1));
    this.remove(count);
    this.pool.unshift(...dropped);
  }

  readonly askAll: AskNode = async (method, ...params) => {
    if (method === 'estimatesmartfee') return { feerate: this.rate / 100_000, blocks: 6 };
    if (method === 'sendrawtransaction') return this.#send(params[0] as string);
    if (method === 'getmempoolentry') {
      if (this.pool.some(({ txid }) => txid === params[0])) return { vsize: 1 };
      throw new NodeError(method, 'Transaction not in mempool', -5);
    }
    if (method === 'gettxout') return this.#unspent().has(`${String(params[0])}:${String(params[1])}`) ? { confirmations: 1 } : null; // prettier-ignore
    return this.ask(method, ...params);
  };

  /** Outputs in blocks that no block spends, with their units. */
  #unspent(): Map<string, bigint> {
    const found = new Map<string, bigint>();
    for (const made of this.blocks.flatMap(({ transactions }) => transactions)) {
      const { spends, outputs } = decoded(made);
      outputs.forEach(({ amount }, ordinal) => found.set(`${made.txid}:${ordinal}`, amount));
      for (const outpoint of spends) found.delete(outpoint);
    }
    return found;
  }

  #send(signed: string): string {
    const made = sentTransaction(signed);
    this.sent.push(made.txid);
    const refusal = this.#whyNot(made);
    if (!refusal) {
      const { spends } = decoded(made);
      this.pool = [...this.pool.filter((each) => !decoded(each).spends.some((outpoint) => spends.includes(outpoint))), made]; // prettier-ignore
    }
    if (refusal && !this.answersAlways) throw new NodeError('sendrawtransaction', ...refusal);
    return made.txid;
  }

  #whyNot(made: MadeTransaction): [string, number] | undefined {
    if (this.pool.some(({ txid }) => txid === made.txid)) return ['txn-already-in-mempool', -27];
    const unspent = this.#unspent();
    if (unspent.has(`${made.txid}:0`)) return ['Transaction outputs already in utxo set', -27];
    const { spends } = decoded(made);
    if (spends.some((outpoint) => !unspent.has(outpoint))) return ['bad-txns-inputs-missingorspent', -25];
    const feeOf = (each: MadeTransaction): bigint => {
      const { spends: spent, outputs } = decoded(each);
      const received = spent.reduce((sum, outpoint) => sum + (unspent.get(outpoint) ?? 0n), 0n);
      return received - outputs.reduce((sum, { amount }) => sum + amount, 0n);
    };
    if (feeOf(made) < 0n) return ['bad-txns-in-belowout', -26];
    const replaced = this.pool.filter((each) => decoded(each).spends.some((outpoint) => spends.includes(outpoint)));
    const least = replaced.reduce((sum, each) => sum + feeOf(each), 0n);
    const ownSize = BigInt(Transaction.fromRaw(made.bytes, { allowUnknownOutputs: true }).vsize);
    if (replaced.length > 0 && feeOf(made) < least + ownSize) return ['insufficient fee, rejecting replacement', -26];
    return undefined;
  }
}
