// Which slice of the house's accounts a customer's commands use; every process agrees on it.
import type { Uuid } from '@candor/wire';
import { houseAccountId } from './command.ts';

/** Slices beside the central one. Any number of lanes up to this divides them without sharing a row. */
export const sliceCount = 4;
export const centralSlice = 0;
export const slices = Array.from({ length: 1 + sliceCount }, (_, slice) => slice);

/** 1 to sliceCount; the house's own entries use the central slice. Random bits of the id spread the accounts. */
export function sliceOf(accountId: Uuid): number {
  if (accountId === houseAccountId) return centralSlice;
  let bits = 0;
  for (let place = accountId.length - 4; place < accountId.length; place++) {
    const digit = accountId.charCodeAt(place);
    bits = bits * 16 + (digit < 58 ? digit - 48 : (digit | 32) - 87);
  }
  return 1 + (bits % sliceCount);
}
