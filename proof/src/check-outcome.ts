// Whether what a receipt says happened is what its ticks decide: entry, expiry, exit, result, payout.
import type { OptionReceipt } from '@candor/wire';
import { checkSettled, checkTick } from './check-parts.ts';
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
