// A cancel counts from the next moment on, as an order does: who knows the next ticks could else take back what they would fill.
import type { SwapOrderMessage, Uuid } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command } from '../ledger/command.ts';
import { orderMessage, statusOf } from './order-message.ts';
import { swapOrders, type SwapOrder } from './order.ts';
import { cancelAt } from './rules.ts';

interface CancelLimit {
  orderId: Uuid;
  receivedAt: number;
  /** Of the newest tick of its coin then. */
  sequence: number;
}

/** Refuses with `order-not-cancellable` for a quote that was accepted, and `order-changed` for what has ended. */
export const cancelLimit: Command<CancelLimit, SwapOrderMessage> = {
  name: 'cancel-limit-swap',
  takesBack: true,
  refusals: ['order-not-cancellable', 'order-changed'],
  coins: () => [],
  house: [],
  rows: ({ orderId }) => [{ table: swapOrders, id: orderId }],
  decide({ orderId, receivedAt, sequence }, state) {
    const order = state.row(swapOrders, orderId);
    if (!order || order.ending || order.cancel) {
      return new Refusal('order-changed', { state: order ? statusOf(order) : 'none' });
    }
    if (order.kind === 'quote') return new Refusal('order-not-cancellable');
    const changed: SwapOrder = {
      ...order,
      expiresAt: Math.min(order.expiresAt, cancelAt(receivedAt)),
      cancel: { receivedAt, sequence },
    };
    return {
      objectId: orderId,
      moves: [],
      writes: [updateRow(swapOrders, changed)],
      reply: orderMessage(changed),
      events: [{ name: 'swap.changed', payload: changed }],
    };
  },
};
