// What makes two requests the same one: the digest of what is asked, and the key that its caller brings.
import { hash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { isUuid } from '@candor/wire';
import type { Uuid } from '@candor/wire';
import { refuse } from '../kit/refuse.ts';

/** What a caller without keys asked, which the database remembers for 2 s. */
export interface KeylessRequest {
  /** Its session, or its address where it has none. */
  caller: string;
  digest: Buffer;
}

/** The key of the first such request within the 2 s before, else a new one. */
export type ClaimKey = (request: KeylessRequest) => Promise<Uuid>;

/** SHA-256 over the path and the payload in its canonical form, so that form and JSON bodies of one meaning agree. */
export const callDigest = (path: string, payload: unknown): Buffer =>
  hash('sha256', `${path}\n${canonicalJson(payload)}`, 'buffer');

/** What a programmer writes who has no key at hand. */
const nilKey = '00000000-0000-0000-0000-000000000000';

/** The Idempotency-Key header as a UUID; undefined when there is none. */
export function keyFromHeader(header: string | string[] | undefined): Uuid | undefined {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? header.toLowerCase() : '';
  return isUuid(key) && key !== nilKey ? key : refuse('key-malformed');
}
