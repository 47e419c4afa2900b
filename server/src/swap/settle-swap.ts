// The end: by the ticks that decide both coins change hands, or what was given comes back.
import type { SwapResult } from '@candor/wire';
import { add, subtract, zero } from '@candor/wire';
import assert from 'node:assert/strict';
import { updateRow, type Command, type Move } from '../ledger/command.ts';
import { pointOf } from '../market/archive/tick-point.ts';
import { swapOrders, type SwapOrder } from './order.ts';
import { countLimit, limitRows } from './place-swap.ts';
import { outcomeOf, type DecidingTicks, type SwapOutcome } from './rules.ts';

interface SettleSwap {
  /** As it was placed. */
  order: Pick<SwapOrder, 'orderId' | 'kind' | 'fromCoin' | 'toCoin'>;
  /** As the archive names them; null only where none can come any more. */
  ticks: DecidingTicks;
}

/** Replies with the result. A swap ends once: doing it again changes nothing. */
export const settleSwap: Command<SettleSwap, { result: SwapResult }> = {
  name: 'settle-swap',
  refusals: [],
  coins: ({ order }) => [order.fromCoin, order.toCoin],
  house: ['bankroll', 'swaps-reserve'],
  rows: ({ order }) => [{ table: swapOrders, id: order.orderId }, ...limitRows(order)],
  decide({ order: { orderId }, ticks }, state) {
    const stored = state.row(swapOrders, orderId);
    assert(stored, `no swap ${orderId}`);
    if (stored.ending) return { objectId: orderId, moves: [], reply: { result: stored.ending.result } };
    const outcome = outcomeOf(stored, ticks);
    const { reason, given, received } = outcome;
    if (reason !== null && reason !== 'price-moved') {
      assert(state.now >= stored.expiresAt, `${orderId} can still be decided by a tick`);
    }
    const result = reason === null ? 'filled' : 'returned';
    const decidedAt = Math.max(ticks.from?.publishedAt ?? 0, ticks.to?.publishedAt ?? 0);
    const settled: SwapOrder = {
      ...stored,
      fromTick: ticks.from && pointOf(ticks.from),
      toTick: ticks.to && pointOf(ticks.to),
      ending: { result, reason, given, received, settledAt: Math.max(state.now, decidedAt) },
    };
    return {
      objectId: orderId,
      moves: movesFor(stored, outcome),
      writes: [updateRow(swapOrders, settled), ...countLimit(stored, state, { before: stored.promised, after: zero })],
      reply: { result },
      events: [{ name: 'swap.changed', payload: settled }],
    };
  },
};

/** Ends with nothing of the order in any reserve; what nobody moves is left out. */
function movesFor({ fromCoin, toCoin, fromAmount, promised }: SwapOrder, { given, received }: SwapOutcome): Move[] {
  const [back, released] = [subtract(fromAmount, given), subtract(promised, received)];
  assert(add(given, back) === fromAmount && back >= 0n && released >= 0n, 'a swap moves no more than was reserved');
  const moves: Move[] = [
    { kind: 'swap-given', coin: fromCoin, from: 'reserved', to: 'bankroll', amount: given },
    { kind: 'swap-returned', coin: fromCoin, from: 'reserved', to: 'available', amount: back },
    { kind: 'swap-received', coin: toCoin, from: 'swaps-reserve', to: 'available', amount: received },
    { kind: 'swap-released', coin: toCoin, from: 'swaps-reserve', to: 'bankroll', amount: released },
  ];
  return moves.filter(({ amount }) => amount > zero);
}
