// The entry: the first tick that counts opens the position, or shows that the order can't be opened as it was meant.
import type { ContractCancelReason, Uuid, Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { updateRow, type Command, type CommandState, type Decision } from '../ledger/command.ts';
import { addOpen, coverOf, removeWaiting, reserveWithin, stressReserve } from './house-limit.ts';
import { pointOf, type TickPoint } from '../market/tick-point.ts';
import type { Asked, ContractOrder } from './order.ts';
import { orderAndExposure, type OrderStep } from './order-step.ts';
import { coinAmount, judgeFill } from './rules.ts';
import { contractExposures, contractOrders } from './store.ts';

export interface FillContract extends OrderStep {
  /** Undefined when the archive shows that no tick came in time. */
  tick: TickPoint | undefined;
  /** Today's, for the house's reserve. */
  price: Wad;
}

/** Replies with the order as it is then. Doing it again, or with a tick that does not fill it, changes nothing. */
export const fillContract: Command<FillContract, ContractOrder> = {
  name: 'fill-contract',
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve', 'fees'],
  rows: orderAndExposure,
  decide(input, state) {
    const { orderId, tick, config } = input;
    const order = state.row(contractOrders, orderId);
    assert(order, `no contract ${orderId}`);
    if (order.state !== 'waiting') return { objectId: orderId, moves: [], reply: order };
    assert(tick || order.orderType === 'market', `limit order ${orderId} waits for its price, not for a time`);
    const verdict = tick ? judgeFill(order, tick, config) : 'no-entry-tick';
    if (verdict === 'waits') return { objectId: orderId, moves: [], reply: order };
    if (verdict === 'price-moved') return giveUp(order, state, { ...input, reason: verdict, exit: tick! });
    if (verdict === 'no-entry-tick') return giveUp(order, state, { ...input, reason: verdict, exit: null });
    return open({ ...order, entry: pointOf(tick!), liquidationPrice: verdict.liquidationPrice }, state, input);
  },
};

function open(filled: ContractOrder, state: CommandState, input: FillContract): Decision<ContractOrder> {
  const order: ContractOrder = { ...filled, state: 'open' };
  const turn = { side: order.side, amount: coinAmount(order.sheets, order.sheetSize) };
  const before = state.row(contractExposures, input.exposureId)!;
  const after = addOpen(removeWaiting(before, turn), turn);
  const needed = stressReserve(after, input.price, input.stressRate);
  const bankroll = state.house('bankroll', 'USDT');
  const reserved = reserveWithin({ needed, before: before.reserved, bankroll });
  const coin = 'USDT';
  return {
    objectId: order.orderId,
    moves: [
      {
        kind: 'contract-opened',
        coin,
        from: 'reserved',
        to: 'margin',
        amount: order.margin,
        ...coverOf(before.reserved, reserved),
      },
      ...(order.fee > 0n
        ? [{ kind: 'contract-fee', coin, from: 'reserved', to: 'fees', amount: order.fee } as const]
        : []),
    ],
    writes: [updateRow(contractOrders, order), updateRow(contractExposures, { ...after, reserved })],
    reply: order,
    events: [{ name: 'contracts.changed', payload: order }],
  };
}

export interface GivingUp {
  exposureId: Uuid;
  stressRate: Wad;
  price: Wad;
  reason: ContractCancelReason;
  /** The tick that decided it, if one did. */
  exit: TickPoint | null;
  cancelled?: Asked;
}

/** Margin and fee go back, and the house needs to set nothing aside for it any more. */
export function giveUp(order: ContractOrder, state: CommandState, why: GivingUp): Decision<ContractOrder> {
  const turn = { side: order.side, amount: coinAmount(order.sheets, order.sheetSize) };
  const before = state.row(contractExposures, why.exposureId)!;
  const after = removeWaiting(before, turn);
  const needed = stressReserve(after, why.price, why.stressRate);
  const reserved = reserveWithin({ needed, before: before.reserved, bankroll: state.house('bankroll', 'USDT') });
  const back = (order.margin + order.fee) as Wad;
  const { reason, exit, cancelled = null } = why;
  const ended: ContractOrder = {
    ...order,
    state: 'ended',
    exit: exit && pointOf(exit),
    ending: { result: 'cancelled', cancelReason: reason, cancelled, settledAt: state.now },
    paid: back,
  };
  return {
    objectId: order.orderId,
    moves: [
      {
        kind: 'contract-cancelled',
        coin: 'USDT',
        from: 'reserved',
        to: 'available',
        amount: back,
        ...coverOf(before.reserved, reserved),
      },
    ],
    writes: [updateRow(contractOrders, ended), updateRow(contractExposures, { ...after, reserved })],
    reply: ended,
    events: [{ name: 'contracts.changed', payload: ended }],
  };
}
