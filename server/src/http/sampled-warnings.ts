// Warnings that a stranger can cause at will: some of each address are written, the others are counted.
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { createBuckets } from './rate-limits.ts';

/** Writes a warning about an address, or counts it for the next one that is written. */
export type WarnSampled = (address: string, message: string, details: Record<string, unknown>) => void;

const perAddress = { perSecond: 1 / 12, burst: 5 };
const inAll = { perSecond: 1, burst: 60 };
const addressesMax = 10_000;
const everybody = '';

export function createSampledWarnings(clock: Clock, write = log.warn): WarnSampled {
  const ofAddress = createBuckets(perAddress, clock, addressesMax);
  const ofAll = createBuckets(inAll, clock, 1);
  const unwritten = new Map<string, number>();
  return (address, message, details) => {
    const left = unwritten.get(address) ?? 0;
    if (ofAddress.take(address) > 0 || ofAll.take(everybody) > 0) {
      if (left > 0 || unwritten.size < addressesMax) unwritten.set(address, left + 1);
      return;
    }
    unwritten.delete(address);
    write(message, left === 0 ? details : { ...details, unwritten: left });
  };
}
