// Which slice of the house's accounts a customer's commands use; every process agrees on it.
import type { Uuid } from '@candor/wire';
import { houseAccountId } from './command.ts';

/** Slices beside the central one. Any number of lanes up to this divides them without sharing a row. */
export const sliceCount = 4;
export const centralSlice = 0;

/** 1 to sliceCount; the house's own entries use the central slice. Random bits of the id spread the accounts. */
export function sliceOf(accountId: Uuid): number {
  if (accountId === houseAccountId) return centralSlice;
  return 1 + (parseInt(accountId.slice(-4), 16) % sliceCount);
}
