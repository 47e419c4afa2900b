// Reads Bitcoin through the JSON-RPC of Bitcoin Core 25 or newer. Only outputs to the hash of a public key (P2WPKH) are read, because all
// addresses that we give out have this form. Bitcoin has no final blocks.
import { bech32, hex } from '@scure/base';
import type { BaseUnits } from '../networks/amounts.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { readBitcoinBlock, type BitcoinBlock, type BitcoinOutput, type BitcoinTransaction } from './bitcoin-block.ts';
import type { Block, Credit } from './deposit.ts';
import type { ChainSource } from './chain-source.ts';
import { fields, matching } from './node-answers.ts';

export interface BitcoinSourceOptions {
  ask: AskNode;
  /** Prefix of addresses: `bc` on the main chain, `bcrt` on a test chain. */
  prefix: string;
}

/** Error codes: height above the tip (`RPC_INVALID_PARAMETER`), unknown hash (`RPC_INVALID_ADDRESS_OR_KEY`), missing data (`RPC_MISC_ERROR`). */
const noSuchBlock = { height: -8, hash: -5, bytes: -1 };

export function bitcoinSource({ ask, prefix }: BitcoinSourceOptions): ChainSource {
  const { hashAt, blockAt } = bitcoinBlocks(ask);
  const newCoins = new Map<string, BitcoinTransaction>();
  const readAt = async (height: number): Promise<BitcoinBlock | undefined> => {
    const block = await blockAt(height);
    if (block) keep(newCoins, block);
    return block;
  };
  /** Returns the transaction that pays the new coins of a block. Blocks are read in order, so it is mostly known already. */
  const newCoinsAt = async (height: number): Promise<BitcoinTransaction | undefined> => {
    const of = await hashAt(height);
    return of === undefined ? undefined : (newCoins.get(of) ?? (await readAt(height))?.transactions[0]);
  };
  return {
    async tip() {
      const found = fields(await ask('getblockchaininfo'));
      return { height: heightOf(found['blocks']), hash: hash(found['bestblockhash']) };
    },
    final: async () => undefined,
    hashAt,
    async block(height) {
      const block = await readAt(height);
      const mature = height < newCoinsWait ? undefined : await newCoinsAt(height - newCoinsWait);
      if (!block || (height >= newCoinsWait && !mature)) return undefined;
      return blockOf(height, { block, mature, prefix });
    },
  };
}

export interface BitcoinBlocks {
  hashAt: (height: number) => Promise<string | undefined>;
  /** Returns undefined if the node lacks the block. Throws UnprovenBlockError if the transactions do not make the root of its header. */
  blockAt: (height: number) => Promise<BitcoinBlock | undefined>;
}

/** Reads whole blocks, with what each transaction spends and all that it pays. */
export function bitcoinBlocks(ask: AskNode): BitcoinBlocks {
  /** A node that returns the block of another height lags: the block itself contains its height. */
  const hashAt = (height: number): Promise<string | undefined> =>
    unlessMissing([noSuchBlock.height, noSuchBlock.hash], async () => {
      const found = hash(await ask('getblockhash', height));
      const header = fields(await ask('getblockheader', found, true));
      return hash(header['hash']) === found && heightOf(header['height']) === height ? found : undefined;
    });
  const bytesOf = (of: string): Promise<string | undefined> =>
    unlessMissing([noSuchBlock.hash, noSuchBlock.bytes], async () => digits(await ask('getblock', of, 0)));
  return {
    hashAt,
    async blockAt(height) {
      const of = await hashAt(height);
      const bytes = of === undefined ? undefined : await bytesOf(of);
      return bytes === undefined ? undefined : readBitcoinBlock(hex.decode(bytes), of!);
    },
  };
}

/**
 * New coins, which the first transaction of a block pays to its miner, can't be spent for a hundred blocks. They vanish for good with a block that
 * is replaced. So they count as paid in the block in which they can be spent.
 */
const newCoinsWait = 100;

/** Keeps the first transaction of the newest blocks, with room for those that were replaced. */
function keep(newCoins: Map<string, BitcoinTransaction>, { hash: of, transactions }: BitcoinBlock): void {
  newCoins.set(of, transactions[0]!);
  const [oldest] = newCoins.keys();
  if (newCoins.size > 2 * newCoinsWait) newCoins.delete(oldest!);
}

/** `mature` pays the new coins that can be spent from this block on; undefined for the first blocks of the chain. */
function blockOf(
  height: number,
  { block, mature, prefix }: { block: BitcoinBlock; mature: BitcoinTransaction | undefined; prefix: string },
): Block {
  const { hash, parent, transactions } = block;
  const paying = [...(mature ? [mature] : []), ...transactions.slice(1)];
  const credits = paying.flatMap((each) => creditsOf(each, prefix));
  const inputs = transactions.flatMap(({ txid, inputs: spent }) => spent.map((of) => ({ txid, of })));
  return { height, hash, parent, credits, inputs };
}

const creditsOf = ({ txid, outputs }: BitcoinTransaction, prefix: string): Credit[] =>
  outputs.flatMap((output, ordinal): Credit[] => {
    const address = addressOf(output, prefix);
    if (address === undefined) return [];
    return [{ txid, ordinal, asset: 'BTC', address, units: output.units as BaseUnits }];
  });

/** Returns the program of a version 0 script with 20 bytes; undefined for any other script (BIP141). */
function addressOf({ script }: BitcoinOutput, prefix: string): string | undefined {
  if (script.length !== 22 || script[0] !== 0 || script[1] !== 20) return undefined;
  return bech32.encode(prefix, [0, ...bech32.toWords(script.subarray(2))]);
}

/** Returns undefined if the node answers with one of these error codes. */
async function unlessMissing<Found>(codes: readonly number[], ask: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeError && error.code !== undefined && codes.includes(error.code)) return undefined;
    throw error;
  }
}

const hash = (value: unknown): string => matching(value, /^[0-9a-f]{64}$/);
const digits = (value: unknown): string => matching(value, /^(?:[0-9a-f]{2}){81,}$/);

function heightOf(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new Error('the node does not say at which height a block is');
}
