// The seal on a receipt: a digest for each section, and one Ed25519 signature over the digests.
import type { OptionReceipt, UnsignedOptionReceipt } from '@candor/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, digestOf } from './canonical-json.ts';

const keyForm = /^[0-9a-f]{64}$/;
const signatureForm = /^[0-9a-f]{128}$/;

/** The receipt with its seal. The secret key is 32 bytes in hex. */
export function signReceipt(unsigned: UnsignedOptionReceipt, secretKeyHex: string): OptionReceipt {
  const digests = sectionDigests(unsigned);
  const signature = ed25519.sign(utf8ToBytes(canonicalJson(digests)), hexToBytes(secretKeyHex));
  return {
    ...unsigned,
    issuer: { digests, public_key: publicKeyOf(secretKeyHex), signature: bytesToHex(signature) },
  };
}

/** The public half of a secret key, hex. */
export const publicKeyOf = (secretKeyHex: string): string => bytesToHex(ed25519.getPublicKey(hexToBytes(secretKeyHex)));

/** SHA-256 of the canonical JSON of every section, by its name. */
export const sectionDigests = (unsigned: UnsignedOptionReceipt): Record<string, string> =>
  Object.fromEntries(Object.entries(unsigned).map(([section, value]) => [section, digestOf(value)]));

/** What does not fit between the sections and the digests that were signed; empty when all fit. */
export function findDigestFaults(receipt: OptionReceipt): string[] {
  const { issuer, ...sections } = receipt;
  const recomputed = sectionDigests(sections);
  const changed = Object.entries(recomputed).flatMap(([section, digest]) => {
    const signed = Object.hasOwn(issuer.digests, section) ? issuer.digests[section] : undefined;
    if (signed === undefined) return [`issuer.digests.${section} is missing`];
    return signed === digest ? [] : [`${section} has digest ${digest}, but the digest signed for it is ${signed}`];
  });
  const unknown = Object.keys(issuer.digests).filter((section) => !Object.hasOwn(recomputed, section));
  return [...changed, ...unknown.map((section) => `issuer.digests.${section} belongs to no section`)];
}

/** What is wrong with the signature; undefined when it is the named key's over the digests. */
export function findSignatureFault({ issuer }: OptionReceipt): string | undefined {
  if (!keyForm.test(issuer.public_key)) return 'issuer.public_key is not 64 hex digits';
  if (!signatureForm.test(issuer.signature)) return 'issuer.signature is not 128 hex digits';
  const message = utf8ToBytes(canonicalJson(issuer.digests));
  const signature = hexToBytes(issuer.signature);
  // The strict rules of RFC 8032: one signature has one form, and a key of low order signs nothing.
  const isGenuine = ed25519.verify(signature, message, hexToBytes(issuer.public_key), { zip215: false });
  if (isGenuine) return undefined;
  return `issuer.signature is not a signature by issuer.public_key ${issuer.public_key} over issuer.digests`;
}
