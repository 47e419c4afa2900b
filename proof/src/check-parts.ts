// What receipts of every kind are checked for in the same way: a tick that decided, and the moment of settling.
import type { ArchivedTick, Receipt, ReceiptTick } from '@candor/wire';
import { check, differs } from './checks.ts';
import type { Check } from './checks.ts';

/** The tick that a receipt names is the one that its ticks decide, or there is none in both. */
export function checkTick<Name extends 'entry' | 'exit'>(
  name: Name,
  claimed: ReceiptTick | null,
  decided: ArchivedTick | undefined,
): Check<Name> {
  if (claimed === null || decided === undefined) {
    const [left, right] = [claimed && `tick ${claimed.sequence}`, decided === undefined ? null : tickText(decided)];
    return check(name, differs(name, left, right), `no ${name} tick`);
  }
  const faults = [
    ...differs(`${name}.sequence`, claimed.sequence, decided[0]),
    ...differs(`${name}.price`, claimed.price, decided[1]),
    ...differs(`${name}.published_ms`, claimed.published_ms, decided[3]),
  ];
  return check(name, faults, tickText(decided));
}

const tickText = (tick: ArchivedTick): string => `tick ${tick[0]} at ${tick[1]}, published at ${tick[3]}`;

/** Nothing is settled before it could be decided. */
export function checkSettled(
  { settled_at }: Pick<Receipt, 'settled_at'>,
  { decidedMs }: { decidedMs: number },
): Check<'settled'> {
  const lateMs = Date.parse(settled_at) - decidedMs;
  const faults = lateMs < 0 ? [`settled_at is ${settled_at}, ${-lateMs} ms before it could be decided`] : [];
  return check('settled', faults, `${settled_at}, ${lateMs} ms after it was decided`);
}
