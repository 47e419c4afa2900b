// The wallet that pays in Bitcoin, by its account's extended public key (BIP84): its owner funds addresses of branch 0, change goes to branch 1.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { HDKey } from '@scure/bip32';
import { addressOfScript, witnessScript } from './bitcoin-script.ts';

export const fundingBranch = 0;
export const changeBranch = 1;
/** Where an address of the wallet is below its account. */
export interface WalletPath {
  branch: typeof fundingBranch | typeof changeBranch;
  index: number;
}

/** Larger indices are refused: whoever restores the wallet from its key has to find every output by trying one index after the other. */
export const walletIndexEnd = 1_000_000;

export interface BitcoinWallet {
  /** First four bytes of the hash of the account's key, by which wallets name a key (BIP32). */
  fingerprint: number;
  publicKeyAt(path: WalletPath): Uint8Array;
  scriptAt(path: WalletPath): Uint8Array;
  addressAt(path: WalletPath): string;
}

/** m / purpose' / coin' / account'. */
const accountDepth = 3;
/** An index is refused by one in about 2^127 keys, so a derived key is taken as certain. */
const keysKept = 2_000;

/** Throws for anything but the extended public key of an account, in the form `xpub…`. */
export function openBitcoinWallet(xpub: string, prefix: string): BitcoinWallet {
  if (!xpub.startsWith('xpub')) throw new Error('a wallet of Bitcoin is named by an extended public key (xpub)');
  const account = HDKey.fromExtendedKey(xpub);
  if (account.depth !== accountDepth) throw new Error('a wallet of Bitcoin is an account, three steps below the seed');
  const branches = [account.deriveChild(fundingBranch), account.deriveChild(changeBranch)] as const;
  const known = new Map<string, Uint8Array>();
  function publicKeyAt({ branch, index }: WalletPath): Uint8Array {
    if (!isWalletPath([branch, index])) throw new RangeError(`a wallet has no address ${branch}/${index}`);
    const name = `${branch}/${index}`;
    const kept = known.get(name);
    if (kept) return kept;
    const made = branches[branch].deriveChild(index).publicKey!;
    if (known.size >= keysKept) known.clear();
    known.set(name, made);
    return made;
  }
  const scriptAt = (path: WalletPath): Uint8Array => witnessScript(0, ripemd160(sha256(publicKeyAt(path))));
  return {
    fingerprint: account.fingerprint,
    publicKeyAt,
    scriptAt,
    addressAt: (path) => addressOfScript(scriptAt(path), prefix)!,
  };
}

/** Returns true for the last two steps of a path within this wallet. */
export const isWalletPath = (steps: readonly number[]): boolean =>
  steps.length === 2 &&
  (steps[0] === fundingBranch || steps[0] === changeBranch) &&
  Number.isInteger(steps[1]) &&
  steps[1]! >= 0 &&
  steps[1]! < walletIndexEnd;
