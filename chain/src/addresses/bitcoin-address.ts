// Bitcoin: BIP173 and BIP350 for `bc1…`, base 58 for `1…` and `3…`.
import { base58, bech32, bech32m } from '@scure/base';
import { isUnspendable, refuseAddress } from './address-rule.ts';
import type { AddressFault, ParsedAddress } from './address-rule.ts';
import { refuseFor } from './address-shape.ts';
import { readBase58Check } from './base58-check.ts';

/** First bytes of addresses in base 58: of the hash of a key, and of the hash of a script. */
const mainBytes: readonly number[] = [0x00, 0x05];
const testBytes: readonly number[] = [0x6f, 0xc4];
/** Prefixes in bech32. A demo has a chain like Bitcoin Core's regtest, which writes `bcrt`; the public test chains write `tb`. */
export const bitcoinPrefixes = { main: 'bc', demo: 'bcrt' } as const;

/** `isTest`: of the demo's chain, so that an address of the main chain is one of another network. */
export function parseBitcoinAddress(typed: string, isTest = false): ParsedAddress {
  const text = typed.trim();
  if (/^(?:bc|tb|bcrt)1/i.test(text)) return parseWitness(text, isTest);
  if (text.length > 35) return refuseFor('bitcoin', text, 'form');
  const bytes = readBase58Check(base58, text);
  if (typeof bytes === 'string') return refuseFor('bitcoin', text, bytes);
  if (bytes.length !== 21) return refuseFor('bitcoin', text, 'form');
  if (testBytes.includes(bytes[0]!) && !isTest) return refuseAddress('test-network');
  if (!(isTest ? testBytes : mainBytes).includes(bytes[0]!)) return refuseAddress('other-network');
  return isUnspendable(bytes.subarray(1)) ? refuseAddress('unspendable') : { ok: true, address: text };
}

/** Version 0 has the older checksum and 20 or 32 bytes; version 1 the newer one and 32. Others have no rules yet: anyone could take them. */
function parseWitness(text: string, isTest: boolean): ParsedAddress {
  const older = bech32.decodeUnsafe(text);
  const decoded = older?.words[0] === 0 ? older : bech32m.decodeUnsafe(text);
  if (!decoded) return refuseFor('bitcoin', text, older ? 'form' : 'checksum');
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  const lengths = version === 0 && decoded === older ? [20, 32] : version === 1 ? [32] : [];
  if (!program || !lengths.includes(program.length)) return refuseAddress('form');
  const own = isTest ? bitcoinPrefixes.demo : bitcoinPrefixes.main;
  if (decoded.prefix !== own) return refuseAddress(faultOfPrefix(decoded.prefix));
  return isUnspendable(program) ? refuseAddress('unspendable') : { ok: true, address: text.toLowerCase() };
}

/** Of a prefix that isn't the chain's own. */
function faultOfPrefix(prefix: string): AddressFault {
  if (prefix === 'tb' || prefix === bitcoinPrefixes.demo) return 'test-network';
  return prefix === bitcoinPrefixes.main ? 'other-network' : 'form';
}
