// The XRP Ledger: `r…`, with the destination tag behind a hyphen, or an X-address, which holds both under one checksum.
import { base58xrp } from '@scure/base';
import { isUnspendable, refuseAddress } from './address-rule.ts';
import type { ParsedAddress } from './address-rule.ts';
import { refuseFor } from './address-shape.ts';
import { readBase58Check, writeBase58Check } from './base58-check.ts';

const accountPrefix = 0x00;
const plainTag = /^(?:0|[1-9]\d{0,9})$/;
const tagEnd = 2 ** 32;

export function parseXrpAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (text.length > 60) return refuseAddress('form');
  if (/^[XT]/.test(text) && text.length === 47) return parseXAddress(text);
  const hyphen = text.indexOf('-');
  const address = hyphen < 0 ? text : text.slice(0, hyphen);
  const bytes = readBase58Check(base58xrp, address);
  if (typeof bytes === 'string') return refuseFor('xrpl', text, bytes);
  if (bytes.length !== 21 || bytes[0] !== accountPrefix) return refuseFor('xrpl', text, 'form');
  if (isUnspendable(bytes.subarray(1))) return refuseAddress('unspendable');
  if (hyphen < 0) return { ok: true, address };
  const tag = text.slice(hyphen + 1);
  if (!plainTag.test(tag) || parseInt(tag, 10) >= tagEnd) return refuseAddress('tag');
  return { ok: true, address, tag: parseInt(tag, 10) };
}

/** Two bytes for the network, the account, a flag, and eight bytes of which the tag has the first four, lowest first. */
function parseXAddress(text: string): ParsedAddress {
  const bytes = readBase58Check(base58xrp, text);
  if (typeof bytes === 'string') return refuseFor('xrpl', text, bytes);
  const kind = bytes.length === 31 ? bytes[0]! * 256 + bytes[1]! : 0;
  if (kind === 0x0493) return refuseAddress('test-network');
  if (kind !== 0x0544) return refuseAddress('form');
  const account = bytes.subarray(2, 22);
  if (isUnspendable(account)) return refuseAddress('unspendable');
  const [flag, ...rest] = bytes.subarray(22);
  const tagged = rest.slice(0, 4).reduceRight((value, byte) => value * 256 + byte, 0);
  if (flag! > 1 || rest.slice(flag === 1 ? 4 : 0).some((byte) => byte !== 0)) return refuseAddress('tag');
  const address = writeBase58Check(base58xrp, Uint8Array.of(accountPrefix, ...account));
  return flag === 1 ? { ok: true, address, tag: tagged } : { ok: true, address };
}
