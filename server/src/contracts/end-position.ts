// The end: what a tick does to a position. Close, take-profit, stop-loss and liquidation all come here and meet on one row:
// under its lock the rules say which of them the tick is, so that a position ends once, and keeps the tick that did it.
import { zero, type Wad, subtract, add } from '@candor/wire';
import assert from 'node:assert/strict';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type Decision, type Move } from '../ledger/command.ts'; // oxfmt-ignore
import { houseDues, type HouseDue } from '../ledger/dues.ts';
import { countEnded } from './account-orders.ts';
import { contractExposures, coverOf, removeOpen, reserveWithin, stressReserve, type Exposure } from './house-limit.ts';
import type { TickPoint } from '../market/archive/tick-point.ts';
import { contractChanges, contractOrders, type ContractChange, type ContractOrder, type ContractPart } from './order.ts'; // oxfmt-ignore
import { orderAndExposure, type OrderStep } from './order-step.ts';
import { coinAmount, endCause, liquidationPriceOf, payoutOf, pnlOf, shareOf } from './rules.ts';

export interface EndPosition extends OrderStep {
  tick: TickPoint;
}

/** Replies with the order as it is then. Doing it again, or with a tick that ends nothing, changes nothing. */
export const endPosition: Command<EndPosition, ContractOrder> = {
  name: 'end-contract-position',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve'],
  rows: orderAndExposure,
  decide(input, state) {
    const order = state.row(contractOrders, input.orderId);
    assert(order, `no contract ${input.orderId}`);
    const closed = order.state === 'open' ? closeAt(order, input.tick, { ...input.config, now: state.now }) : undefined;
    if (!closed) return { objectId: input.orderId, moves: [], reply: order };
    const before = state.row(contractExposures, input.exposureId)!;
    const after = removeOpen(before, order, closed.sheets);
    const needed = stressReserve(after, input.tick.price, input.stressRate);
    return pay(closed, { before, after, needed, state });
  },
};

export interface ClosedPart {
  order: ContractOrder;
  sheets: number;
  /** What of the margin belonged to what was closed. */
  margin: Wad;
  paid: Wad;
  change: PartChange | undefined;
}
type PartChange = Extract<ContractChange, { kind: 'part' }>;

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
  const margin = add(ownShare, addedShare);
  const pnl = pnlOf({ side, entryPrice: entry!.price, price, amount: coinAmount(sheets, sheetSize) });
  const paid = payoutOf(margin, pnl);
  const paidInAll = add(order.paid, paid);
  if (sheets === openSheets) {
    const ending = { result: cause, cancelReason: null, cancelled: null, settledAt: now };
    const ended: ContractOrder = { ...order, state: 'ended', exit: point, ending, paid: paidInAll };
    return { order: ended, sheets, margin, paid, change: undefined };
  }
  const left = openSheets - sheets;
  const added = subtract(openAdded, addedShare);
  const number = order.changeCount + 1;
  const { orderId, accountId } = order;
  const smaller: ContractOrder = {
    ...order,
    openSheets: left,
    openMargin: subtract(openMargin, ownShare),
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
  state: CommandState;
}

/**
 * A gain is paid before the house sets anything aside. What all its slices together can't pay, with what is set aside for the coin, it
 * owes from then on: the position ends at its tick all the same.
 */
function pay(closed: ClosedPart, house: House): Decision<ContractOrder> | InsufficientHouseFunds<ContractOrder> {
  const { before, needed, state } = house;
  const gain = subtract(closed.paid, closed.margin);
  const funds = add(before.reserved, state.house('bankroll', 'USDT'));
  if (gain <= 0n || funds - gain >= needed) return settle(closed, house, zero);
  return new InsufficientHouseFunds({
    bucket: 'bankroll',
    coin: 'USDT',
    amount: (needed - before.reserved + gain) as Wad,
    otherwise: settle(closed, house, (gain > funds ? gain - funds : zero) as Wad),
  });
}

function settle(closed: ClosedPart, { before, after, needed, state }: House, due: Wad): Decision<ContractOrder> {
  const { margin, paid, change } = closed;
  const order: ContractOrder = { ...closed.order, due: add(closed.order.due, due) };
  const paidNow = subtract(paid, due);
  const left = (state.house('bankroll', 'USDT') + margin - paidNow) as Wad;
  // What comes in while the house owes is not set aside again.
  const free = left > 0n && state.owes('USDT') ? zero : left;
  const moves = movesFor(margin, paidNow);
  // What is set aside rides on a move: a gain needs it released first, a loss brings what can be set aside.
  const reserved =
    moves.length > 0 ? reserveWithin({ needed, before: before.reserved, bankroll: free }) : before.reserved;
  const carrier = paidNow > margin ? 0 : moves.length - 1;
  return {
    objectId: order.orderId,
    moves: moves.map((move, place) => (place === carrier ? { ...move, ...coverOf(before.reserved, reserved) } : move)),
    writes: [
      updateRow(contractOrders, order),
      updateRow(contractExposures, { ...after, reserved }),
      ...(order.state === 'ended' ? [countEnded(order, state)] : []),
      ...(change ? [insertRow(contractChanges, change)] : []),
      ...(due > 0n ? [insertRow(houseDues, newDue(order, due, state))] : []),
    ],
    reply: order,
    events: [
      { name: 'contracts.changed', payload: order },
      ...(change ? [{ name: 'contracts.part-closed', payload: partOf(order, change) } as const] : []),
      ...(due > 0n
        ? [
            {
              name: 'contracts.due',
              payload: { orderId: order.orderId, accountId: order.accountId, book: order.book, amount: due },
            } as const,
          ]
        : []),
    ],
  };
}

const partOf = (order: ContractOrder, change: PartChange): ContractPart => ({
  accountId: change.accountId,
  orderId: change.orderId,
  number: change.number,
  at: change.at,
  sheets: change.sheets,
  tick: change.tick,
  margin: change.margin,
  paid: change.paid,
  coin: order.coin,
  side: order.side,
  lever: order.lever,
  entry: order.entry!,
  fee: order.fee,
  orderSheets: order.sheets,
  closed: order.sheets - order.openSheets,
});

const newDue = ({ accountId, book, orderId }: ContractOrder, amount: Wad, { now, newId }: CommandState): HouseDue => ({
  dueId: newId(),
  accountId,
  book,
  coin: 'USDT',
  kind: profitKind,
  objectId: orderId,
  amount,
  unpaid: amount,
  at: now,
  paidAt: null,
  isFirst: false,
});

/** What the bill calls a gain, whenever it is paid. */
const profitKind = 'contract-profit';

function movesFor(margin: Wad, paid: Wad): Move[] {
  const coin = 'USDT';
  const back = paid < margin ? paid : margin;
  const moves: Move[] = [];
  if (back > 0n) moves.push({ kind: 'contract-returned', coin, from: 'margin', to: 'available', amount: back });
  if (paid > margin) {
    moves.push({ kind: profitKind, coin, from: 'bankroll', to: 'available', amount: subtract(paid, margin) });
  }
  if (paid < margin) {
    moves.push({ kind: 'contract-loss', coin, from: 'margin', to: 'bankroll', amount: subtract(margin, paid) });
  }
  return moves;
}
