// The wallet of the development chain: a seed of this machine's own, whose coins have no value. The server is given its public key alone.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';

const seedFile = 'seed';
const keyFile = 'ethereum.xpub';
const depositAccount = "m/44'/60'/0'";
/** Pays what customers are sent as test coins. */
const bankPath = "m/44'/60'/1'/0/0";

/** The extended public key that deposit addresses derive from; the first time it makes the seed too. */
export function devWalletKey(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return writtenOnce(join(directory, keyFile), () => rootOf(directory).derive(depositAccount).publicExtendedKey);
}

/** For the process of the development chain alone. */
export function devBankKey(directory: string): Uint8Array {
  const { privateKey } = rootOf(directory).derive(bankPath);
  if (!privateKey) throw new Error('the seed of the development chain gives no key');
  return privateKey;
}

function rootOf(directory: string): HDKey {
  const seed = writtenOnce(join(directory, seedFile), () => randomBytes(32).toString('hex'));
  return HDKey.fromMasterSeed(Buffer.from(seed, 'hex'));
}

/** Whole or not at all, and of two processes that begin at once the first: both go on with what it wrote. */
function writtenOnce(path: string, make: () => string): string {
  if (!existsSync(path)) {
    const own = `${path}.${process.pid}`;
    writeFileSync(own, `${make()}\n`, { mode: 0o600 });
    try {
      linkSync(own, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      unlinkSync(own);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
