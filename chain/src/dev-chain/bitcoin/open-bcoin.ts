// bcoin as a regtest node without peers: its chain on disk, its mempool, and a miner that pays to one key.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bitcoinPrefixes } from '../../addresses/bitcoin-address.ts';
import { requireBcoin } from './install-bcoin.ts';
import { loadBcoin, type BcoinChain, type BcoinMempool, type BcoinModules } from './bcoin-parts.ts';

export interface BcoinNode {
  modules: BcoinModules;
  chain: BcoinChain;
  mempool: BcoinMempool;
  addBlock(): Promise<void>;
  /** Runs one after the other what changes mempool or chain: each looks at them first. */
  inTurn<Done>(work: () => Promise<Done>): Promise<Done>;
  /** Resolves when the chain can't go on, as with a full disk. */
  failed: Promise<void>;
}

const lockedWaits = { tries: 40, ms: 250 };

/** `address` returns what the miner is paid to, once the modules are there. */
export async function openBcoin(directory: string, address: (modules: BcoinModules) => string): Promise<BcoinNode> {
  const modules = loadBcoin(await requireBcoin());
  // bcoin's own prefix for regtest is `rb`, which no other program reads.
  modules.networks.regtest.addressPrefix.bech32 = bitcoinPrefixes.demo;
  modules.network.set('regtest');
  const chain = await openChain(join(directory, 'bcoin'), modules);
  const mempool = new modules.mempool({ chain, requireStandard: true, replaceByFee: true, maxOrphans: 0 });
  const miner = new modules.miner({ chain, mempool, address: [address(modules)] });
  const failed = new Promise<void>((resolve) => {
    for (const part of [chain, mempool]) part.on('error', () => resolve());
    chain.on('connect', (entry, block) => mempool._addBlock(entry, block.txs).catch(() => resolve()));
    chain.on('disconnect', (entry, block) => mempool._removeBlock(entry, block.txs).catch(() => resolve()));
  });
  await mempool.open();
  await miner.open();
  let last: Promise<unknown> = Promise.resolve();
  return {
    modules,
    chain,
    mempool,
    failed,
    async addBlock() {
      if (!(await chain.add(await miner.mineBlock()))) throw new Error('the chain did not take a block');
    },
    inTurn(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** The process of a server that was killed holds the lock of the database until it has noticed and ended. */
async function openChain(prefix: string, { chain: Chain }: BcoinModules): Promise<BcoinChain> {
  mkdirSync(prefix, { recursive: true, mode: 0o700 });
  for (let tried = 1; ; tried++) {
    const chain = new Chain({ network: 'regtest', memory: false, prefix, indexTX: true, indexAddress: true });
    dropEmptyBounds(chain.db.db.binding);
    try {
      await chain.open();
      return chain;
    } catch (error) {
      if (tried === lockedWaits.tries || !/lock/i.test(String(error))) throw error;
      await sleep(lockedWaits.ms);
    }
  }
}

/**
 * bcoin names all bounds of a range of keys, those that it doesn't mean as null. The leveldown that runs on this Node takes null for the empty key, and
 * would find nothing in any range.
 */
function dropEmptyBounds(database: BcoinChain['db']['db']['binding']): void {
  const iterate = database.iterator.bind(database);
  database.iterator = (options) =>
    iterate(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)));
}
