// Reads Bitcoin through the JSON-RPC of Bitcoin Core 25 or newer. Only outputs to the hash of a public key (P2WPKH) are read, because all
// addresses that we give out have this form. Bitcoin has no final blocks.
import { bech32, hex } from '@scure/base';
import type { BaseUnits } from '../networks/amounts.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { readBitcoinBlock, type BitcoinBlock, type BitcoinOutput } from './bitcoin-block.ts';
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
  return {
    async tip() {
      const found = fields(await ask('getblockchaininfo'));
      return { height: heightOf(found['blocks']), hash: hash(found['bestblockhash']) };
    },
    final: async () => undefined,
    hashAt,
    async block(height) {
      const found = await blockAt(height);
      return found && blockOf(height, found, prefix);
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

function blockOf(height: number, { hash, parent, transactions }: BitcoinBlock, prefix: string): Block {
  const credits = transactions.flatMap(({ txid, outputs }) =>
    outputs.flatMap((output, ordinal): Credit[] => {
      const address = addressOf(output, prefix);
      if (address === undefined) return [];
      return [{ txid, ordinal, asset: 'BTC', address, units: output.units as BaseUnits }];
    }),
  );
  const inputs = transactions.flatMap(({ txid, inputs: spent }) => spent.map((of) => ({ txid, of })));
  return { height, hash, parent, credits, inputs };
}

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
