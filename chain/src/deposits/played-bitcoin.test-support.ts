// A fake Bitcoin node. Tests mine its blocks and can make it answer late, partly, twice, in another form or with another block.
import { createHash } from 'node:crypto';
import { bech32, hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';

export const hashTwice = (...parts: readonly Uint8Array[]): Buffer => {
  const inner = parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  return createHash('sha256').update(inner).digest();
};
const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** The first block of the main chain (genesis block). */
export const firstBlock = {
  hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  bytes:
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
};

export interface PaidOutput {
  units: bigint;
  script: Uint8Array;
}

/** Pays to an address that starts with bc1. */
export const payToAddress = (units: bigint, address: string): PaidOutput => ({
  units,
  script: new Uint8Array([0, 20, ...bech32.fromWords(bech32.decode(address as `bc1${string}`).words.slice(1))]),
});

/** Pays to a version 0 script with twenty bytes of this value. */
export const payTo = (units: bigint, byte: number): PaidOutput => ({
  units,
  script: new Uint8Array([0, 20, ...new Uint8Array(20).fill(byte)]),
});

/** A transaction encoded by another library. Two transactions with the same `seed` spend the same output. */
export function transactionOf(seed: number, outputs: readonly PaidOutput[], isSegwit = true) {
  const raw = {
    version: 2,
    segwitFlag: isSegwit,
    inputs: [
      {
        txid: new Uint8Array(32).fill(seed),
        index: seed,
        finalScriptSig: isSegwit ? new Uint8Array() : new Uint8Array(107).fill(7),
        sequence: 0xfffffffd,
      },
    ],
    outputs: outputs.map(({ units, script }) => ({ amount: units, script })),
    lockTime: seed,
  };
  const bytes = RawTx.encode({
    ...raw,
    witnesses: isSegwit ? [[new Uint8Array(71).fill(3), new Uint8Array(33).fill(2)]] : [],
  });
  const stripped = isSegwit ? RawTx.encode({ ...raw, segwitFlag: false, witnesses: [] }) : bytes;
  return { bytes, hash: hashTwice(stripped), txid: shown(hashTwice(stripped)) };
}
export type MadeTransaction = ReturnType<typeof transactionOf>;

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0]!;
  const pairs = hashes.flatMap((left, i) => (i % 2 === 0 ? [hashTwice(left, hashes[i + 1] ?? left)] : []));
  return rootOf(pairs);
}

const countBytes = (count: number): Buffer =>
  count < 0xfd ? Buffer.from([count]) : Buffer.from([0xfd, count & 0xff, count >> 8]);

export function blockOf(parent: string, time: number, transactions: readonly MadeTransaction[]) {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(0x20000000, 0);
  Buffer.from(parent, 'hex').reverse().copy(header, 4);
  Buffer.from(rootOf(transactions.map(({ hash }) => hash))).copy(header, 36);
  header.writeUInt32LE(time, 68);
  const bytes = Buffer.concat([header, countBytes(transactions.length), ...transactions.map(({ bytes }) => bytes)]);
  return { hash: shown(hashTwice(header)), bytes };
}

/** How the node answers for a block, if the answer differs from the chain. */
export type BitcoinReading =
  | 'late'
  | 'pruned'
  | 'half'
  | 'other block'
  | 'without the last payment'
  | 'repeated payment'
  | 'other words'
  | 'repeated hash';

export class PlayedBitcoin {
  readonly blocks: { hash: string; transactions: readonly MadeTransaction[]; bytes: Buffer }[] = [];
  readonly reads = new Map<number, BitcoinReading>();
  isDownloading = false;
  /** What the next block pays to its miner, besides an output that is nobody's. */
  toMiner: readonly PaidOutput[] = [];
  #mined = 0;

  constructor() {
    this.blocks.push({ hash: firstBlock.hash, bytes: Buffer.from(firstBlock.bytes, 'hex'), transactions: [] });
  }

  mine(...transactions: readonly MadeTransaction[]): void {
    const number = this.#mined++;
    const coinbase = transactionOf(200 + (number % 50), [
      { units: 5_000_000_000n + BigInt(number), script: new Uint8Array([0x51]) },
      ...this.toMiner,
    ]);
    this.toMiner = [];
    const all = [coinbase, ...transactions];
    this.blocks.push({ ...blockOf(this.blocks.at(-1)?.hash ?? '0'.repeat(64), number, all), transactions: all });
  }

  remove(count: number): void {
    this.blocks.splice(-count);
  }

  readonly ask: AskNode = async (method, ...params) => {
    if (method === 'getnetworkinfo') return { subversion: '/Satoshi:29.0.0/' };
    if (method === 'getblockchaininfo') {
      const best = { blocks: this.blocks.length - 1, bestblockhash: this.blocks.at(-1)!.hash };
      return { chain: 'main', ...best, initialblockdownload: this.isDownloading };
    }
    if (method === 'getblockhash') return this.#hashAt(params[0] as number);
    if (method === 'getblock') return this.#bytesOf(params[0] as string);
    if (method === 'getblockheader') return this.#headerOf(params[0] as string);
    throw new NodeError(method, 'no such method', -32_601);
  };

  #hashAt(height: number): string {
    const reading = this.reads.get(height);
    const block = this.blocks[height];
    if (!block || reading === 'late') throw new NodeError('getblockhash', 'Block height out of range', -8);
    if (reading === 'repeated hash') return this.blocks[height - 1]!.hash;
    return reading === 'other words' ? `0x${block.hash}` : block.hash;
  }

  #headerOf(hash: string): object {
    const height = this.blocks.findIndex((block) => block.hash === hash);
    if (height < 0) throw new NodeError('getblockheader', 'Block not found', -5);
    return { hash, height };
  }

  #bytesOf(hash: string): string {
    const height = this.blocks.findIndex((block) => block.hash === hash);
    if (height < 0) throw new NodeError('getblock', 'Block not found', -5);
    const { bytes, transactions } = this.blocks[height]!;
    const withTransactions = (left: readonly MadeTransaction[]): string =>
      hex.encode(Buffer.concat([bytes.subarray(0, 80), countBytes(left.length), ...left.map((each) => each.bytes)]));
    switch (this.reads.get(height)) {
      case 'pruned':
        throw new NodeError('getblock', 'Block not available (pruned data)', -1);
      case 'half':
        return hex.encode(bytes.subarray(0, Math.floor(bytes.length / 2)));
      case 'other block':
        return hex.encode(this.blocks[height - 1]!.bytes);
      case 'without the last payment':
        return withTransactions(transactions.slice(0, -1));
      case 'repeated payment':
        return withTransactions([...transactions, transactions.at(-1)!]);
      default:
        return hex.encode(bytes);
    }
  }
}
