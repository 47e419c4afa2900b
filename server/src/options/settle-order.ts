// The end: what the exit tick says is paid from what was reserved; without a tick that counts the stake goes back.
import type { OptionResult, OptionVoidReason, Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { updateRow, type Command, type Cover, type Move } from '../ledger/command.ts';
import { pointOf, type TickPoint } from '../market/archive/tick-point.ts';
import { optionOrders, type OptionOrder } from './order.ts';
import { canEnter, entered, exitDeadline, exitRuleOf, paidFor, resultOf } from './rules.ts';

interface SettleOptionsOrder {
  orderId: Uuid;
  /** As the archive names it; null when no tick came in time. */
  entry: TickPoint | null;
  /** The tick that ends it, as the archive names it; undefined only when none can come any more. */
  exit: TickPoint | undefined;
}

/** Replies with the result. An order ends once: doing it again changes nothing. */
export const settleOptionsOrder: Command<SettleOptionsOrder, { result: OptionResult }> = {
  name: 'settle-options-order',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'options-reserve'],
  rows: ({ orderId }) => [{ table: optionOrders, id: orderId }],
  decide({ orderId, entry, exit }, state) {
    const stored = state.row(optionOrders, orderId);
    assert(stored, `no option order ${orderId}`);
    if (stored.ending) return { objectId: orderId, moves: [], reply: { result: stored.ending.result } };
    if (entry && !canEnter(stored, entry)) assert.fail(`tick ${entry.sequence} is no entry for ${orderId}`);
    const order = entry ? entered(stored, entry) : stored;
    const { result, voidReason } = judge(order, exit, state.now);
    const settled: OptionOrder = {
      ...order,
      exit: voidReason ? null : pointOf(exit!),
      // A clock that was set back settles nothing before the tick that decides it.
      ending: {
        result,
        voidReason,
        paid: paidFor(result, order),
        settledAt: Math.max(state.now, exit?.publishedAt ?? 0),
      },
    };
    return {
      objectId: orderId,
      moves: movesFor(result, order),
      writes: [updateRow(optionOrders, settled)],
      reply: { result },
      events: [{ name: 'options.changed', payload: settled }],
    };
  },
};

function judge(
  order: OptionOrder,
  exit: TickPoint | undefined,
  now: number,
): { result: OptionResult; voidReason: OptionVoidReason | null } {
  if (!order.entry) return { result: 'void', voidReason: 'no-entry-tick' };
  if (!exit) {
    assert(now >= exitDeadline(order), `${order.orderId} can still have an exit`);
    return { result: 'void', voidReason: 'no-exit-tick' };
  }
  assert(exitRuleOf(exit, order), `tick ${exit.sequence} is no exit for ${order.orderId}`);
  return { result: resultOf(order.side, order.entry.price, exit.price), voidReason: null };
}

function movesFor(result: OptionResult, { stake, profit }: OptionOrder): Move[] {
  const coin = 'USDT';
  const release: Cover = { from: 'options-reserve', to: 'bankroll', amount: profit };
  const giveBack: Move = { kind: 'option-returned', coin, from: 'reserved', to: 'available', amount: stake };
  switch (result) {
    case 'win':
      return [giveBack, { kind: 'option-won', coin, from: 'options-reserve', to: 'available', amount: profit }];
    case 'lose':
      return [{ kind: 'option-lost', coin, from: 'reserved', to: 'bankroll', amount: stake, cover: release }];
    case 'tie':
    case 'void':
      return [{ ...giveBack, cover: release }];
  }
}
