// An order and its history as the wire writes them.
import { coinOfCode, contractSides, contractTabs, formatAmount, toInstant, wireId, zero, type ContractChangeMessage, type ContractOrderMessage, type Wad } from '@candor/wire'; // prettier-ignore
import { tickMessage } from '../market/tick-point.ts';
import type { Asked, ContractChange, ContractOrder } from './order.ts';

export function orderMessage(order: ContractOrder): ContractOrderMessage {
  const { state, ending } = order;
  const isOpen = state === 'open';
  const held = isOpen ? ((order.openMargin + order.openAdded) as Wad) : zero;
  return {
    trade_id: wireId('contract', order.orderId),
    trade_price: formatAmount(order.tradePrice),
    trade_lever: order.lever,
    trade_user_id: wireId('account', order.accountId),
    trade_type: tabOf(order),
    trade_transaction_type: contractSides[order.side],
    trade_btc_tpye: coinOfCode(order.coin)!.symbol,
    usd_num: formatAmount(order.margin),
    sheets_num: order.sheets,
    order_type: order.orderType,
    sheet_size: formatAmount(order.sheetSize),
    fee: formatAmount(order.fee),
    config_version: order.configVersion,
    state,
    ...askedMessage(order),
    take_profit: optional(order.takeProfit),
    stop_loss: optional(order.stopLoss),
    entry: order.entry && tickMessage(order.entry),
    liquidation_price: optional(order.liquidationPrice),
    open_sheets: isOpen ? order.openSheets : 0,
    margin: formatAmount(held),
    added_margin: formatAmount(order.addedMargin),
    closing: order.closing && !ending ? { sheets_num: order.closing.sheets, ...askedMessage(order.closing) } : null,
    exit: order.exit && tickMessage(order.exit),
    result: ending?.result ?? null,
    cancel_reason: ending?.cancelReason ?? null,
    paid: formatAmount(order.paid),
    pnl: formatAmount(pnlSoFar(order)),
    settled_at: ending ? toInstant(ending.settledAt) : null,
  };
}

export function changeMessage(change: ContractChange): ContractChangeMessage {
  const isPart = change.kind === 'part';
  return {
    number: change.number,
    kind: change.kind,
    at: toInstant(isPart ? change.at : change.asked.receivedAt),
    accepted_sequence: isPart ? null : change.asked.acceptedSequence,
    take_profit: change.kind === 'stops' ? optional(change.takeProfit) : null,
    stop_loss: change.kind === 'stops' ? optional(change.stopLoss) : null,
    amount: change.kind === 'margin' ? formatAmount(change.amount) : isPart ? formatAmount(change.margin) : null,
    sheets_num: change.kind === 'close' || isPart ? change.sheets : null,
    tick: isPart ? tickMessage(change.tick) : null,
    paid: isPart ? formatAmount(change.paid) : null,
  };
}

/** What came back less what of the margin is not at stake any more. */
function pnlSoFar({ state, ending, margin, addedMargin, openMargin, openAdded, paid }: ContractOrder): Wad {
  if (state === 'waiting' || ending?.result === 'cancelled') return zero;
  const released = margin + addedMargin - (state === 'open' ? openMargin + openAdded : 0n);
  return (paid - released) as Wad;
}

function tabOf({ state, ending }: ContractOrder): number {
  switch (state) {
    case 'waiting':
      return contractTabs.open;
    case 'open':
      return contractTabs.positions;
    case 'ended':
      return ending!.result === 'liquidated' ? contractTabs.liquidation : contractTabs.history;
  }
}

const optional = (amount: Wad | null): string | null => (amount === null ? null : formatAmount(amount));

const askedMessage = ({ receivedAt, acceptedSequence }: Asked) => ({
  received_at: toInstant(receivedAt),
  accepted_sequence: acceptedSequence,
});
