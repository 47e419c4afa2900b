// What a payer asks a node of Bitcoin: the fee of the moment, and to send. Which block has a transaction is not asked here: a node without an
// index of transactions can't tell, and whoever reads every block knows.
import type { AskNode } from '../networks/json-rpc.ts';
import { NodeError } from '../networks/json-rpc.ts';
import { txidOfBytes } from './bitcoin-psbt.ts';

export interface BitcoinSender {
  /** Returns the rate for a block within the next hour, in satoshis for 1,000 virtual bytes. */
  feeRate(): Promise<bigint>;
  /** Sends the bytes, any number of times. Rejects unless the node then has the transaction in its mempool or in a block. */
  send(signed: string): Promise<void>;
}

const blocksTarget = 6;
export const feeRates = {
  /** Nodes relay nothing below one satoshi for each virtual byte. */
  floor: 1_000n,
  /** Above it, waiting is cheaper. */
  cap: 1_000_000n,
  /** Used if the node has seen too few blocks for an estimate. A payment that waits is replaced with a higher fee. */
  unknown: 10_000n,
};
/** Nobody has ever paid as much (0.1 BTC for 1,000 virtual bytes): the answer is in another unit. Bitcoin Core sends nothing above it either. */
const rateInOtherUnit = 10_000_000;
const satoshisOfCoin = 100_000_000;

export function bitcoinSender(ask: AskNode): BitcoinSender {
  return {
    async feeRate() {
      const { feerate } = fields(await ask('estimatesmartfee', blocksTarget));
      // Some nodes answer -1, or no field, when they have no estimate.
      if (feerate === undefined || feerate === null || feerate === -1) return feeRates.unknown;
      if (typeof feerate !== 'number' || !Number.isFinite(feerate) || feerate <= 0) throw new Error(noRate);
      const rate = Math.ceil(Math.round(feerate * satoshisOfCoin * 1_000) / 1_000);
      if (rate > rateInOtherUnit) throw new Error(noRate);
      return between(BigInt(rate), feeRates);
    },
    async send(signed) {
      const txid = await txidOfBytes(signed);
      let refused: NodeError | undefined;
      try {
        await ask('sendrawtransaction', signed);
      } catch (error) {
        // Each node program has its own words for a transaction that it has already, so the node is asked whether it has it.
        if (!(error instanceof NodeError)) throw error;
        refused = error;
      }
      // Some node programs answer with the txid also if their mempool refused the transaction.
      if (await isKnown(ask, txid)) return;
      throw refused ?? new NodeError('sendrawtransaction', 'the node does not have what it was sent');
    },
  };
}

const noRate = 'the node gives no rate of fees that could be one';

/** A payment has one or two outputs; while one of them is unspent, a node finds its transaction in the mempool or in a block. */
const outputsOfPayment = [0, 1];

async function isKnown(ask: AskNode, txid: string): Promise<boolean> {
  if (await isAnswered(ask, 'getmempoolentry', txid)) return true;
  for (const vout of outputsOfPayment) if (await isAnswered(ask, 'gettxout', txid, vout, true)) return true;
  return false;
}

async function isAnswered(ask: AskNode, method: string, ...params: readonly unknown[]): Promise<boolean> {
  try {
    const found = await ask(method, ...params);
    return found !== null && fields(found) !== undefined;
  } catch (error) {
    if (error instanceof NodeError) return false;
    throw error;
  }
}

const between = (rate: bigint, { floor, cap }: { floor: bigint; cap: bigint }): bigint =>
  rate < floor ? floor : rate > cap ? cap : rate;

function fields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never;
  throw new Error('a node answers no object where one is expected');
}
