// Output scripts of Bitcoin and their addresses, in the five standard forms: P2PKH, P2SH, P2WPKH, P2WSH and P2TR.
import { base58, bech32, bech32m } from '@scure/base';
import { readBase58Check, writeBase58Check } from './base58-check.ts';

/** Version bytes of base 58 addresses: those of the main chain, and those that all test chains share. */
const versionsOf = (prefix: string) =>
  prefix === 'bc' ? { publicKeyHash: 0x00, scriptHash: 0x05 } : { publicKeyHash: 0x6f, scriptHash: 0xc4 };

const bytes = (...parts: readonly (number | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));

export const witnessScript = (version: 0 | 1, program: Uint8Array): Uint8Array =>
  bytes(version === 0 ? 0 : 0x51, program.length, program);

/** Returns undefined for a script of any other form. `prefix` is `bc` on the main chain and `bcrt` on a test chain. */
export function addressOfScript(script: Uint8Array, prefix: string): string | undefined {
  const { publicKeyHash, scriptHash } = versionsOf(prefix);
  const has = (length: number, ...start: readonly number[]) =>
    script.length === length && start.every((byte, place) => script[place] === byte);
  if (has(25, 0x76, 0xa9, 20) && script[23] === 0x88 && script[24] === 0xac) {
    return writeBase58Check(base58, bytes(publicKeyHash, script.subarray(3, 23)));
  }
  if (has(23, 0xa9, 20) && script[22] === 0x87)
    return writeBase58Check(base58, bytes(scriptHash, script.subarray(2, 22)));
  if (has(22, 0, 20) || has(34, 0, 32)) return bech32.encode(prefix, [0, ...bech32.toWords(script.subarray(2))]);
  if (has(34, 0x51, 32)) return bech32m.encode(prefix, [1, ...bech32m.toWords(script.subarray(2))]);
  return undefined;
}

/** Returns the script of an address in its stored form; undefined for anything else. */
export function scriptOfAddress(address: string, prefix: string): Uint8Array | undefined {
  const script = address.startsWith(`${prefix}1`) ? scriptOfWitness(address) : scriptOfBase58(address, prefix);
  // One address has one script and one script one address: another spelling of the same address is refused.
  return script && addressOfScript(script, prefix) === address ? script : undefined;
}

function scriptOfWitness(address: string): Uint8Array | undefined {
  const older = bech32.decodeUnsafe(address);
  const decoded = older ?? bech32m.decodeUnsafe(address);
  const [version, ...words] = decoded?.words ?? [];
  const program = bech32.fromWordsUnsafe(words);
  if (!program || version !== (older ? 0 : 1)) return undefined;
  return witnessScript(version, program);
}

function scriptOfBase58(address: string, prefix: string): Uint8Array | undefined {
  const { publicKeyHash, scriptHash } = versionsOf(prefix);
  const read = readBase58Check(base58, address);
  if (typeof read === 'string' || read.length !== 21) return undefined;
  const [version, hash] = [read[0], read.subarray(1)];
  if (version === publicKeyHash) return bytes(0x76, 0xa9, 20, hash, 0x88, 0xac);
  return version === scriptHash ? bytes(0xa9, 20, hash, 0x87) : undefined;
}
