// Bitcoin: BIP173 and BIP350 for `bc1…`, base 58 for `1…` and `3…`.
import { base58, bech32, bech32m } from '@scure/base';
import { isUnspendable, refuseAddress } from './address-rule.ts';
import type { ParsedAddress } from './address-rule.ts';
import { refuseFor } from './address-shape.ts';
import { readBase58Check } from './base58-check.ts';

const payTo = { publicKeyHash: 0x00, scriptHash: 0x05 };
const testPayTo: readonly number[] = [0x6f, 0xc4];
const hrp = 'bc';
const testHrp = /^(?:tb|bcrt)1/i;

export function parseBitcoinAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (/^(?:bc|tb|bcrt)1/i.test(text)) return parseWitness(text);
  if (text.length > 35) return refuseFor('bitcoin', text, 'form');
  const bytes = readBase58Check(base58, text);
  if (typeof bytes === 'string') return refuseFor('bitcoin', text, bytes);
  if (bytes.length !== 21) return refuseFor('bitcoin', text, 'form');
  if (testPayTo.includes(bytes[0]!)) return refuseAddress('test-network');
  if (bytes[0] !== payTo.publicKeyHash && bytes[0] !== payTo.scriptHash) return refuseAddress('other-network');
  return isUnspendable(bytes.subarray(1)) ? refuseAddress('unspendable') : { ok: true, address: text };
}

/** Version 0 has the older checksum and 20 or 32 bytes; version 1 the newer one and 32. Others have no rules yet: anyone could take them. */
function parseWitness(text: string): ParsedAddress {
  const older = bech32.decodeUnsafe(text);
  const decoded = older?.words[0] === 0 ? older : bech32m.decodeUnsafe(text);
  if (!decoded) return refuseFor('bitcoin', text, older ? 'form' : 'checksum');
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  const lengths = version === 0 && decoded === older ? [20, 32] : version === 1 ? [32] : [];
  if (!program || !lengths.includes(program.length)) return refuseAddress('form');
  if (testHrp.test(text)) return refuseAddress('test-network');
  if (decoded.prefix !== hrp) return refuseAddress('form');
  return isUnspendable(program) ? refuseAddress('unspendable') : { ok: true, address: text.toLowerCase() };
}
