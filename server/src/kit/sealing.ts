// What nobody reads in a stolen database or on a stolen disk: AES-256-GCM under keys that follow from the key file. They follow from its
// pepper, which a new key file keeps besides its own, so that what was sealed before stays readable.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { pepperIdOf } from './passwords/passwords.ts';
import type { Secrets } from './secrets.ts';

export interface Sealed {
  /** Of the key file whose key it was. */
  keyId: string;
  bytes: Buffer;
}

export interface Sealing {
  /** `about` is what it belongs to: what was sealed for something else does not open. */
  seal(content: Buffer, about: string): Sealed;
  open(sealed: Sealed, about: string): Buffer;
  /** The same for the same text, and of no use without the key; one for each key file, the current one first. */
  digests(text: string): [Buffer, ...Buffer[]];
}

const [nonceLength, tagLength] = [12, 16];

export function createSealing(
  { pepper, olderPeppers = [] }: Pick<Secrets, 'pepper' | 'olderPeppers'>,
  purpose: string,
): Sealing {
  const peppers: [Buffer, ...Buffer[]] = [pepper, ...olderPeppers];
  const keyOf = (secret: Buffer, use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `candor ${purpose} ${use}`, 32));
  const keys = new Map(peppers.map((each) => [pepperIdOf(each), keyOf(each, 'sealing')]));
  const [digestKey, ...olderDigestKeys] = [keyOf(pepper, 'digests'), ...olderPeppers.map((each) => keyOf(each, 'digests'))]; // oxfmt-ignore
  const keyId = pepperIdOf(pepper);
  return {
    seal: (content, about) => ({ keyId, bytes: sealWith(keys.get(keyId)!, content, about) }),
    open(sealed, about) {
      const key = keys.get(sealed.keyId);
      if (!key) throw new Error(`the key file has no key ${sealed.keyId}`);
      return openWith(key, sealed.bytes, about);
    },
    digests(text) {
      const digest = (key: Buffer): Buffer => createHmac('sha256', key).update(text).digest();
      return [digest(digestKey!), ...olderDigestKeys.map(digest)];
    },
  };
}

/** Nonce, content, tag. */
export function sealWith(key: Buffer, content: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Throws where a byte of it is another one. */
export function openWith(key: Buffer, sealed: Buffer, about: string): Buffer {
  const end = sealed.length - tagLength;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]);
}
