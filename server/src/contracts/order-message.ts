// An order and its history as the wire writes them.
import { coinOfCode, contractSides, contractTabs, feeOfClosed, formatAmount, toInstant, wireId, zero, type ContractChangeMessage, type ContractOrderMessage, type ContractPartMessage, type Wad, subtract, add } from '@candor/wire'; // oxfmt-ignore
import { tickMessage } from '../market/archive/tick-point.ts';
import type { Asked, ContractChange, ContractOrder, ContractPart } from './order.ts';

export function orderMessage(order: ContractOrder): ContractOrderMessage {
  const { state, ending } = order;
  const isOpen = state === 'open';
  const held = isOpen ? add(order.openMargin, order.openAdded) : zero;
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
    expires_at: order.expiresAt === null ? null : toInstant(order.expiresAt),
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
    paid: formatAmount(subtract(order.paid, order.due)),
    payment_due: formatAmount(order.due),
    pnl: formatAmount(pnlSoFar(order)),
    realised: formatAmount(realisedSoFar(order)),
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

export function partMessage(part: ContractPart): ContractPartMessage {
  const { margin, paid, sheets, fee, orderSheets, closed } = part;
  const shareUpTo = (count: number): Wad => feeOfClosed({ fee, sheets: orderSheets, closed: count });
  const share = subtract(shareUpTo(closed), shareUpTo(closed - sheets));
  return {
    trade_id: wireId('contract', part.orderId),
    number: part.number,
    trade_btc_tpye: coinOfCode(part.coin)!.symbol,
    trade_transaction_type: contractSides[part.side],
    trade_lever: part.lever,
    sheets_num: sheets,
    entry: tickMessage(part.entry),
    tick: tickMessage(part.tick),
    at: toInstant(part.at),
    margin: formatAmount(margin),
    paid: formatAmount(paid),
    fee: formatAmount(share),
    net: formatAmount(subtract(subtract(paid, margin), share)),
  };
}

/** What came back, or is due, less what of the margin is not at stake any more. */
function pnlSoFar({ state, ending, margin, addedMargin, openMargin, openAdded, paid }: ContractOrder): Wad {
  if (state === 'waiting' || ending?.result === 'cancelled') return zero;
  const atStake = state === 'open' ? add(openMargin, openAdded) : zero;
  const released = subtract(add(margin, addedMargin), atStake);
  return subtract(paid, released);
}

/** That less what of the fee belongs to what is closed. */
function realisedSoFar(order: ContractOrder): Wad {
  const { state, ending, fee, sheets, openSheets } = order;
  if (state === 'waiting' || ending?.result === 'cancelled') return zero;
  const closed = state === 'open' ? sheets - openSheets : sheets;
  return subtract(pnlSoFar(order), feeOfClosed({ fee, sheets, closed }));
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
