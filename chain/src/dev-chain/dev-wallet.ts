// The wallets of the development chains: one seed of this machine's own, whose coins have no value. The server is given public keys alone.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { KeyedNetwork } from '../addresses/derive-address.ts';
import { addressOfKey } from './dev-xrpl-account.ts';
import type { NetworkName } from '../networks/networks.ts';

const seedFile = 'seed';
/** Accounts that deposit addresses derive from. Bitcoin's test chains have a coin type of their own (SLIP 44). */
const depositAccounts: Readonly<Record<KeyedNetwork, string>> = {
  bitcoin: "m/84'/1'/0'",
  ethereum: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
};
/** The account of the XRP Ledger that all customers share. */
const sharedPath = "m/44'/144'/0'/0/0";
/** Keys that pay what customers are sent as test coins. */
const bankPaths: Readonly<Record<NetworkName, string>> = {
  bitcoin: "m/84'/1'/1'/0/0",
  ethereum: "m/44'/60'/1'/0/0",
  tron: "m/44'/195'/1'/0/0",
  xrpl: "m/44'/144'/1'/0/0",
};

/** The extended public key that deposit addresses of a network derive from; the first time it makes the seed too. */
export function devWalletKey(directory: string, network: KeyedNetwork): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return writtenOnce(
    join(directory, `${network}.xpub`),
    () => rootOf(directory).derive(depositAccounts[network]).publicExtendedKey,
  );
}

/** The classic address of the account of the XRP Ledger that all customers share; the first time it makes the seed too. */
export function devXrplAccount(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return writtenOnce(join(directory, 'xrpl.account'), () =>
    addressOfKey(rootOf(directory).derive(sharedPath).publicKey!),
  );
}

/** For the process of a development chain alone. */
export const devBankKey = (directory: string, network: NetworkName): Uint8Array => keyAt(directory, bankPaths[network]);

/** The key of the shared account, for the process of the development ledger alone. */
export const devXrplAccountKey = (directory: string): Uint8Array => keyAt(directory, sharedPath);

function keyAt(directory: string, path: string): Uint8Array {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { privateKey } = rootOf(directory).derive(path);
  if (!privateKey) throw new Error('the seed of the development chains gives no key');
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
