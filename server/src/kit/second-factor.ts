// What somebody shows besides the password: a code of the authenticator, good once, or one of ten recovery codes. `whose` keeps
// the keys of operators and customers apart.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { recoveryCodesCount, type Uuid } from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import { keyedDigest } from './tokens.ts';
import { typedCode } from './typed-code.ts';

/** Whose second factor it is. */
export type FactorOwner = 'operator' | 'customer';

const periodSeconds = 30;
/** A clock may be off by as many steps. */
const windowSteps = 1;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (name: string, secret: string): TOTP =>
  new TOTP({ issuer: 'Candor', label: name, secret: Secret.fromBase32(secret), period: periodSeconds });

/** `otpauth://totp/…`, which authenticators read. */
export const totpUrl = (name: string, secret: string): string => totpOf(name, secret).toString();

/** The step whose code it is, undefined if it is none of now. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = typedCode(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf('', secret).validate({ token, timestamp: now, window: windowSteps });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}

/** Sealed with a key that follows from a pepper, of which the newest seals and each opens. */
export function sealSecret(whose: FactorOwner, secret: string, pepper: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(whose, pepper), nonce);
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Throws where none of the peppers opens it. */
export function openSecret(whose: FactorOwner, sealed: Buffer, peppers: readonly Buffer[]): string {
  for (const pepper of peppers) {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(whose, pepper), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    try {
      return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      continue;
    }
  }
  throw new Error(`no pepper opens the second factor of this ${whose}`);
}

const sealingKey = (whose: FactorOwner, pepper: Buffer): Buffer =>
  createHmac('sha256', pepper).update(`${whose} totp`).digest();

const letters = '0123456789abcdefghjkmnpqrstvwxyz';
/** Letters that look like digits do not matter. */
const plainCode = (typed: string): string => typedCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');

/** Ten letters each, `k7mq2-x9dta`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodesCount }, () => {
    const code = Array.from(randomBytes(10), (byte) => letters[byte & 31]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** What the database keeps of a recovery code, by each pepper that it may have been made with. */
export const digestsOfCode = (whose: FactorOwner, id: Uuid, code: string, peppers: readonly Buffer[]): string[] =>
  peppers.map((pepper) => keyedDigest(pepper, [`${whose} recovery`, id, plainCode(code)]));
