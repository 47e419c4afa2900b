// The entry: the first tick that counts opens the position, or shows that the order can't be opened as it was meant.
import { add } from '@candor/wire';
import type { ContractCancelReason, Uuid, Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { updateRow, type Command, type CommandState, type Decision } from '../ledger/command.ts';
import { countEnded, countFilled } from './account-orders.ts';
import { addOpen, contractExposures, coverOf, removeWaiting, reserveWithin, stressReserve } from './house-limit.ts';
import { pointOf, type TickPoint } from '../market/archive/tick-point.ts';
import { contractOrders, type Asked, type ContractOrder } from './order.ts';
import { orderAndExposure, type OrderStep } from './order-step.ts';
import { judgeFill, waitsUntil } from './rules.ts';

export interface FillContract extends OrderStep {
  /** Undefined when the archive shows that no tick that counts came in time. */
  tick: TickPoint | undefined;
  /** Today's, for the house's reserve. */
  price: Wad;
}

/** Replies with the order as it is then. Doing it again, or with a tick that does not fill it, changes nothing. */
export const fillContract: Command<FillContract, ContractOrder> = {
  name: 'fill-contract',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve', 'fees'],
  rows: orderAndExposure,
  decide(input, state) {
    const { orderId, tick, config } = input;
    const order = state.row(contractOrders, orderId);
    assert(order, `no contract ${orderId}`);
    if (order.state !== 'waiting') return { objectId: orderId, moves: [], reply: order };
    const until = waitsUntil(order);
    assert(tick || (until !== null && until <= state.now), `order ${orderId} waits for a tick, its time is not over`);
    const isMarket = order.orderType === 'market';
    const verdict = tick ? judgeFill(order, tick, config) : isMarket ? 'no-entry-tick' : 'expired';
    if (verdict === 'waits') return { objectId: orderId, moves: [], reply: order };
    if (verdict === 'price-moved') return giveUp(order, state, { ...input, reason: verdict, exit: tick! });
    if (typeof verdict === 'string') return giveUp(order, state, { ...input, reason: verdict, exit: null });
    return open({ ...order, entry: pointOf(tick!), liquidationPrice: verdict.liquidationPrice }, state, input);
  },
};

function open(filled: ContractOrder, state: CommandState, input: FillContract): Decision<ContractOrder> {
  const order: ContractOrder = { ...filled, state: 'open' };
  const before = state.row(contractExposures, input.exposureId)!;
  const after = addOpen(removeWaiting(before, order), order, order.sheets);
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
    writes: [
      updateRow(contractOrders, order),
      updateRow(contractExposures, { ...after, reserved }),
      ...countFilled(order, state),
    ],
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
  const before = state.row(contractExposures, why.exposureId)!;
  const after = removeWaiting(before, order);
  const needed = stressReserve(after, why.price, why.stressRate);
  const reserved = reserveWithin({ needed, before: before.reserved, bankroll: state.house('bankroll', 'USDT') });
  const back = add(order.margin, order.fee);
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
    writes: [
      updateRow(contractOrders, ended),
      updateRow(contractExposures, { ...after, reserved }),
      countEnded(order, state),
    ],
    reply: ended,
    events: [{ name: 'contracts.changed', payload: ended }],
  };
}
