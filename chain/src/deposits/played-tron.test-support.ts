// A fake TRON node. Tests mine its blocks and can make it answer late, partly, in another form or with another block. Its bytes are written by
// an encoder of its own.
import { createHash } from 'node:crypto';
import { base58check } from '@scure/base';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { firstTronBlock } from './tron-real-blocks.test-support.ts';

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const { encode, decode } = base58check((of: Uint8Array) => sha256(of));

/** Twenty bytes of this value, as nodes show accounts: 41 and forty digits. */
export const accountHex = (byte: number): string => `41${byte.toString(16).padStart(2, '0').repeat(20)}`;
export const base58Of = (account: string): string => encode(unhex(account));
export const hexOf = (address: string): string => hex(decode(address));

const varint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)];
/** A field with a number, even if that is 0. */
export const number = (field: number, value: bigint | number): Buffer =>
  Buffer.from([...varint(BigInt(field) * 8n), ...varint(BigInt(value))]);
/** A field with bytes, even if there are none. */
export const bytes = (field: number, ...parts: readonly Uint8Array[]): Buffer => {
  const whole = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([...varint(BigInt(field) * 8n + 2n), ...varint(BigInt(whole.length))]), whole]);
};

/** Contract of USDT in tests. */
export const usdt = accountHex(0x77);
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (digits: string): string => digits.padStart(64, '0');

export interface ShownLog {
  address: string;
  topics?: string[];
  data?: string;
}

export interface MadeTransaction {
  raw: Buffer;
  txid: string;
  signature: string;
  ret: Record<string, unknown>;
  retBytes: Buffer;
  info: { receipt: Record<string, unknown>; log?: ShownLog[]; result?: string };
  /** Bytes after the known fields, which JSON does not show. */
  hidden?: Buffer;
}

/** A transaction with one contract. `seed` makes its txid unique. */
export function transactionOf(seed: number, kind: { type: number; name: string; value: Uint8Array }): MadeTransaction {
  const any = [bytes(1, Buffer.from(`type.googleapis.com/protocol.${kind.name}`)), bytes(2, kind.value)];
  const raw = Buffer.concat([
    bytes(1, Buffer.from([seed >> 8, seed & 0xff])),
    bytes(11, number(1, kind.type), bytes(2, ...any)),
  ]);
  return {
    raw,
    txid: hex(sha256(raw)),
    signature: hex(Buffer.alloc(65, seed & 0xff)),
    ret: { contractRet: 'SUCCESS' },
    retBytes: number(3, 1),
    info: { receipt: { net_usage: 268 } },
  };
}

export const sendsTrx = (seed: number, to: string, sun: bigint, from = accountHex(1)): MadeTransaction =>
  transactionOf(seed, {
    type: 1,
    name: 'TransferContract',
    value: Buffer.concat([bytes(1, unhex(from)), bytes(2, unhex(to)), number(3, sun)]),
  });

/** A transfer of a TRC10 coin, which has the fields of a transfer of TRX moved by one. */
export const sendsAsset = (seed: number, to: string, amount: bigint): MadeTransaction =>
  transactionOf(seed, {
    type: 2,
    name: 'TransferAssetContract',
    value: Buffer.concat([
      bytes(1, Buffer.from('USDT')),
      bytes(2, unhex(to)),
      bytes(3, unhex(to)),
      number(4, amount),
      number(3, amount),
    ]),
  });

export const transferLog = (to: string, units: bigint, contract = usdt): ShownLog => ({
  address: contract.slice(2),
  topics: [transferTopic, word(accountHex(1).slice(2)), word(to.slice(2))],
  data: word(units.toString(16)),
});

