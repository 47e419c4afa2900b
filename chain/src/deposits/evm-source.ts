// Reads Ethereum through its JSON-RPC: what a transaction itself pays to an address, and what a configured token logged that it moved. Payments of
// ETH by contracts appear only in balances.
import { hexToBytes } from '@noble/hashes/utils.js';
import type { AssetCode } from '@candor/wire';
import { writeEthereumAddress } from '../addresses/ethereum-address.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import { checkReceipts } from './check-receipts.ts';
import type { Block, BlockRef, Credit, Send } from './deposit.ts';
import type { BalanceSource, ChainSource } from './chain-source.ts';
import type { AskNode } from '../networks/json-rpc.ts';
import { account, digits, fields, hash, list, quantity, text, type Fields } from './node-answers.ts';

export interface EvmSourceOptions {
  ask: AskNode;
  /** Contracts, 0x and forty small digits, by what they move; any other that calls itself so is not that coin. */
  tokens: ReadonlyMap<string, AssetCode>;
}

/** `Transfer(address,address,uint256)`, hashed. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export function evmSource({ ask, tokens }: EvmSourceOptions): ChainSource & BalanceSource {
  const header = async (at: string): Promise<BlockRef | undefined> => {
    const found = await ask('eth_getBlockByNumber', at, false);
    return found === null ? undefined : refOf(fields(found));
  };
  /** Asks a second time after "no such block": several nodes may share one URL, and the next one may have the block. */
  const askTwice: AskNode = async (...asked) => (await ask(...asked)) ?? (await ask(...asked));
  return {
    async tip() {
      const found = await header('latest');
      if (!found) throw new Error('ethereum: the node has no block');
      return found;
    },
    final: async () => header('finalized'),
    async hashAt(height) {
      const found = (await header(hex(height))) ?? (await header(hex(height)));
      // A header of another height proves nothing about this height, and must not be taken for a replaced chain.
      return found?.height === height ? found.hash : undefined;
    },
    async block(height) {
      const found = await askTwice('eth_getBlockByNumber', hex(height), true);
      const receipts = found === null ? null : await askTwice('eth_getBlockReceipts', hex(height));
      if (receipts === null) return undefined;
      return blockOf(fields(found), list(receipts).map(fields), tokens);
    },
    async balanceAt(address, { hash: blockHash }) {
      // Asks by block hash (EIP-1898): another node behind the same URL may have another block at that height.
      const at = { blockHash, requireCanonical: true };
      const [units, sentCount] = await Promise.all([
        ask('eth_getBalance', address, at),
        ask('eth_getTransactionCount', address, at),
      ]);
      return { units: quantity(units) as BaseUnits, sentCount: parseInt(quantity(sentCount).toString(), 10) };
    },
    async placeOf(txid) {
      const found = await askTwice('eth_getTransactionReceipt', txid);
      if (found === null) return undefined;
      const receipt = fields(found);
      if (hash(receipt['transactionHash']) !== txid) throw new Error('the node answers for another transaction');
      const to = receipt['to'] ?? null;
      const code = to === null ? 'made' : digits(await ask('eth_getCode', text(to), 'latest'));
      const block = refOf({ number: receipt['blockNumber'], hash: receipt['blockHash'] });
      return { block, isGood: receipt['status'] === '0x1', isToContract: code !== '' };
    },
  };
}

/** Returns undefined if the receipts are of another block (the chain changed between the two calls); throws if receipts are missing. */
function blockOf(block: Fields, receipts: readonly Fields[], tokens: EvmSourceOptions['tokens']): Block | undefined {
  const ref = refOf(block);
  const transactions = list(block['transactions']).map(fields);
  if (receipts.some((receipt) => hash(receipt['blockHash']) !== ref.hash)) return undefined;
  const ordered = checkReceipts(block, receipts);
  const credits = transactions.flatMap((transaction, place) => creditsOf(transaction, ordered[place]!, tokens));
  const sends = transactions.flatMap((transaction, place) => sendsOf(transaction, ordered[place]!));
  return { ...ref, parent: hash(block['parentHash']), credits, sends };
}

/**
 * Missing fields do not reject the block: the send is left out, and the comparison of balances then notices that the address has sent more
 * transactions than are recorded.
 */
function sendsOf(transaction: Fields, receipt: Fields): Send[] {
  const from = transaction['from'];
  const { gasUsed, effectiveGasPrice: price, blobGasUsed = '0x0', blobGasPrice = '0x0' } = receipt;
  if (from === undefined || gasUsed === undefined || price === undefined) return [];
  const fee = quantity(gasUsed) * quantity(price) + quantity(blobGasUsed) * quantity(blobGasPrice);
  const value = receipt['status'] === '0x1' ? quantity(transaction['value']) : 0n;
  const address = writeEthereumAddress(hexToBytes(account(from)));
  return [{ txid: hash(transaction['hash']), address, units: (value + fee) as BaseUnits }];
}

function creditsOf(transaction: Fields, receipt: Fields, tokens: EvmSourceOptions['tokens']): Credit[] {
  // A transaction that failed paid nothing but its fee.
  if (receipt['status'] !== '0x1') return [];
  const txid = hash(transaction['hash']);
  const credit = (asset: AssetCode, ordinal: number, account: string, units: bigint): Credit => ({
    txid,
    ordinal,
    asset,
    address: writeEthereumAddress(hexToBytes(account)),
    units: units as BaseUnits,
  });
  const value = quantity(transaction['value']);
  const to = transaction['to'];
  const paid = value > 0n && to !== null && to !== undefined ? [credit('ETH', 0, account(to), value)] : [];
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
