// An order as the wire writes it.
import {
  formatAmount,
  optionSides,
  toInstant,
  wireId,
  type Coin,
  type OptionOrderMessage,
  type Wad,
} from '@candor/wire';
import { tickMessage } from '../market/archive/tick-point.ts';
import type { OptionOrder } from './order.ts';

export function orderMessage(order: OptionOrder, terms: { payoutRate: Wad; coin: Coin }): OptionOrderMessage {
  const { ending } = order;
  return {
    option_order_id: wireId('option', order.orderId),
    pair_type: terms.coin.symbol,
    trade_user_id: wireId('account', order.accountId),
    trade_transaction_type: optionSides[order.side],
    trade_num: formatAmount(order.stake),
    trade_type: ending ? 0 : 1,
    option_config_id: order.configId,
    config_version: order.configVersion,
    duration_ms: order.durationMs,
    payout_rate: formatAmount(terms.payoutRate),
    exit_wait_ms: order.exitWaitMs,
    received_at: toInstant(order.receivedAt),
    accepted_sequence: order.acceptedSequence,
    entry: order.entry && tickMessage(order.entry),
    expires_at: order.expiresAt === null ? null : toInstant(order.expiresAt),
    exit: order.exit && tickMessage(order.exit),
    result: ending?.result ?? null,
    void_reason: ending?.voidReason ?? null,
    paid: ending ? formatAmount(ending.paid) : null,
    settled_at: ending ? toInstant(ending.settledAt) : null,
  };
}