/** A call of a contract, with what it logged. A call without data is not one of `transfer`. */
export function calls(
  seed: number,
  contract: string,
  { logs = [], data = '' }: { logs?: ShownLog[]; data?: string },
): MadeTransaction {
  const value = [bytes(1, unhex(accountHex(1))), bytes(2, unhex(contract)), bytes(4, unhex(data))];
  const made = transactionOf(seed, { type: 31, name: 'TriggerSmartContract', value: Buffer.concat(value) });
  return { ...made, info: { receipt: { energy_usage: 13_000, result: 'SUCCESS' }, log: logs } };
}

export const sendsUsdt = (seed: number, to: string, units: bigint): MadeTransaction =>
  calls(seed, usdt, {
    logs: [transferLog(to, units)],
    data: `a9059cbb${word(to.slice(2))}${word(units.toString(16))}`,
  });

/** The same transaction, reverted. `keepsLogs` is what no node should show. */
export const reverted = (made: MadeTransaction, keepsLogs = false): MadeTransaction => ({
  ...made,
  ret: { contractRet: 'REVERT' },
  retBytes: number(3, 2),
  info: {
    receipt: { ...made.info.receipt, result: 'REVERT' },
    result: 'FAILED',
    ...(keepsLogs && made.info.log && { log: made.info.log }),
  },
});

interface MadeBlock {
  shown: { blockID: string; block_header: { raw_data: Record<string, unknown> }; transactions?: unknown[] };
  made: readonly MadeTransaction[];
}

const leafOf = ({ raw, signature, retBytes, hidden }: MadeTransaction): Buffer =>
  sha256(bytes(1, raw), bytes(2, unhex(signature)), bytes(5, retBytes), hidden ?? Buffer.alloc(0));

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length < 2) return hashes[0] ?? Buffer.alloc(32);
  return rootOf(
    hashes.flatMap((left, i) =>
      i % 2 > 0 ? [] : hashes[i + 1] === undefined ? [left] : [sha256(left, hashes[i + 1]!)],
    ),
  );
}

function blockOf(
  height: number,
  parent: string,
  { time, made }: { time: number; made: readonly MadeTransaction[] },
): MadeBlock {
  const root = rootOf(made.map(leafOf));
  const witness = accountHex(0xee);
  const header = [number(1, time), bytes(2, root), bytes(3, unhex(parent)), ...(height > 0 ? [number(7, height)] : []), bytes(9, unhex(witness)), number(10, 34)]; // oxfmt-ignore
  const blockID = height.toString(16).padStart(16, '0') + hex(sha256(...header)).slice(16);
  const raw_data = { number: height, txTrieRoot: hex(root), witness_address: witness, parentHash: parent, version: 34, timestamp: time }; // oxfmt-ignore
  const transactions = made.map(({ raw, txid, signature, ret }) => ({
    ret: [ret],
    signature: [signature],
    txID: txid,
    raw_data_hex: hex(raw),
  }));
  return { made, shown: { blockID, block_header: { raw_data }, ...(made.length > 0 && { transactions }) } };
}

/** The first block of a chain that is not the main one. */
export const otherFirstBlock: MadeBlock = blockOf(0, '00'.repeat(32), { time: 1, made: [] });

/** How the node answers for a block, if the answer differs from the chain. */
export type TronReading =
  | 'late'
  | 'other header'
  | 'other txid'
  | 'without the last payment'
  | 'no infos'
  | 'half of the infos'
  | 'repeated infos'
  | 'infos of another block'
  | 'infos of another time'
  | 'without logs'
  | 'other result'
  | 'other words'
  | 'repeated block'
  | 'visible'
  | 'text';

export class PlayedTron {
  readonly blocks: MadeBlock[];
  readonly reads = new Map<number, TronReading>();
  /** Number of blocks by which the newest final block is below the newest block. */
  finalBelow = 0;
  /** False for the port of a node that serves `wallet` alone. */
  servesSolidity = true;
  #mined = 0;

  constructor(first: MadeBlock = { shown: firstTronBlock, made: [] }) {
    this.blocks = [first];
  }

