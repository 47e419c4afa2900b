// A customer's own address of a network, from the public key of an account: whoever holds only this can show addresses and never spend.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bitcoinPrefixes } from './bitcoin-address.ts';
import { writeEthereumAddress } from './ethereum-address.ts';
import { writeTronAddress } from './tron-address.ts';
import { tagOfIndex } from './xrp-tag.ts';
import { parseXrpAddress } from './xrp-address.ts';

export interface DerivedAddress {
  address: string;
  tag?: number;
}
/** Derives the address of an index; the same for ever. */
export type AddressSource = (index: number) => DerivedAddress;
export type KeyedNetwork = 'bitcoin' | 'ethereum' | 'tron';

/** BIP84 writes the same key with other first bytes, which read `zpub`. */
const zpub = { private: 0x04b2430c, public: 0x04b24746 };
/** m / purpose' / coin' / account'. */
const accountDepth = 3;

/** Addresses m/…/0/index below an account's extended public key, `xpub…` or, for Bitcoin, `zpub…`. Throws for any other key, above all a private one. `isTest`: of the demo's chain. */
export function addressesOfKey(network: KeyedNetwork, extendedKey: string, isTest = false): AddressSource {
  if (!/^[xz]pub/.test(extendedKey)) throw new Error(`the key of ${network} must be an extended public key`);
  if (extendedKey.startsWith('z') && network !== 'bitcoin') throw new Error(`a zpub is of bitcoin, not of ${network}`);
  const account = HDKey.fromExtendedKey(extendedKey, extendedKey.startsWith('z') ? zpub : undefined);
  if (account.depth !== accountDepth) throw new Error(`the key of ${network} must be that of an account, three steps below the seed`); // oxfmt-ignore
  const receiving = account.deriveChild(0);
  const write = writers[network];
  return (index) => {
    if (!isIndex(index)) throw new RangeError(`an address has no index ${index}`);
    return { address: write(receiving.deriveChild(index).publicKey!, isTest) };
  };
}

/** The XRP Ledger charges for every account, so all customers share one and differ by the tag. */
export function addressesOfXrpAccount(account: string): AddressSource {
  const parsed = parseXrpAddress(account);
  if (!parsed.ok || parsed.tag !== undefined || parsed.address !== account) {
    throw new Error('the account of xrpl must be a classic address without a tag');
  }
  return (index) => ({ address: account, tag: tagOfIndex(index) });
}

const isIndex = (index: number): boolean => Number.isInteger(index) && index >= 0 && index < 2 ** 31;

const writers: Record<KeyedNetwork, (publicKey: Uint8Array, isTest: boolean) => string> = {
  bitcoin: (publicKey, isTest) =>
    bech32.encode(isTest ? bitcoinPrefixes.demo : bitcoinPrefixes.main, [
      0,
      ...bech32.toWords(ripemd160(sha256(publicKey))),
    ]),
  ethereum: (publicKey) => writeEthereumAddress(accountOf(publicKey)),
  tron: (publicKey) => writeTronAddress(accountOf(publicKey)),
};

/** The last twenty bytes of the hash of both coordinates. */
const accountOf = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(12);
