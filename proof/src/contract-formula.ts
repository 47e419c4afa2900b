// The sentence on a contract's receipt that shows how it opened, why it ended and what it paid, with the numbers in it.
import type { ContractReceipt, ContractReceiptChange } from '@candor/wire';
import { feeBefore } from './close-sheets.ts';
import type { DecidedPart } from './decide-contract.ts';

/** The parts of a receipt that its formula is made of. */
export type ContractFacts = Pick<
  ContractReceipt,
  'order' | 'entry' | 'exit' | 'result' | 'cancel_reason' | 'liquidation_price' | 'margin' | 'pnl' | 'paid' | 'terms'
> & {
  changes: readonly ContractReceiptChange[];
  /** From version 2 on. */
  fee?: string;
  net?: string;
};

/**
 * The server writes this text into the receipt, and whoever verifies recomputes it.
 *
 * How its numbers come about, exactly, in USDT of `terms.usdt_decimals` (4) decimals; every value is computed whole and rounded once:
 * - `usd_num`, the margin, = sheets × sheet_size × trade_price / lever, rounded up; `fee` = usd_num × fee_rate, rounded up.
 * - `pnl` of what is closed = ±(exit − entry) × sheets × sheet_size, rounded towards less: 1.23456 becomes 1.2345, −1.23451 becomes
 *   −1.2346. `paid` = max(0, margin + pnl), with nothing left to round.
 * - A partial close (a change of kind `part`) of n of N sheets takes its share of the margin: of the margin agreed at the order and of
 *   what was added since each × n / N, each rounded down, and its `margin` is the two together. What was rounded off stays with the
 *   sheets that go on, so that all parts and the end together give back every unit. N is what was open before that part. The end takes all
 *   that is left, without rounding.
 * - `liquidation_price` of a long = entry − d, of a short = entry + d, with
 *   d = entry × (1 / lever − maintenance_rate) + added margin / (open sheets × sheet_size), rounded up to 18 decimals: away from the price.
 *   It is computed anew after each partial close and each added margin. A long whose d is its entry or more has the liquidation price
 *   0: no price liquidates it, as prices are above 0. `liquidation_price` is null only for an order that never opened.
 * - `fee` of what is closed, from version 2 on, = order.fee × sheets closed by then / sheets, rounded down, less the same of those closed
 *   before: all shares together are the fee. `net` = paid − margin − fee: what the balance has more by it.
 */
export function contractFormula(facts: ContractFacts): string {
  const { order, result, paid, margin, pnl } = facts;
  if (result === 'cancelled') {
    return `${absence(facts)} → cancelled; paid = ${order.usd_num} + ${order.fee} = ${paid}`;
  }
  const before = facts.changes.reduce((sum, each) => sum + (each.kind === 'part' ? each.sheets : 0), 0);
  const sheets = order.sheets - before;
  const { fee, net, exit } = facts;
  const paidOf = `${cause(facts)}; ${paidFormula(facts, { sheets, price: exit?.price, margin, pnl, paid })}`;
  if (fee === undefined || net === undefined) return paidOf;
  return `${paidOf}; ${netFormula(order, { before, sheets, margin, paid, fee, net })}`;
}

/** Of a part, from version 2 on; `before` are the sheets that were closed before it. */
export function partFormula(
  facts: Pick<ContractFacts, 'order' | 'entry' | 'terms'>,
  part: DecidedPart,
  before: number,
): string {
  const { tick, ...figures } = part;
  const paidOf = `closed by the customer at ${tick.price}; ${paidFormula(facts, { ...figures, price: tick.price })}`;
  return `${paidOf}; ${netFormula(facts.order, { ...figures, before })}`;
}

interface Closed {
  sheets: number;
  margin: string;
  paid: string;
}

function paidFormula(
  { order, entry, terms }: Pick<ContractFacts, 'order' | 'entry' | 'terms'>,
  { sheets, price, margin, pnl, paid }: Closed & { price: string | undefined; pnl: string },
): string {
  const [from, to] = order.side === 'long' ? [entry?.price, price] : [price, entry?.price];
  return (
    `pnl = (${to ?? 'none'} − ${from ?? 'none'}) × ${sheets} × ${order.sheet_size} = ${pnl}; ` +
    `paid = max(0, ${margin} + ${pnl}) = ${paid} (${terms.usdt_decimals} decimals, down)`
  );
}

function netFormula(
  order: ContractFacts['order'],
  { before, sheets, margin, paid, fee, net }: Closed & { before: number; fee: string; net: string },
): string {
  const shared = `${order.fee} × ${before + sheets} / ${order.sheets} − ${feeBefore(order, before)}`;
  return `fee = ${shared} = ${fee}; net = ${paid} − ${margin} − ${fee} = ${net}`;
}

function cause({ result, order, exit, liquidation_price, changes }: ContractFacts): string {
  const stops = changes.findLast((each) => each.kind === 'stops');
  const [lost, won] = order.side === 'long' ? ['≤', '≥'] : ['≥', '≤'];
  const price = exit?.price ?? 'none';
  switch (result) {
    case 'liquidated':
      return `price ${price} ${lost} liquidation price ${liquidation_price ?? 'none'} → ${order.side} liquidated`;
    case 'stop-loss':
      return `price ${price} ${lost} stop-loss ${stops?.stop_loss ?? 'none'} → ${order.side} closed`;
    case 'take-profit':
      return `price ${price} ${won} take-profit ${stops?.take_profit ?? 'none'} → ${order.side} closed`;
    case 'closed':
    case 'cancelled':
      return `closed by the customer at ${price}`;
  }
}

function absence({ cancel_reason, exit, order, terms }: ContractFacts): string {
  switch (cancel_reason) {
    case 'price-moved':
      return `price ${exit?.price ?? 'none'} against ${order.trade_price}: it moved too far`;
    case 'no-entry-tick':
      return `no tick from ${terms.entry_delay_ms} ms to ${terms.entry_window_ms} ms after receipt`;
    case 'expired':
      return `no tick at ${order.trade_price} within ${terms.limit_expiry_ms ?? 'any number of'} ms after receipt`;
    case 'by-customer':
    case null:
      return 'cancelled by the customer before its price came';
  }
}