  mine(...made: readonly MadeTransaction[]): void {
    const time = 1_800_000_000_000 + 3_000 * this.#mined++;
    this.blocks.push(blockOf(this.blocks.length, this.blocks.at(-1)!.shown.blockID, { time, made }));
  }

  mineEmpty(count: number): void {
    for (let mined = 0; mined < count; mined++) this.mine();
  }

  remove(count: number): void {
    this.blocks.splice(-count);
  }

  readonly ask: AskNode = async (path, sent = {}) => {
    const { num = 0 } = sent as { num?: number };
    const final = this.blocks.at(-1 - this.finalBelow);
    if (path === 'wallet/getnowblock') return this.blocks.at(-1)!.shown;
    if (path === 'wallet/getblockbynum') return this.#blockAt(num);
    if (path === 'wallet/gettransactioninfobyblocknum') return this.#infosAt(num);
    if (path === 'walletsolidity/getnowblock' && this.servesSolidity) return final?.shown ?? {};
    if (path === 'wallet/getnodeinfo') {
      const of = final ?? this.blocks[0]!;
      const solidityBlock = `Num:${this.blocks.indexOf(of)},ID:${of.shown.blockID}`;
      return { solidityBlock, configNodeInfo: { codeVersion: '4.8.0' } };
    }
    throw new NodeError('http', 'the node answers 404', 404);
  };

  #blockAt(height: number): unknown {
    const reading = this.reads.get(height);
    const block = this.blocks[reading === 'repeated block' ? height - 1 : height];
    if (!block || reading === 'late') return {};
    const { shown } = block;
    const raw = shown.block_header.raw_data;
    const withHeader = (raw_data: object) => ({ ...shown, block_header: { raw_data } });
    const transactions = shown.transactions ?? [];
    switch (reading) {
      case 'other header':
        return withHeader({ ...raw, timestamp: 5 });
      case 'visible':
        return withHeader({ ...raw, witness_address: base58Of(raw['witness_address'] as string) });
      case 'text':
        return withHeader({ ...raw, number: String(raw['number']), timestamp: String(raw['timestamp']) });
      case 'other words':
        return { ...shown, blockID: `0x${shown.blockID}` };
      case 'without the last payment':
        return { ...shown, transactions: transactions.slice(0, -1) };
      case 'other txid':
        return { ...shown, transactions: transactions.map((each) => ({ ...(each as object), txID: shown.blockID })) };
      default:
        return shown;
    }
  }

  #infosAt(height: number): unknown {
    const block = this.blocks[height];
    if (height === 0 || !block) return {};
    const { raw_data } = block.shown.block_header;
    const of = { blockNumber: height, blockTimeStamp: raw_data['timestamp'] as number };
    const infos = block.made.map(({ txid, info }) => ({ id: txid, ...of, ...info }));
    switch (this.reads.get(height)) {
      case 'no infos':
        return {};
      case 'half of the infos':
        return infos.slice(1);
      case 'without the last payment':
        return infos.slice(0, -1);
      case 'repeated infos':
        return infos.map(() => infos[0]!);
      case 'infos of another block':
        return infos.map((info) => ({ ...info, blockNumber: height - 1 }));
      case 'infos of another time':
        return infos.map((info) => ({ ...info, blockTimeStamp: of.blockTimeStamp + 3_000 }));
      case 'without logs':
        return infos.map(({ log: _, ...info }) => info);
      case 'other result':
        return infos.map((info) => ({ ...info, receipt: {} }));
      case 'visible':
        return infos.map(({ log = [], ...info }) => ({ ...info, log: log.map((each) => ({ ...each, address: base58Of(`41${each.address}`) })) })); // oxfmt-ignore
      case 'text':
        return infos.map((info) => ({ ...info, blockNumber: String(height), blockTimeStamp: String(of.blockTimeStamp) })); // oxfmt-ignore
      default:
        return infos;
    }
  }
}
