// Tokens that open something for whoever holds them, and the digests that the database keeps instead.
import { createHmac, hash, randomBytes } from 'node:crypto';

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const tokenForm = /^[A-Za-z0-9_-]{43}$/;
/** In base64. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'base64');

/** Of parts that hold no line break, which separates them. */
export const keyedDigest = (key: Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
