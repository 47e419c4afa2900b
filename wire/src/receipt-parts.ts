// What receipts of every kind are made of: ticks of the archive, and the signature.
import { z } from 'zod';

/** One tick of the archive: sequence, price, time at the source, time of publication (ms UTC), and what it was made of. */
export const archivedTick = z.tuple([z.number().int(), z.string(), z.number().int(), z.number().int(), z.string()]);
export type ArchivedTick = z.infer<typeof archivedTick>;

/** Ticks in a row, without a gap. Each hash takes in the one before, so the two ends vouch for all between. */
export const tickRun = z.strictObject({
  coin: z.string(),
  /** Hash of the tick before the first one here, hex. */
  start_hash: z.string(),
  ticks: z.array(archivedTick),
  /** Hash of the last tick here, hex; equals start_hash when there is none. */
  end_hash: z.string(),
});
export type TickRun = z.infer<typeof tickRun>;

/** The tick that decided something. */
export const receiptTick = z.strictObject({
  sequence: z.number().int(),
  price: z.string(),
  published_ms: z.number().int(),
});
export type ReceiptTick = z.infer<typeof receiptTick>;

export const issuer = z.strictObject({
  /** SHA-256 over each section's canonical JSON, hex; what the signature covers. */
  digests: z.record(z.string(), z.string()),
  public_key: z.string(),
  /** Ed25519 over the canonical JSON of `digests`, hex. */
  signature: z.string(),
});

/** Each version of it as it is before it is signed. */
export type WithoutIssuer<Signed> = Signed extends unknown ? Omit<Signed, 'issuer'> : never;
