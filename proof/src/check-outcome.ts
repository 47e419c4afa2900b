// Whether what a receipt says happened is what its ticks decide: entry, expiry, exit, result, payout.
import type { ArchivedTick, OptionReceipt } from '@candor/wire';
import { check, differs, note } from './checks.ts';
import type { Check } from './checks.ts';
import type { OptionDecision } from './decide-option.ts';
import { optionFormula } from './option-formula.ts';

export function checkOutcome(receipt: OptionReceipt, decision: OptionDecision): Check[] {
  return [
    checkReach(decision),
    checkTick('entry', receipt.entry, decision.entry),
    checkExpiry(receipt, decision),
    checkTick('exit', receipt.exit, decision.exit),
    checkResult(receipt, decision),
    check('payout', differs('paid', receipt.paid, decision.paid), `paid ${receipt.paid}`),
    check('formula', differs('formula', receipt.formula, optionFormula(receipt)), receipt.formula),
    checkSettled(receipt, decision),
  ];
}

function checkReach({ isReached, decidedMs }: OptionDecision): Check {
  if (isReached) return check('reach', [], `the ticks reach past ${decidedMs}, so none before it is left out`);
  return note(
    'reach',
    `the archive does not yet show the tick after ${decidedMs}; verify again with the public archive`,
  );
}

function checkTick(name: 'entry' | 'exit', claimed: OptionReceipt['entry'], decided: ArchivedTick | undefined): Check {
  if (claimed === null || decided === undefined) {
    const faults = differs(
      name,
      claimed && `tick ${claimed.sequence}`,
      decided === undefined ? null : tickText(decided),
    );
    return check(name, faults, `no ${name} tick`);
  }
  const faults = [
    ...differs(`${name}.sequence`, claimed.sequence, decided[0]),
    ...differs(`${name}.price`, claimed.price, decided[1]),
    ...differs(`${name}.published_ms`, claimed.published_ms, decided[3]),
  ];
  return check(name, faults, tickText(decided));
}

const tickText = (tick: ArchivedTick): string => `tick ${tick[0]} at ${tick[1]}, published at ${tick[3]}`;

function checkExpiry({ expires_ms, terms }: OptionReceipt, { expiresMs }: OptionDecision): Check {
  const fine = expiresMs === undefined ? 'it never began' : `${terms.duration_ms} ms after the entry: ${expiresMs}`;
  return check('expiry', differs('expires_ms', expires_ms, expiresMs ?? null), fine);
}

function checkResult(receipt: OptionReceipt, decision: OptionDecision): Check {
  const faults = [
    ...differs('result', receipt.result, decision.result),
    ...differs('void_reason', receipt.void_reason, decision.voidReason),
  ];
  const reason = decision.voidReason === null ? '' : ` (${decision.voidReason})`;
  return check('result', faults, decision.result + reason);
}

function checkSettled(receipt: OptionReceipt, { decidedMs }: OptionDecision): Check {
  const lateMs = Date.parse(receipt.settled_at) - decidedMs;
  const faults = lateMs < 0 ? [`settled_at is ${receipt.settled_at}, ${-lateMs} ms before it could be decided`] : [];
  return check('settled', faults, `${receipt.settled_at}, ${lateMs} ms after it was decided`);
}
