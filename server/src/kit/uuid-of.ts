// A UUID made from a digest: the same words give the same id, for rows and keys that are named before they exist.
import { createHash } from 'node:crypto';
import type { Uuid } from '@candor/wire';

export const uuidOfWords = (words: string): Uuid => uuidOf(createHash('sha256').update(words).digest());

/** Version 8 of RFC 9562, from the first 16 bytes. */
export function uuidOf(digest: Buffer): Uuid {
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Uuid;
}
