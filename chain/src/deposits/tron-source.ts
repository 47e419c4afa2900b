// Reads TRON through the HTTP API of java-tron. TRX is what a transaction itself pays, USDT what the configured contract logged. TRX that
// contracts pay is not seen. TRC10 coins are no coins of ours, whatever their name.
import { bytesToHex } from '@noble/hashes/utils.js';
import { writeTronAddress } from '../addresses/tron-address.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import type { ChainSource } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Block, BlockRef, Credit } from './deposit.ts';
import { fields, matching, type Fields } from './node-answers.ts';
import { accountOf, addressBytes, heightOf } from './tron-answers.ts';
import { readTronBlock, readTronHeader, type TronBlock, type TronTransaction } from './tron-block.ts';
import { orderInfos, transfersIn } from './tron-transfers.ts';

export interface TronSourceOptions {
  ask: AskNode;
  /** Address of the contract of USDT, in base 58 or as hexadecimal digits. */
  usdt: string;
}

/** Status of a path that a node does not serve. */
const notServed = 404;

export function tronSource({ ask, usdt }: TronSourceOptions): ChainSource {
  const contract = accountOf(addressBytes(usdt));
  if (contract === undefined) throw new Error('tron: the contract of USDT is no address');
  const blockAt = async (height: number): Promise<Fields | undefined> =>
    found(await ask('wallet/getblockbynum', { num: height, visible: false }));
  /** Asks a second time after "no such block": several nodes may share one URL, and the next one may have the block. */
  const blockAtTwice = async (height: number): Promise<Fields | undefined> =>
    (await blockAt(height)) ?? (await blockAt(height));
  return {
    async tip() {
      const block = found(await ask('wallet/getnowblock', { visible: false }));
      if (!block) throw new Error('tron: the node has no block');
      return refOf(block);
    },
    final: async () => solidRef(ask),
    async hashAt(height) {
      const block = await blockAtTwice(height);
      // A header of another height proves nothing about this height, and must not be taken for a replaced chain.
      const ref = block && refOf(block);
      return ref?.height === height ? ref.hash : undefined;
    },
    async block(height) {
      const shown = await blockAtTwice(height);
      if (!shown) return undefined;
      const block = readTronBlock(shown);
      const infos = await ask('wallet/gettransactioninfobyblocknum', { num: block.height, visible: false });
      return blockOf(block, infos, bytesToHex(contract));
    },
  };
}

/** Returns the id of the first block, which names the chain. */
export async function firstTronBlockOf(ask: AskNode): Promise<string> {
  const { height, hash } = refOf(fields(await ask('wallet/getblockbynum', { num: 0, visible: false })));
  if (height !== 0) throw new Error('tron: the node answers another block for the first one');
  return hash;
}

/** Nodes answer `{}` for what they do not have. */
function found(answer: unknown): Fields | undefined {
  const block = fields(answer);
  return Object.keys(block).length === 0 ? undefined : block;
}

function refOf(block: Fields): BlockRef {
  const { height, hash } = readTronHeader(block);
  return { height, hash };
}

/** A node without a proxy serves `walletsolidity` on another port, but its description of itself names the final block too. */
async function solidRef(ask: AskNode): Promise<BlockRef | undefined> {
  try {
    const block = found(await ask('walletsolidity/getnowblock', { visible: false }));
    return block && refOf(block);
  } catch (error) {
    if (!(error instanceof NodeError && error.code === notServed)) throw error;
  }
  const { solidityBlock } = fields(await ask('wallet/getnodeinfo'));
  const [, height, hash] = /^Num:(\d+),ID:([0-9a-f]{64})$/.exec(matching(solidityBlock, /^Num:\d+,ID:[0-9a-f]{64}$/))!;
  return { height: heightOf(height), hash: hash! };
}

/** Returns undefined if the infos are of another block (the chain changed between the two calls). Throws UnprovenBlockError if infos are missing. */
function blockOf(block: TronBlock, infos: unknown, usdt: string): Block | undefined {
  const { height, hash, parent, transactions, isRootProven } = block;
  const ordered = orderInfos(block, infos);
  if (ordered === 'of another block') return undefined;
  const credits = transactions.flatMap((transaction, place) => {
    if (!transaction.isGood) return [];
    const deny = (what: string): never => {
      throw new UnprovenBlockError(`block ${hash}: ${transaction.txid} ${what}`);
    };
    return [...trxPaid(transaction), ...transfersIn(transaction, ordered[place]!, { usdt, deny })];
  });
  return { height, hash, parent, credits, ...(!isRootProven && { isUnproven: true }) };
}

/** TRX that the transaction itself pays: message TransferContract. */
function trxPaid({ txid, contract }: TronTransaction): Credit[] {
  if (contract?.kind !== 'TransferContract') return [];
  const account = accountOf(contract.value.bytes(2));
  const units = contract.value.number(3);
  if (account === undefined || units <= 0n) return [];
  return [{ txid, ordinal: 0, asset: 'TRX', address: writeTronAddress(account), units: units as BaseUnits }];
}
