// What borrowing costs and when it is due: the app shows it before, the server charges by it.
import { usdtDecimals } from './coins.ts';
import { add, multiplyUp, subtract, zero, type Wad } from './money.ts';

/** Of so many months together, rounded up once to the smallest unit. */
export const loanCost = (amount: Wad, monthlyRate: Wad, months: number): Wad =>
  multiplyUp(amount, (monthlyRate * BigInt(months)) as Wad, usdtDecimals);

/** Months of simple cost, as a share of the amount. */
export const yearlyRate = (monthlyRate: Wad): Wad => (monthlyRate * 12n) as Wad;

/** The same day and time of a later month in UTC; its last day where it has no such day. */
export function monthsLater(at: number, months: number): number {
  const from = new Date(at);
  const later = new Date(at);
  later.setUTCMonth(from.getUTCMonth() + months, 1);
  const daysOfMonth = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(from.getUTCDate(), daysOfMonth));
  return later.getTime();
}

/** What runs, as far as it says what is owed. */
export interface RunningLoan {
  amount: Wad;
  monthlyRate: Wad;
  months: number;
  since: number;
}

/** At least one, at most all. A month begins with its first millisecond. */
export function monthsBegun({ months, since }: Pick<RunningLoan, 'months' | 'since'>, now: number): number {
  let begun = 1;
  while (begun < months && monthsLater(since, begun) <= now) begun++;
  return begun;
}

/** The amount, and the cost of the months that have begun, less what has been collected: what ends it now. */
export const owedAt = (loan: RunningLoan, now: number, collected: Wad = zero): Wad =>
  subtract(add(loan.amount, loanCost(loan.amount, loan.monthlyRate, monthsBegun(loan, now))), collected);
