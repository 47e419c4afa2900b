// Calls of Bitcoin Core's JSON-RPC that readers and senders use, answered from bcoin's chain and mempool. bcoin's own calls differ: other
// parameters, other error codes, and a transaction id for what it refused.
import { NodeFault, faults } from './node-fault.ts';
import { backwards, type BcoinEntry, type BcoinTransaction } from './bcoin-parts.ts';
import type { BcoinNode } from './open-bcoin.ts';
import { sendToMempool } from './send-to-mempool.ts';

export type CoreCalls = Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>;

/** What the node calls itself; people read it. */
export const devNodeName = 'bcoin 1.0.2 in regtest (real validation)';
const satoshis = 1e8;
/** In bitcoins for 1,000 virtual bytes. Nobody else fills blocks of this chain, so there is nothing to estimate from. */
const feeRate = 0.0001;
const feeRateMax = 0.1;

export const answerAsCore = (node: BcoinNode): CoreCalls => ({
  ...blockCalls(node),
  ...outputCalls(node),
  ...mempoolCalls(node),
});

function blockCalls(node: BcoinNode): CoreCalls {
  const { chain } = node;
  return {
    getblockchaininfo: async () => ({
      chain: 'regtest',
      blocks: chain.height,
      headers: chain.height,
      bestblockhash: chain.tip.rhash(),
      initialblockdownload: false,
      pruned: false,
    }),
    getnetworkinfo: async () => ({ version: 10_002, subversion: devNodeName, connections: 0, relayfee: 0.00001 }),
    getblockcount: async () => chain.height,
    async getblockhash([height]) {
      if (!Number.isSafeInteger(height)) throw new NodeFault(faults.type, 'the height is no whole number');
      const isThere = (height as number) >= 0 && (height as number) <= chain.height;
      const found = isThere ? await chain.getHash(height as number) : null;
      return backwards(found ?? fail(faults.parameter, 'Block height out of range'));
    },
    async getblockheader([hash, isVerbose = true]) {
      const entry = await entryOf(node, hash);
      if (isVerbose === false) return (await bytesOf(node, entry)).subarray(0, 80).toString('hex');
      return headerOf(node, entry);
    },
    async getblock([hash, verbosity = 1]) {
      const entry = await entryOf(node, hash);
      if (verbosity === 0 || verbosity === false) return (await bytesOf(node, entry)).toString('hex');
      if (verbosity !== 1 && verbosity !== true)
        return fail(faults.parameter, 'only verbosity 0 and 1 are served here');
      const block = (await chain.getBlock(entry.hash)) ?? fail(faults.misc, 'Block not available');
      return { ...(await headerOf(node, entry)), tx: block.txs.map((each) => each.txid()) };
    },
    async invalidateblock([hash]) {
      const { height } = await entryOf(node, hash);
      await node.inTurn(() => takeBack(node, height, hashOf(hash)));
      return null;
    },
  };
}

function outputCalls({ chain, mempool }: BcoinNode): CoreCalls {
  return {
    async gettxout([txid, index, withMempool = true]) {
      const [hash, output] = [hashOf(txid), indexOf(index)];
      const isSpentUnmined = withMempool !== false && mempool.getSpent(hash, output) !== null;
      const unmined = withMempool === false ? null : mempool.getCoin(hash, output);
      const coin = isSpentUnmined ? null : (unmined ?? (await chain.db.getCoin(hash, output)));
      if (!coin) return null;
      return {
        bestblock: chain.tip.rhash(),
        confirmations: coin.height < 0 ? 0 : chain.height - coin.height + 1,
        value: coin.value / satoshis,
        scriptPubKey: { hex: coin.script.toRaw().toString('hex') },
        coinbase: coin.coinbase,
      };
    },
    async getrawtransaction([txid, verbosity = 0]) {
      const hash = hashOf(txid);
      const unmined = mempool.getEntry(hash);
      const mined = unmined ? null : await chain.db.getMeta(hash);
      const transaction = unmined?.tx ?? mined?.tx ?? fail(faults.unknown, 'No such mempool or blockchain transaction');
      const bytes = transaction.toRaw().toString('hex');
      if (verbosity === 0 || verbosity === false) return bytes;
      const described = { ...describe(transaction), hex: bytes };
      if (!mined) return described;
      return {
        ...described,
        blockhash: backwards(mined.block),
        confirmations: chain.height - mined.height + 1,
        blocktime: mined.time,
      };
    },
  };
}

