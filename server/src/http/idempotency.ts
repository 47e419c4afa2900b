// What makes two requests the same one: the digest of what is asked, and a key for callers that bring none.
import { hash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { isUuid } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { refuse } from '../kit/refuse.ts';

/** A caller without keys that sends the same again within this long means it once. */
const windowMs = 2_000;

/** SHA-256 over the path and the payload in its canonical form, so that form and JSON bodies of one meaning agree. */
export const callDigest = (path: string, payload: unknown): Buffer =>
  Buffer.from(hash('sha256', `${path}\n${canonicalJson(payload)}`, 'hex'), 'hex');

/** The Idempotency-Key header as a UUID; undefined when there is none. */
export function keyFromHeader(header: string | string[] | undefined): Uuid | undefined {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? header.toLowerCase() : '';
  return isUuid(key) ? key : refuse('key-malformed');
}

/** The key of a request that has none: the same for one caller, digest and window. */
export function derivedKey({
  caller,
  digest,
  receivedAt,
}: {
  caller: string;
  digest: Buffer;
  receivedAt: number;
}): Uuid {
  const window = Math.floor(receivedAt / windowMs);
  const hex = hash('sha256', `${caller}\n${digest.toString('hex')}\n${window}`, 'hex');
  // Version 8 is the one for UUIDs of an own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Uuid;
}
