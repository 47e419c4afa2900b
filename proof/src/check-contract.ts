// Whether a contract's receipt says what its terms allow and its ticks decide.
import { fitsDecimals, wad } from '@candor/wire';
import type { ContractReceipt } from '@candor/wire';
import { checkSettled, checkTick } from './check-parts.ts';
import { check, differs, note } from './checks.ts';
import type { Check, ContractCheckName } from './checks.ts';
import { contractFormula } from './contract-formula.ts';
import type { ContractDecision } from './decide-contract.ts';

/** Fixed for version 1, whatever later versions say, so that an old receipt verifies for ever. */
export const termsOfContract1 = { entry_delay_ms: 250, entry_window_ms: 5_000, usdt_decimals: 4 } as const;

type ContractCheck = Check<ContractCheckName>;
const unit = 10n ** 18n;
const cent = 10n ** 14n;
const upTo = (amount: bigint, step: bigint): bigint => ((amount + step - 1n) / step) * step;

/** The terms are those of every contract of receipt version 1, and the margin and fee follow from the order. */
export function checkContractTerms({ order, terms }: ContractReceipt): ContractCheck {
  const faults = Object.entries(termsOfContract1).flatMap(([field, value]) =>
    differs(`terms.${field}`, terms[field as keyof typeof termsOfContract1], value),
  );
  const bounds: [field: 'fee_rate' | 'maintenance_rate' | 'slippage_max', below: string][] = [
    ['fee_rate', '1'],
    ['maintenance_rate', '0.01'],
    ['slippage_max', '0.1'],
  ];
  for (const [field, below] of bounds) {
    if (wad(terms[field]) >= wad(below)) faults.push(`terms.${field} is ${terms[field]}, not below ${below}`);
  }
  if (terms.lever_max < 1 || terms.lever_max > 100)
    faults.push(`terms.lever_max is ${terms.lever_max}, outside 1 to 100`);
  if (terms.config_version < 1) faults.push(`terms.config_version is ${terms.config_version}, below 1`);
  if (order.lever < 1 || order.lever > terms.lever_max) {
    faults.push(`order.lever is ${order.lever}, outside 1 to terms.lever_max ${terms.lever_max}`);
  }
  if (order.sheets < 1) faults.push(`order.sheets is ${order.sheets}, below 1`);
  if (order.received_ms <= 0) faults.push(`order.received_ms is ${order.received_ms}, which is no time`);
  if (order.accepted_sequence < 0) faults.push(`order.accepted_sequence is ${order.accepted_sequence}, below 0`);
  if (wad(order.sheet_size) === 0n || wad(order.trade_price) === 0n) {
    faults.push('order.sheet_size and order.trade_price must be above 0');
  }
  if (faults.length > 0) return check('terms', faults, '');
  const notional = BigInt(order.sheets) * wad(order.sheet_size) * wad(order.trade_price);
  const margin = upTo(notional, BigInt(order.lever) * unit * cent) / (BigInt(order.lever) * unit);
  const fee = upTo(wad(order.usd_num) * wad(terms.fee_rate), unit * cent) / unit;
  const amounts = [
    ...differs('order.usd_num', wad(order.usd_num), margin),
    ...differs('order.fee', wad(order.fee), fee),
  ];
  const fine =
    `${order.side} ${order.sheets} × ${order.sheet_size} ${order.coin} at ${order.trade_price} with lever ${order.lever}: ` +
    `margin ${order.usd_num}, fee ${order.fee}`;
  return check('terms', amounts, fine);
}

