// How much a customer may borrow, and why. Pure.
import { add, multiplyDown, usdtDecimals, zero, type CreditPart, type Wad } from '@candor/wire';
import type { LoanLimits } from './terms.ts';

/** What a customer's credit limit is computed from. */
export interface Standing {
  isVerified: boolean;
  openedAt: number;
  vip: number;
  /** The largest amount that was paid back and never overdue: many small ones make nobody a better debtor. */
  largestInTime: Wad;
}

export interface Credit {
  limit: Wad;
  parts: { part: CreditPart; amount: Wad }[];
  /** The parts come to more than anybody may borrow. */
  isCapped: boolean;
}

const monthMs = 30 * 86_400_000;

/** Nothing without a certified identity. */
export function creditOf(standing: Standing, limits: LoanLimits, now: number): Credit {
  const { isVerified, openedAt, vip, largestInTime } = standing;
  const months = Math.min(limits.ageMonthsMax, Math.max(0, Math.floor((now - openedAt) / monthMs)));
  const ofHistory = multiplyDown(largestInTime, limits.historyShare, usdtDecimals);
  const amounts: Record<CreditPart, Wad> = {
    identity: limits.identityAmount,
    age: (limits.ageAmount * BigInt(months)) as Wad,
    vip: (limits.vipAmount * BigInt(vip)) as Wad,
    history: ofHistory < limits.historyMax ? ofHistory : limits.historyMax,
  };
  const parts = (['identity', 'age', 'vip', 'history'] as const).map((part) => ({
    part,
    amount: isVerified ? amounts[part] : zero,
  }));
  const sum = parts.map(({ amount }) => amount).reduce(add, zero);
  const isCapped = sum > limits.limitMax;
  return { limit: isCapped ? limits.limitMax : sum, parts, isCapped };
}
