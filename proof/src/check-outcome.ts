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
    checkExit(receipt, decision),
    checkResult(receipt, decision),
    check('payout', differs('paid', receipt.paid, decision.paid), `paid ${receipt.paid}`),
    check('formula', differs('formula', receipt.formula, optionFormula(receipt)), receipt.formula),
    checkSettled(receipt, decision),
  ];
}

function checkReach({ isReached, decidedMs, exitRule }: OptionDecision): Check {
  if (!isReached) {
    return note('reach', `the ticks end before ${decidedMs} is over; one that decides otherwise may be left out`);
  }
  if (exitRule === 'first-after-expiry')
    return check('reach', [], `no tick before the exit at ${decidedMs} is left out`);
  return check('reach', [], `the ticks reach past ${decidedMs}, so none before it is left out`);
}

/** The tick, and which of the two that can be the exit it is said to be. */
function checkExit(receipt: OptionReceipt, { exit, exitRule }: OptionDecision): Check {
  const tick = checkTick('exit', receipt.exit, exit);
  if (receipt.version === 1) return tick;
  const faults = [...(tick.ok ? [] : [tick.detail]), ...differs('exit_rule', receipt.exit_rule, exitRule)];
  return check('exit', faults, exitRule === null ? tick.detail : `${tick.detail}, ${exitWords[exitRule]}`);
}

const exitWords = {
  'last-up-to-expiry': 'the last up to expiry',
  'first-after-expiry': 'the first after expiry',
} as const;

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
