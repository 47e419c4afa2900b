// The seal on a receipt: a digest for each section, and one Ed25519 signature over the digests.
import type { Receipt, UnsignedReceipt } from '@candor/wire';
import { check, note } from './checks.ts';
import type { Check } from './checks.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, digestOf } from './canonical-json.ts';

const keyForm = /^[0-9a-f]{64}$/;
const signatureForm = /^[0-9a-f]{128}$/;

type Sealed<Sections> = Sections & Pick<Receipt, 'issuer'>;

/** The receipt with its seal. The secret key is 32 bytes in hex. */
export function signReceipt<Sections extends UnsignedReceipt>(
  unsigned: Sections,
  secretKeyHex: string,
): Sealed<Sections> {
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
export const sectionDigests = (unsigned: UnsignedReceipt): Record<string, string> =>
  Object.fromEntries(Object.entries(unsigned).map(([section, value]) => [section, digestOf(value)]));

/** Digests, signature and key, whatever the receipt is of. */
export function checkSeal(receipt: Receipt, trustedKey: string | undefined): Check<'digests' | 'signature' | 'key'>[] {
  const { public_key: key } = receipt.issuer;
  const signatureFault = findSignatureFault(receipt);
  const seal = [
    check('digests' as const, findDigestFaults(receipt), 'every section has the digest that was signed'),
    check('signature' as const, signatureFault === undefined ? [] : [signatureFault], `signed with key ${key}`),
  ];
  if (trustedKey === undefined) {
    return [...seal, note('key', `compare the key with the one that the platform publishes: ${key}`)];
  }
  const faults = key === trustedKey ? [] : [`issuer.public_key is ${key}, but the trusted key is ${trustedKey}`];
  return [...seal, check('key', faults, 'the key is the trusted one')];
}

/** What does not fit between the sections and the digests that were signed; empty when all fit. */
export function findDigestFaults(receipt: Receipt): string[] {
  const { issuer, ...sections } = receipt;
  const recomputed = sectionDigests(sections as UnsignedReceipt);
  const changed = Object.entries(recomputed).flatMap(([section, digest]) => {
    const signed = Object.hasOwn(issuer.digests, section) ? issuer.digests[section] : undefined;
    if (signed === undefined) return [`issuer.digests.${section} is missing`];
    return signed === digest ? [] : [`${section} has digest ${digest}, but the digest signed for it is ${signed}`];
  });
  const unknown = Object.keys(issuer.digests).filter((section) => !Object.hasOwn(recomputed, section));
  return [...changed, ...unknown.map((section) => `issuer.digests.${section} belongs to no section`)];
}

/** What is wrong with the signature; undefined when it is the named key's over the digests. */
export function findSignatureFault({ issuer }: Pick<Receipt, 'issuer'>): string | undefined {
  if (!keyForm.test(issuer.public_key)) return 'issuer.public_key is not 64 hex digits';
  if (!signatureForm.test(issuer.signature)) return 'issuer.signature is not 128 hex digits';
  const message = utf8ToBytes(canonicalJson(issuer.digests));
  const signature = hexToBytes(issuer.signature);
  // The strict rules of RFC 8032: one signature has one form, and a key of low order signs nothing.
  const isGenuine = ed25519.verify(signature, message, hexToBytes(issuer.public_key), { zip215: false });
  if (isGenuine) return undefined;
  return `issuer.signature is not a signature by issuer.public_key ${issuer.public_key} over issuer.digests`;
}
