// What may be known of a key file: its public keys, and digests of what has none. No key follows from a digest of 32 random bytes.
import { createECDH, hash } from 'node:crypto';
import { publicKeyOf } from '@candor/proof';
import { pepperIdOf } from '../kit/passwords/passwords.ts';
import type { Secrets } from '../kit/secrets.ts';

export const keyNames = ['signingKey', 'pushKey', 'pepper', 'fingerprintKey', 'codeKey'] as const;
export type KeyName = (typeof keyNames)[number];
export type KeyIds = Readonly<Record<KeyName, string>>;

export function keyIdsOf({ signingKey, pushKey, pepper, fingerprintKey, codeKey }: Secrets): KeyIds {
  const push = createECDH('prime256v1');
  push.setPrivateKey(pushKey, 'hex');
  return {
    signingKey: publicKeyOf(signingKey),
    pushKey: push.getPublicKey('hex', 'compressed'),
    pepper: pepperIdOf(pepper),
    fingerprintKey: digestOf('fingerprintKey', fingerprintKey),
    codeKey: digestOf('codeKey', codeKey),
  };
}

export const olderPepperIdsOf = ({ olderPeppers = [] }: Secrets): string[] => olderPeppers.map(pepperIdOf);

const digestOf = (name: KeyName, key: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(`candor key id ${name} `), key]), 'hex').slice(0, 32);
