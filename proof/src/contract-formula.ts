// The sentence on a contract's receipt that shows how it opened, why it ended and what it paid, with the numbers in it.
import type { ContractReceipt } from '@candor/wire';

/** The parts of a receipt that its formula is made of. */
export type ContractFacts = Pick<
  ContractReceipt,
  | 'order'
  | 'changes'
  | 'entry'
  | 'exit'
  | 'result'
  | 'cancel_reason'
  | 'liquidation_price'
  | 'margin'
  | 'pnl'
  | 'paid'
  | 'terms'
>;

/** The server writes this text into the receipt, and whoever verifies recomputes it. */
export function contractFormula(facts: ContractFacts): string {
  const { order, result, paid, margin, pnl } = facts;
  if (result === 'cancelled') {
    return `${absence(facts)} → cancelled; paid = ${order.usd_num} + ${order.fee} = ${paid}`;
  }
  const sheets = order.sheets - facts.changes.reduce((sum, each) => sum + (each.kind === 'part' ? each.sheets : 0), 0);
  const [from, to] =
    order.side === 'long' ? [facts.entry?.price, facts.exit?.price] : [facts.exit?.price, facts.entry?.price];
  return (
    `${cause(facts)}; pnl = (${to ?? 'none'} − ${from ?? 'none'}) × ${sheets} × ${order.sheet_size} = ${pnl}; ` +
    `paid = max(0, ${margin} + ${pnl}) = ${paid} (${facts.terms.usdt_decimals} decimals, down)`
  );
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
    case 'by-customer':
    case null:
      return 'cancelled by the customer before its price came';
  }
}
