// Tokens that open something for whoever holds them, and the digests that the database keeps instead.
import { createHmac, randomBytes } from 'node:crypto';
import type { Uuid } from '@candor/wire';

/** What a token opens: the digest for one of these is good for no other. */
export type TokenPurpose = 'session' | 'operator session' | 'operator link';

const idBytes = 16;
const randomPart = 32;

/** Names whom it opens something for, before 256 random bits: a row that is given to another owner opens nothing. */
export const newToken = (owner: Uuid): string =>
  Buffer.concat([Buffer.from(owner.replaceAll('-', ''), 'hex'), randomBytes(randomPart)]).toString('base64url');
export const tokenForm = /^[A-Za-z0-9_-]{64}$/;

/** Returns the id of the owner, which is the first part of the token. */
export function ownerOfToken(token: string): Uuid {
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, idBytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-') as Uuid;
}

/** In base64. Whoever writes the table without the key, which is not in the database, writes none whose token he knows. */
export const digestOfToken = (key: Buffer, purpose: TokenPurpose, token: string): string =>
  createHmac('sha256', key).update(`token of ${purpose}\n${token}`).digest('base64');

/** Of parts that hold no line break, which separates them. */
export const keyedDigest = (key: Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