/** What was asked has a time, an order and an amount that make sense; the ticks are another matter. */
export function findRequestFaults({ changes, cancel, order }: ContractReceipt): string[] {
  const faults: string[] = [];
  let latest = { received_ms: 0, accepted_sequence: order.accepted_sequence };
  for (const [place, change] of changes.entries()) {
    const path = `changes.${place}`;
    if (change.kind === 'part') continue;
    if (change.accepted_sequence < latest.accepted_sequence) {
      faults.push(`${path}.accepted_sequence is ${change.accepted_sequence}, before what was asked earlier`);
    }
    if (change.received_ms < order.received_ms) faults.push(`${path}.received_ms is before order.received_ms`);
    if (change.kind === 'close' && change.sheets < 1) faults.push(`${path}.sheets is ${change.sheets}, below 1`);
    if (change.kind === 'margin' && (wad(change.amount) === 0n || !fitsDecimals(wad(change.amount), 4))) {
      faults.push(`${path}.amount is ${change.amount}, which nobody can add`);
    }
    latest = change;
  }
  if (cancel !== null && cancel.accepted_sequence < latest.accepted_sequence) {
    faults.push(`cancel.accepted_sequence is ${cancel.accepted_sequence}, before what was asked earlier`);
  }
  return faults;
}

export function checkContractOutcome(
  receipt: ContractReceipt,
  decision: ContractDecision,
  isWhole: boolean,
): ContractCheck[] {
  return [
    checkReach(decision, isWhole),
    checkTick('entry', receipt.entry, decision.entry),
    checkChanges(receipt, decision),
    check(
      'liquidation',
      differs('liquidation_price', receipt.liquidation_price, decision.liquidationPrice),
      receipt.liquidation_price === null ? 'it never opened' : `liquidation price ${receipt.liquidation_price}`,
    ),
    checkTick('exit', receipt.exit, decision.exit),
    checkResult(receipt, decision),
    check(
      'payout',
      [
        ...differs('margin', receipt.margin, decision.margin),
        ...differs('pnl', receipt.pnl, decision.pnl),
        ...differs('paid', receipt.paid, decision.paid),
      ],
      `margin ${receipt.margin}, pnl ${receipt.pnl}, paid ${receipt.paid}`,
    ),
    check('formula', differs('formula', receipt.formula, contractFormula(receipt)), receipt.formula),
    checkSettled(receipt, decision),
  ];
}

function checkReach({ isReached, exit }: ContractDecision, isWhole: boolean): ContractCheck {
  if (!isReached) {
    return note('reach', 'the ticks do not yet show that this is the end; verify again with the public archive');
  }
  if (!isWhole) {
    return note(
      'reach',
      'ticks between entry and end are not in the receipt; the public archive shows that none of them ended it',
    );
  }
  return check('reach', [], exit ? `no tick before ${exit[0]} is left out` : 'no tick up to its end is left out');
}

/** Partial closes are those that the ticks made, and nothing was asked that could not come into force. */
function checkChanges(receipt: ContractReceipt, { parts, exit }: ContractDecision): ContractCheck {
  const faults = findRequestFaults(receipt);
  const claimed = receipt.changes.filter((change) => change.kind === 'part');
  for (let place = 0; place < Math.max(claimed.length, parts.length); place++) {
    const [left, right] = [claimed[place], parts[place]];
    if (!left || !right) {
      faults.push(...differs(`partial close ${place + 1} of changes`, left?.tick.sequence, right?.tick.sequence));
      continue;
    }
    for (const field of ['sheets', 'margin', 'pnl', 'paid'] as const) {
      faults.push(...differs(`partial close ${place + 1} of changes: ${field}`, left[field], right[field]));
    }
    for (const field of ['sequence', 'price', 'published_ms'] as const) {
      faults.push(
        ...differs(`partial close ${place + 1} of changes: tick.${field}`, left.tick[field], right.tick[field]),
      );
    }
  }
  const last = receipt.changes.at(-1);
  if (exit && last && last.kind !== 'part' && last.accepted_sequence >= exit[0]) {
    faults.push(`changes end with one after tick ${exit[0]}, which had ended it`);
  }
  return check('changes', faults, `${receipt.changes.length} changes, ${parts.length} of them partial closes`);
}

function checkResult(receipt: ContractReceipt, decision: ContractDecision): ContractCheck {
  const faults = [
    ...differs('result', receipt.result, decision.result),
    ...differs('cancel_reason', receipt.cancel_reason, decision.cancelReason),
    ...differs('cancel', receipt.cancel !== null, decision.cancelReason === 'by-customer'),
  ];
  const reason = decision.cancelReason === null ? '' : ` (${decision.cancelReason})`;
  return check('result', faults, `${decision.result ?? 'still open'}${reason}`);
}
