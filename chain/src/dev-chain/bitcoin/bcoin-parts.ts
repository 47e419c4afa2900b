// What the development chain uses of bcoin 1.0.2, which has no types. Hashes are hexadecimal digits in the order of bytes; ids, which people
// read, are the same bytes backwards.

export interface BcoinTransaction {
  /** For people: backwards. */
  txid(): string;
  hash(encoding: 'hex'): string;
  toRaw(): Buffer;
  getVirtualSize(): number;
  getWeight(): number;
  inputs: readonly { prevout: { hash: string; index: number } }[];
  outputs: readonly BcoinOutput[];
}
export interface BcoinOutput {
  /** Satoshis. */
  value: number;
  script: { toRaw(): Buffer };
}
export interface BcoinCoin extends BcoinOutput {
  height: number;
  coinbase: boolean;
}
export interface BcoinEntry {
  hash: string;
  height: number;
  version: number;
  merkleRoot: string;
  prevBlock: string;
  time: number;
  bits: number;
  nonce: number;
  /** For people: backwards. */
  rhash(): string;
}
interface BcoinBlock {
  toRaw(): Buffer;
  txs: readonly BcoinTransaction[];
}
export interface BcoinChain {
  height: number;
  tip: BcoinEntry;
  open(): Promise<void>;
  /** The chain goes on once the listener has. */
  on(event: 'connect' | 'disconnect', listener: (entry: BcoinEntry, block: BcoinBlock) => Promise<void>): void;
  on(event: 'error', listener: (error: Error) => void): void;
  add(block: BcoinBlock): Promise<BcoinEntry | null>;
  /** The block before it is the newest one afterwards. */
  disconnect(tip: BcoinEntry): Promise<void>;
  getEntry(of: string | number): Promise<BcoinEntry | null>;
  getBlock(hash: string): Promise<BcoinBlock | null>;
  getHash(height: number): Promise<string | null>;
  isMainChain(entry: BcoinEntry): Promise<boolean>;
  getMedianTime(entry: BcoinEntry): Promise<number>;
  db: {
    db: { binding: { iterator(options: object): unknown } };
    getCoin(hash: string, index: number): Promise<BcoinCoin | null>;
    getCoinsByAddress(address: string): Promise<BcoinCoin[]>;
    getMeta(hash: string): Promise<{ tx: BcoinTransaction; block: string; height: number; time: number } | null>;
  };
}
export interface BcoinMempoolEntry {
  tx: BcoinTransaction;
  getFee(): number;
  /** When it came, in seconds. */
  time: number;
  height: number;
}
export interface BcoinMempool {
  open(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
  /** Returns the transactions that it spends from and that are unknown, or null if it was taken; throws where it is refused. */
  addTX(transaction: BcoinTransaction): Promise<readonly string[] | null>;
  getEntry(hash: string): BcoinMempoolEntry | null;
  getSpent(hash: string, index: number): BcoinMempoolEntry | null;
  getCoin(hash: string, index: number): BcoinCoin | null;
  getDescendants(entry: BcoinMempoolEntry): BcoinMempoolEntry[];
  evictEntry(entry: BcoinMempoolEntry): void;
  getHistory(): BcoinTransaction[];
  _addBlock(entry: BcoinEntry, transactions: readonly BcoinTransaction[]): Promise<void>;
  _removeBlock(entry: BcoinEntry, transactions: readonly BcoinTransaction[]): Promise<void>;
}
interface BcoinKeyRing {
  witness: boolean;
  getAddress(form: 'string'): string;
}
interface BcoinDraft extends BcoinTransaction {
  addOutput(address: string, satoshis: number): void;
  fund(coins: readonly BcoinCoin[], terms: { rate: number; changeAddress: string; height: number }): Promise<void>;
  sign(ring: BcoinKeyRing): number;
  toTX(): BcoinTransaction;
}

/** The modules, by the paths that they are loaded from. */
export interface BcoinModules {
  networks: { regtest: { addressPrefix: { bech32: string } } };
  network: { set(name: 'regtest'): unknown };
  chain: new (options: object) => BcoinChain;
  mempool: new (options: object) => BcoinMempool;
  miner: new (options: object) => { open(): Promise<void>; mineBlock(): Promise<BcoinBlock> };
  keyRing: { fromPrivate(key: Buffer, isCompressed: true): BcoinKeyRing };
  draft: new () => BcoinDraft;
  transaction: { fromRaw(bytes: Buffer): BcoinTransaction };
}

export const loadBcoin = (load: NodeJS.Require): BcoinModules => ({
  networks: load('bcoin/lib/protocol/networks') as BcoinModules['networks'],
  network: load('bcoin/lib/protocol/network') as BcoinModules['network'],
  chain: load('bcoin/lib/blockchain/chain') as BcoinModules['chain'],
  mempool: load('bcoin/lib/mempool/mempool') as BcoinModules['mempool'],
  miner: load('bcoin/lib/mining/miner') as BcoinModules['miner'],
  keyRing: load('bcoin/lib/primitives/keyring') as BcoinModules['keyRing'],
  draft: load('bcoin/lib/primitives/mtx') as BcoinModules['draft'],
  transaction: load('bcoin/lib/primitives/tx') as BcoinModules['transaction'],
});

/** From the order of bytes to that of ids, and back. */
export const backwards = (digits: string): string => Buffer.from(digits, 'hex').reverse().toString('hex');
