// A swap as the wire writes it.
import { formatAmount, toInstant, wireId, type SwapOrderMessage } from '@candor/wire';
import { tickMessage } from '../market/archive/tick-point.ts';
import type { SwapOrder } from './order.ts';

export const statusOf = ({ ending }: SwapOrder): SwapOrderMessage['status'] => ending?.result ?? 'pending';

export const orderMessage = (order: SwapOrder): SwapOrderMessage => ({
  exchange_id: wireId('swap', order.orderId),
  account_id: wireId('account', order.accountId),
  kind: order.kind,
  from_coin: order.fromCoin,
  to_coin: order.toCoin,
  from_amount: formatAmount(order.fromAmount),
  to_amount: formatAmount(order.toAmount),
  rate: formatAmount(order.rate),
  received_at: toInstant(order.receivedAt),
  expires_at: toInstant(order.expiresAt),
  status: statusOf(order),
  reason: order.ending?.reason ?? null,
  from_tick: order.fromTick && tickMessage(order.fromTick),
  to_tick: order.toTick && tickMessage(order.toTick),
  given: order.ending && formatAmount(order.ending.given),
  received: order.ending && formatAmount(order.ending.received),
  settled_at: order.ending && toInstant(order.ending.settledAt),
});
