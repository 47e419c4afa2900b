// Whether a contract's receipt says what its terms allow and its ticks decide.
import { formatAmount, wad, one } from '@candor/wire';
import type { ContractReceipt, Wad } from '@candor/wire';
import { checkSettled, checkTick } from './check-parts.ts';
import { check, differs, note } from './checks.ts';
import type { Check, ContractCheckName } from './checks.ts';
import { checkChanges } from './check-changes.ts';
import { contractFormula, partFormula } from './contract-formula.ts';
import type { ContractDecision } from './decide-contract.ts';

/** Fixed for version 1, whatever later versions say, so that an old receipt verifies for ever. */
export const termsOfContract1 = { entry_delay_ms: 250, entry_window_ms: 5_000, usdt_decimals: 4 } as const;

type ContractCheck = Check<ContractCheckName>;
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
  if (terms.limit_expiry_ms !== undefined && terms.limit_expiry_ms < 1) {
    faults.push(`terms.limit_expiry_ms is ${terms.limit_expiry_ms}, below 1`);
  }
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
  const margin = upTo(notional, BigInt(order.lever) * one * cent) / (BigInt(order.lever) * one);
  const fee = upTo(wad(order.usd_num) * wad(terms.fee_rate), one * cent) / one;
  const amounts = [
    ...differs('order.usd_num', wad(order.usd_num), margin),
    ...differs('order.fee', wad(order.fee), fee),
  ];
  const fine =
    `${order.side} ${order.sheets} × ${order.sheet_size} ${order.coin} at ${order.trade_price} with lever ${order.lever}: ` +
    `margin ${order.usd_num}, fee ${order.fee}`;
  return check('terms', amounts, fine);
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
        ...(receipt.version === 2
          ? [...differs('fee', receipt.fee, decision.fee), ...differs('net', receipt.net, decision.net)]
          : []),
        ...findLateFaults(receipt),
      ],
      `margin ${receipt.margin}, pnl ${receipt.pnl}, paid ${receipt.paid}`,
    ),
    check('formula', findFormulaFaults(receipt), receipt.formula),
    checkSettled(receipt, decision),
  ];
}

/** What was paid late is not more than what was to be paid, and is paid in its order. */
function findLateFaults({ late_payments: late = [], paid, changes }: ContractReceipt): string[] {
  const inAll = changes.reduce((sum, each) => sum + (each.kind === 'part' ? wad(each.paid) : 0n), 0n + wad(paid));
  const sum = late.reduce((total, { amount }) => total + wad(amount), 0n);
  const faults = sum > inAll ? [`late_payments are ${formatAmount(sum as Wad)}, more than was paid`] : [];
  const times = late.map(({ paid_at }) => (paid_at === null ? Infinity : Date.parse(paid_at)));
  if (times.some((time, place) => Number.isNaN(time) || time < (times[place - 1] ?? 0)))
    faults.push('late_payments are not paid one after the other');
  if (late.some(({ amount }) => wad(amount) === 0n)) faults.push('late_payments name nothing');
  return faults;
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

/** Of the whole and, from version 2 on, of each part. */
function findFormulaFaults(receipt: ContractReceipt): string[] {
  const faults = differs('formula', receipt.formula, contractFormula(receipt));
  let before = 0;
  for (const part of receipt.version === 2 ? receipt.changes : []) {
    if (part.kind !== 'part') continue;
    faults.push(...differs('formula of a part in changes', part.formula, partFormula(receipt, part, before)));
    before += part.sheets;
  }
  return faults;
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