function mempoolCalls(node: BcoinNode): CoreCalls {
  const { mempool, modules } = node;
  async function send(bytes: Buffer, rateMax: number): Promise<string> {
    const transaction = decode(() => modules.transaction.fromRaw(bytes));
    await node.inTurn(() => sendToMempool(node, transaction, rateMax));
    return transaction.txid();
  }
  return {
    async getmempoolentry([txid]) {
      const entry = mempool.getEntry(hashOf(txid)) ?? fail(faults.unknown, 'Transaction not in mempool');
      const { tx, time, height } = entry;
      return {
        vsize: tx.getVirtualSize(),
        weight: tx.getWeight(),
        time,
        height,
        fees: { base: entry.getFee() / satoshis },
        'bip125-replaceable': true,
      };
    },
    getrawmempool: async () => mempool.getHistory().map((each) => each.txid()),
    gettxspendingprevout: async ([outputs]) =>
      (Array.isArray(outputs) ? outputs : fail(faults.type, 'outputs are a list')).map((each) => {
        const { txid, vout } = (each ?? {}) as { txid?: unknown; vout?: unknown };
        const spender = mempool.getSpent(hashOf(txid), indexOf(vout));
        return { txid, vout, ...(spender ? { spendingtxid: spender.tx.txid() } : {}) };
      }),
    estimatesmartfee: async ([blocks]) => ({ feerate: feeRate, blocks }),
    async sendrawtransaction([digits, rateMax = feeRateMax]) {
      const isHex = typeof digits === 'string' && /^(?:[0-9a-f]{2})+$/i.test(digits);
      if (!isHex) throw new NodeFault(faults.undecodable, 'TX decode failed');
      const limit = typeof rateMax === 'number' ? rateMax : fail(faults.type, 'the limit of the fee is no number');
      return send(Buffer.from(digits, 'hex'), limit);
    },
  };
}

async function entryOf({ chain }: BcoinNode, hash: unknown): Promise<BcoinEntry> {
  return (await chain.getEntry(hashOf(hash))) ?? fail(faults.unknown, 'Block not found');
}

/** Disconnects the blocks from this one on; the mempool takes their transactions again, unless it is empty. Does nothing off the main chain. */
async function takeBack({ chain }: BcoinNode, height: number, hash: string): Promise<void> {
  if ((await chain.getHash(height)) !== hash) return;
  while (chain.height >= height) await chain.disconnect(chain.tip);
}

const bytesOf = async ({ chain }: BcoinNode, { hash }: BcoinEntry): Promise<Buffer> =>
  ((await chain.getBlock(hash)) ?? fail(faults.misc, 'Block not available')).toRaw();

async function headerOf({ chain }: BcoinNode, entry: BcoinEntry) {
  const isMain = await chain.isMainChain(entry);
  const next = isMain && entry.height < chain.height ? await chain.getHash(entry.height + 1) : null;
  return {
    hash: entry.rhash(),
    confirmations: isMain ? chain.height - entry.height + 1 : -1,
    height: entry.height,
    version: entry.version,
    merkleroot: backwards(entry.merkleRoot),
    time: entry.time,
    mediantime: await chain.getMedianTime(entry),
    nonce: entry.nonce,
    bits: entry.bits.toString(16).padStart(8, '0'),
    ...(entry.height > 0 ? { previousblockhash: backwards(entry.prevBlock) } : {}),
    ...(next ? { nextblockhash: backwards(next) } : {}),
  };
}

const describe = (transaction: BcoinTransaction) => ({
  txid: transaction.txid(),
  vsize: transaction.getVirtualSize(),
  weight: transaction.getWeight(),
  vin: transaction.inputs.map(({ prevout }) => ({ txid: backwards(prevout.hash), vout: prevout.index })),
  vout: transaction.outputs.map(({ value, script }, n) => ({
    value: value / satoshis,
    n,
    scriptPubKey: { hex: script.toRaw().toString('hex') },
  })),
});

const hashOf = (id: unknown): string =>
  typeof id === 'string' && /^[0-9a-f]{64}$/i.test(id)
    ? backwards(id.toLowerCase())
    : fail(faults.parameter, 'a hash has 64 hexadecimal digits');

const indexOf = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : fail(faults.type, 'no index of an output');

function decode<Decoded>(read: () => Decoded): Decoded {
  try {
    return read();
  } catch {
    throw new NodeFault(faults.undecodable, 'TX decode failed');
  }
}

function fail(code: number, message: string): never {
  throw new NodeFault(code, message);
}
