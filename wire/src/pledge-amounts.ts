// What a pledge earns: the server reserves and posts by it, the app shows it, and its receipt is checked by it.
import { usdtDecimals } from './coins.ts';
import { multiplyDown, subtract, type Wad } from './money.ts';

export const pledgeDayMs = 86_400_000;

/** Of the first days together. Rounded once, so that the incomes of all days are the whole term's to the last digit. */
export const incomeUpTo = (amount: Wad, dailyRate: Wad, days: number): Wad =>
  multiplyDown(amount, (dailyRate * BigInt(days)) as Wad, usdtDecimals);

/** Of one day, counted from 1. */
export const incomeOfDay = (amount: Wad, dailyRate: Wad, day: number): Wad =>
  subtract(incomeUpTo(amount, dailyRate, day), incomeUpTo(amount, dailyRate, day - 1));
