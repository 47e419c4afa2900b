// What of a row belongs to its customer, and how long a request for a copy has to wait. Pure.

export interface HeldColumn {
  name: string;
  /** Of the database. */
  type: string;
  /** An expression over the row that is given in its place. */
  as?: string;
}

/**
 * What protects the customer and would no longer once it lay in a file: digests and hashes of passwords, codes and tokens, keys, what is
 * sealed. A product's own part of the copy tells what its sealed columns say.
 */
export const isSecretColumn = ({ name, type }: HeldColumn): boolean =>
  type === 'bytea' ||
  /(?:^|_)(?:argon2|auth|digest|hash|key_id|origin|p256dh|pepper_id|public_key|sealed|secret|token)$/.test(name);

const dayMs = 24 * 3_600_000;

/** Milliseconds until another copy may be asked for; 0 where it may be now. */
export const restUntilNext = (requestedAt: number | undefined, now: number): number =>
  requestedAt === undefined ? 0 : Math.max(0, requestedAt + dayMs - now);

/** Of what is held, one cell as JSON: numbers stay text, so that no digit of an amount is lost. */
export function jsonCell(text: string | null, type: string): string {
  if (text === null) return 'null';
  if (type === 'bool') return text === 'true' || text === 't' ? 'true' : 'false';
  if (type === 'json' || type === 'jsonb') return text;
  return JSON.stringify(text);
}
