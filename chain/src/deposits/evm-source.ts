// Ethereum, and TRON, whose nodes answer the same calls with the same twenty bytes of an account. What a transaction itself pays to an
// address is seen, and what a configured token says that it moved; payments inside contracts are not, and show in the daily balances.
import { hexToBytes } from '@noble/hashes/utils.js';
import type { AssetCode } from '@candor/wire';
import { writeEthereumAddress } from '../addresses/ethereum-address.ts';
import { writeTronAddress } from '../addresses/tron-address.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import type { Block, BlockRef, Credit } from './deposit.ts';
import type { ChainSource } from './follow-chain.ts';
import type { AskNode } from '../networks/json-rpc.ts';

export interface EvmSourceOptions {
  network: 'ethereum' | 'tron';
  ask: AskNode;
  /** Contracts, 0x and forty small digits, by what they move; any other that calls itself so is not that coin. */
  tokens: ReadonlyMap<string, AssetCode>;
}

type Fields = Readonly<Record<string, unknown>>;

/** `Transfer(address,address,uint256)`, hashed. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const nativeAsset = { ethereum: 'ETH', tron: 'TRX' } as const;
const writers = { ethereum: writeEthereumAddress, tron: writeTronAddress };

export function evmSource({ network, ask, tokens }: EvmSourceOptions): ChainSource {
  const header = async (at: string): Promise<BlockRef | undefined> => {
    const found = await ask('eth_getBlockByNumber', at, false);
    return found === null ? undefined : refOf(fields(found));
  };
  return {
    async tip() {
      const found = await header('latest');
      if (!found) throw new Error(`${network}: the node has no block`);
      return found;
    },
    final: async () => header('finalized'),
    hashAt: async (height) => (await header(hex(height)))?.hash,
    async block(height) {
      const found = await ask('eth_getBlockByNumber', hex(height), true);
      const receipts = found === null ? null : await ask('eth_getBlockReceipts', hex(height));
      if (receipts === null) return undefined;
      return blockOf(fields(found), list(receipts).map(fields), { network, tokens });
    },
  };
}

/** Undefined if the receipts are of another block, as the chain has changed between the two questions. */
function blockOf(
  block: Fields,
  receipts: readonly Fields[],
  source: Pick<EvmSourceOptions, 'network' | 'tokens'>,
): Block | undefined {
  const ref = refOf(block);
  const transactions = list(block['transactions']).map(fields);
  if (receipts.some((receipt) => hash(receipt['blockHash']) !== ref.hash)) return undefined;
  const byTxid = new Map(receipts.map((receipt) => [hash(receipt['transactionHash']), receipt]));
  const credits = transactions.flatMap((transaction) => {
    const receipt = byTxid.get(hash(transaction['hash']));
    if (!receipt) throw new Error(`${source.network}: a transaction of block ${ref.hash} has no receipt`);
    return creditsOf(transaction, receipt, source);
  });
  return { ...ref, parent: hash(block['parentHash']), credits };
}

function creditsOf(
  transaction: Fields,
  receipt: Fields,
  { network, tokens }: Pick<EvmSourceOptions, 'network' | 'tokens'>,
): Credit[] {
  // A transaction that failed paid nothing but its fee.
  if (receipt['status'] !== '0x1') return [];
  const txid = hash(transaction['hash']);
  const credit = (asset: AssetCode, ordinal: number, account: string, units: bigint): Credit => ({
    txid,
    ordinal,
    asset,
    address: writers[network](hexToBytes(account)),
    units: units as BaseUnits,
  });
  const value = quantity(transaction['value']);
  const to = transaction['to'];
  const paid =
    value > 0n && to !== null && to !== undefined ? [credit(nativeAsset[network], 0, account(to), value)] : [];
  // Counted from the transaction's first log: its place among all of the block changes when another block takes it in.
  const moved = list(receipt['logs']).flatMap((each, ordinal) => {
    const log = fields(each);
    const asset = tokens.get(text(log['address']).toLowerCase());
    const topics = list(log['topics']);
    if (asset === undefined || topics[0] !== transferTopic || topics.length !== 3) return [];
    return [credit(asset, ordinal, hash(topics[2]).slice(26), BigInt(hash(log['data'])))];
  });
  return [...paid, ...moved];
}

const refOf = (block: Fields): BlockRef => {
  const height = quantity(block['number']);
  if (height > 2n ** 48n) throw new Error(`a block has the height ${height}`);
  return { height: parseInt(height.toString(), 10), hash: hash(block['hash']) };
};

const hex = (height: number): string => `0x${height.toString(16)}`;

function matching(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a node answers ${JSON.stringify(value ?? null).slice(0, 80)} where ${form.source} is expected`);
}
const text = (value: unknown): string => matching(value, /^0x[0-9a-fA-F]{40}$/);
const account = (value: unknown): string => text(value).slice(2).toLowerCase();
const hash = (value: unknown): string => matching(value, /^0x[0-9a-fA-F]{64}$/).toLowerCase();
const quantity = (value: unknown): bigint => BigInt(matching(value, /^0x[0-9a-f]{1,64}$/));

function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('a node answers no object where one is expected');
}
function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a node answers no list where one is expected');
}
