// The sentence on a receipt that shows how its result and payout come about, with the numbers in it.
import type { OptionExitRule, OptionReceipt } from '@candor/wire';
import { exitWaitOf } from './decide-option.ts';

/** The parts of a receipt that its formula is made of. */
export type FormulaFacts = Pick<
  OptionReceipt,
  'order' | 'terms' | 'entry' | 'exit' | 'result' | 'void_reason' | 'paid'
> & { exit_rule?: OptionExitRule | null };

/** The server writes this text into the receipt, and whoever verifies recomputes it. */
export function optionFormula(facts: FormulaFacts): string {
  const { order, terms, paid } = facts;
  switch (facts.result) {
    case 'win':
      return (
        `${comparison(facts)} → ${order.side} wins; ` +
        `paid = ${order.stake} + ${order.stake} × ${terms.payout_rate} = ${paid} (${terms.payout_decimals} decimals, down)`
      );
    case 'lose':
      return `${comparison(facts)} → ${order.side} loses; paid = ${paid}`;
    case 'tie':
      return `${comparison(facts)} → tie, stake back; paid = ${paid}`;
    case 'void':
      return `${absence(facts)} → void, stake back; paid = ${paid}`;
  }
}

function comparison({ entry, exit, exit_rule, result, order }: FormulaFacts): string {
  const isRise = result === (order.side === 'up' ? 'win' : 'lose');
  const sign = result === 'tie' ? '=' : isRise ? '>' : '<';
  const name = exit_rule === 'first-after-expiry' ? 'exit by the first tick after expiry' : 'exit';
  return `${name} ${exit?.price ?? 'none'} ${sign} entry ${entry?.price ?? 'none'}`;
}

function absence({ void_reason, terms }: FormulaFacts): string {
  if (void_reason === 'no-entry-tick') {
    return `no tick from ${terms.entry_delay_ms} ms to ${terms.entry_window_ms} ms after receipt`;
  }
  const waitMs = exitWaitOf(terms);
  const later = waitMs === 0 ? '' : ` and none in the ${waitMs} ms after it`;
  return `no tick in the last ${terms.exit_age_max_ms} ms up to expiry${later}`;
}
