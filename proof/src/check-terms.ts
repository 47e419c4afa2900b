// Whether an order's terms are those that every option of its receipt's version has, and its stake lies within them.
import { fitsDecimals, wad } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import { check, differs } from './checks.ts';
import type { Check } from './checks.ts';

/** Fixed for each version, whatever later ones say, so that an old receipt verifies for ever. */
export const termsOfVersion1 = {
  entry_delay_ms: 250,
  entry_window_ms: 5_000,
  exit_age_max_ms: 3_000,
  payout_decimals: 4,
} as const;
/** From version 2 on, a gap at expiry is bridged by the next tick. */
export const termsOfVersion2 = { ...termsOfVersion1, exit_wait_ms: 10_000 } as const;

const longestMs = 24 * 60 * 60 * 1000;

export function checkTerms({ order, terms, version }: OptionReceipt): Check {
  const stake = wad(order.stake);
  const claimed: Record<string, unknown> = terms;
  const fixed = version === 1 ? termsOfVersion1 : termsOfVersion2;
  const faults = Object.entries(fixed).flatMap(([field, value]) => differs(`terms.${field}`, claimed[field], value));
  if (terms.duration_ms <= 0 || terms.duration_ms > longestMs) {
    faults.push(`terms.duration_ms is ${terms.duration_ms}, outside 1 to ${longestMs}`);
  }
  if (wad(terms.payout_rate) === 0n) faults.push('terms.payout_rate is 0');
  if (stake === 0n || stake < wad(terms.min) || stake > wad(terms.max)) {
    faults.push(`order.stake is ${order.stake}, outside terms.min ${terms.min} to terms.max ${terms.max}`);
  }
  if (!fitsDecimals(stake, terms.payout_decimals)) {
    faults.push(`order.stake is ${order.stake}, with more than ${terms.payout_decimals} decimals`);
  }
  if (order.received_ms <= 0) faults.push(`order.received_ms is ${order.received_ms}, which is no time`);
  if (order.accepted_sequence < 0) faults.push(`order.accepted_sequence is ${order.accepted_sequence}, below 0`);
  const fine = `${order.side} on ${order.coin} for ${terms.duration_ms / 1000} s at ${terms.payout_rate}, stake ${order.stake}`;
  return check('terms', faults, fine);
}
