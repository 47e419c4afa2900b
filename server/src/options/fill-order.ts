// The entry: the first tick that counts for an order becomes its price, and its seconds start.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { updateRow, type Command, type Entity } from '../ledger/command.ts';
import type { TickPoint } from './order.ts';
import { expiryOf, isEntryTick } from './rules.ts';
import { optionOrders } from './store.ts';

interface FillOptionsOrder {
  orderId: Uuid;
  tick: TickPoint;
}

/** Replies with the time of expiry, or null if the order had ended before. Doing it again changes nothing. */
export const fillOptionsOrder: Command<FillOptionsOrder, { expiresAt: number | null }> = {
  name: 'fill-options-order',
  coins: () => [],
  house: [],
  rows: ({ orderId }) => [{ entity: optionOrders as unknown as Entity, id: orderId }],
  decide({ orderId, tick }, state) {
    const order = state.row(optionOrders, orderId);
    assert(order, `no option order ${orderId}`);
    if (order.ending || order.entry) return { objectId: orderId, moves: [], reply: { expiresAt: order.expiresAt } };
    assert(isEntryTick(order, tick), `tick ${tick.sequence} is no entry for ${orderId}`);
    const { sequence, price, publishedAt } = tick;
    const filled = { ...order, entry: { sequence, price, publishedAt }, expiresAt: expiryOf(tick, order.durationMs) };
    return {
      objectId: orderId,
      moves: [],
      writes: [updateRow(optionOrders, filled)],
      reply: { expiresAt: filled.expiresAt },
      events: [{ name: 'options.changed', payload: filled }],
    };
  },
};
