// What borrowing costs, when it is due, and what is wrong with an amount. Pure.
import { add, borrowStates, loanCost, monthsLater, parseAmount, subtract, wad, yearlyRate, zero } from '@candor/wire';
import type { BorrowRecord, BorrowTerm, CreditLimit, Wad } from '@candor/wire';
import type { Fault } from '../text/refusal-text.ts';

export interface Cost {
  cost: Wad;
  total: Wad;
  perYear: Wad;
  dueAt: number;
}

/** As if it were paid out now. */
export function costOf(
  amount: Wad,
  { monthly_rate, month }: Pick<BorrowTerm, 'monthly_rate' | 'month'>,
  now: number,
): Cost {
  // oxfmt-ignore
  const rate = wad(monthly_rate);
  const cost = loanCost(amount, rate, month);
  return { cost, total: add(amount, cost), perYear: yearlyRate(rate), dueAt: monthsLater(now, month) };
}

/** The limit is unknown to a guest, who calculates with any amount that the terms allow. */
export function faultOf(text: string, { min, max }: BorrowTerm, limit: CreditLimit | undefined): Fault | undefined {
  const amount = parseAmount(text);
  if (amount === undefined) return { code: 'amount-malformed', facts: {} };
  if (amount < wad(min) || amount > wad(max)) return { code: 'borrow-out-of-range', facts: { min, max } };
  if (limit === undefined || limit.blocked !== null || amount <= wad(limit.limit)) return undefined;
  return { code: 'borrow-limit', facts: { available: limit.limit } };
}

/** What paying back now leaves out of the total that was agreed. */
export const savedNow = ({ total_amount, owed_now, collected }: BorrowRecord): Wad =>
  owed_now === null ? zero : subtract(subtract(wad(total_amount), wad(collected)), wad(owed_now));

/** What ends it if it is paid back in each month: its day, and the sum. */
export const endsByMonth = ({ number, monthly_rate, month, paid_out_at }: BorrowRecord): { at: number; owed: Wad }[] =>
  paid_out_at === null
    ? []
    : Array.from({ length: month }, (_, place) => ({
        at: monthsLater(Date.parse(paid_out_at), place + 1),
        owed: add(wad(number), loanCost(wad(number), wad(monthly_rate), place + 1)),
      }));

/** A later state is never overwritten by an earlier one that comes late. */
export const progressOf = ({ state }: BorrowRecord): number =>
  ({ [borrowStates.review]: 0, [borrowStates.paidOut]: 1, [borrowStates.overdue]: 2 })[state] ?? 3;
