// The end: what a tick does to a position. Close, take-profit, stop-loss and liquidation all come here and meet on one row:
// under its lock the rules say which of them the tick is, so that a position ends once, and keeps the tick that did it.
import type { Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { HouseShort, insertRow, updateRow, type Command, type Decision, type Move } from '../ledger/command.ts'; // prettier-ignore
import { coverOf, removeOpen, reserveWithin, stressReserve, type Exposure } from './house-limit.ts';
import type { TickPoint } from '../market/tick-point.ts';
import type { ContractChange, ContractOrder } from './order.ts';
import { orderAndExposure, type OrderStep } from './order-step.ts';
import { coinAmount, endCause, liquidationPriceOf, payoutOf, pnlOf, shareOf } from './rules.ts';
import { contractChanges, contractExposures, contractOrders } from './store.ts';

export interface EndPosition extends OrderStep {
  tick: TickPoint;
}

/** Replies with the order as it is then. Doing it again, or with a tick that ends nothing, changes nothing. */
export const endPosition: Command<EndPosition, ContractOrder> = {
  name: 'end-contract-position',
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve'],
  rows: orderAndExposure,
  decide(input, state) {
    const order = state.row(contractOrders, input.orderId);
    assert(order, `no contract ${input.orderId}`);
    const closed = order.state === 'open' ? closeAt(order, input.tick, { ...input.config, now: state.now }) : undefined;
    if (!closed) return { objectId: input.orderId, moves: [], reply: order };
    const before = state.row(contractExposures, input.exposureId)!;
    const after = removeOpen(before, { side: order.side, amount: coinAmount(closed.sheets, order.sheetSize) });
    const needed = stressReserve(after, input.tick.price, input.stressRate);
    return pay(closed, { before, after, needed, bankroll: state.house('bankroll', 'USDT') });
  },
};

export interface ClosedPart {
  order: ContractOrder;
  sheets: number;
  /** What of the margin belonged to what was closed. */
  margin: Wad;
  paid: Wad;
  change: ContractChange | undefined;
}

/** What a tick makes of an open position; undefined if it changes nothing. */
export function closeAt(
  order: ContractOrder,
  tick: TickPoint,
  { now, maintenanceRate }: { now: number; maintenanceRate: Wad },
): ClosedPart | undefined {
  const cause = endCause(order, tick);
  if (!cause) return undefined;
  const { side, openSheets, openMargin, openAdded, sheetSize, entry, lever } = order;
  const { sequence, price, publishedAt } = tick;
  const point = { sequence, price, publishedAt };
  const sheets = cause === 'closed' ? order.closing!.sheets : openSheets;
  const ownShare = shareOf(openMargin, sheets, openSheets);
  const addedShare = shareOf(openAdded, sheets, openSheets);
  const margin = (ownShare + addedShare) as Wad;
  const pnl = pnlOf({ side, entryPrice: entry!.price, price, amount: coinAmount(sheets, sheetSize) });
  const paid = payoutOf(margin, pnl);
  const paidInAll = (order.paid + paid) as Wad;
  if (sheets === openSheets) {
    const ending = { result: cause, cancelReason: null, cancelled: null, settledAt: now };
    const ended: ContractOrder = { ...order, state: 'ended', exit: point, ending, paid: paidInAll };
    return { order: ended, sheets, margin, paid, change: undefined };
  }
  const left = openSheets - sheets;
  const added = (openAdded - addedShare) as Wad;
  const number = order.changeCount + 1;
  const { orderId, accountId } = order;
  const smaller: ContractOrder = {
    ...order,
    openSheets: left,
    openMargin: (openMargin - ownShare) as Wad,
    openAdded: added,
    liquidationPrice: liquidationPriceOf({
      side,
      entryPrice: entry!.price,
      lever,
      maintenanceRate,
      added,
      amount: coinAmount(left, sheetSize),
    }),
    termsSequence: Math.max(order.termsSequence, sequence),
    closing: null,
    changeCount: number,
    paid: paidInAll,
  };
  const change = { orderId, accountId, number, at: now, kind: 'part', tick: point, sheets, margin, pnl, paid } as const;
  return { order: smaller, sheets, margin, paid, change };
}

interface House {
  before: Exposure;
  after: Exposure;
  needed: Wad;
  bankroll: Wad;
}

/** A gain is paid before the house sets anything aside; when all its slices together can't pay it, it waits and is tried again. */
function pay(closed: ClosedPart, house: House): Decision<ContractOrder> | HouseShort<ContractOrder> {
  const { before, needed, bankroll } = house;
  const gain = closed.paid - closed.margin;
  const funds = bankroll - gain;
  if (gain <= 0n || before.reserved + funds >= needed) return settle(closed, house);
  return new HouseShort({
    bucket: 'bankroll',
    coin: 'USDT',
    amount: (needed - before.reserved + gain) as Wad,
    otherwise: before.reserved + funds >= 0n ? settle(closed, house) : new Refusal('order-limit-reached'),
  });
}

function settle(closed: ClosedPart, { before, after, needed, bankroll }: House): Decision<ContractOrder> {
  const { order, margin, paid, change } = closed;
  const left = (bankroll + margin - paid) as Wad;
  const moves = movesFor(margin, paid);
  // What is set aside rides on a move: a gain needs it released first, a loss brings what can be set aside.
  const reserved =
    moves.length > 0 ? reserveWithin({ needed, before: before.reserved, bankroll: left }) : before.reserved;
  const carrier = paid > margin ? 0 : moves.length - 1;
  return {
    objectId: order.orderId,
    moves: moves.map((move, place) => (place === carrier ? { ...move, ...coverOf(before.reserved, reserved) } : move)),
    writes: [
      updateRow(contractOrders, order),
      updateRow(contractExposures, { ...after, reserved }),
      ...(change ? [insertRow(contractChanges, change)] : []),
    ],
    reply: order,
    events: [{ name: 'contracts.changed', payload: order }],
  };
}

function movesFor(margin: Wad, paid: Wad): Move[] {
  const coin = 'USDT';
  const back = paid < margin ? paid : margin;
  const moves: Move[] = [];
  if (back > 0n) moves.push({ kind: 'contract-returned', coin, from: 'margin', to: 'available', amount: back });
  if (paid > margin) {
    moves.push({ kind: 'contract-profit', coin, from: 'bankroll', to: 'available', amount: (paid - margin) as Wad });
  }
  if (paid < margin) {
    moves.push({ kind: 'contract-loss', coin, from: 'margin', to: 'bankroll', amount: (margin - paid) as Wad });
  }
  return moves;
}
