// Swaps as operators see them, and what the house holds for them.
import { coinOfCode, exportSwaps, formatAmount, getInventory, listSwaps, parseWireId, swapRate, toInstant, wireId, zero, type ListedSwap, type Wad } from '@candor/wire'; // oxfmt-ignore
import { bindList } from '../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market } from '../market/market.ts';
import { newestPrices } from './ask-swap.ts';
import { readHeld, readSwaps, readWaitingLimits } from './desk-store.ts';
import { describeInventory } from './inventory.ts';
import { statusOf } from './order-message.ts';
import type { SwapOrder } from './order.ts';
import { readOpenRefills } from './refill-store.ts';

export interface SwapDeskParts {
  pool: Pool;
  market: Pick<Market, 'lastTick'>;
}

export const swapDesk = ({ pool, market }: SwapDeskParts): BoundCall[] => [
  ...bindList(listSwaps, exportSwaps, {
    pool,
    head: ['swap_id', 'account_id', 'kind', 'from_coin', 'to_coin', 'from_amount', 'to_amount', 'promised', 'rate', 'state', 'reason', 'received_at', 'expires_at', 'rate_now', 'distance', 'given', 'received', 'settled_at'], // oxfmt-ignore
    async read({ coin, account = '', sort = '-received_at', pagesize: limit, current_page: page, ...filter }) {
      const accountId = account === '' ? undefined : (parseWireId('account', account) ?? refuse('account-unknown'));
      const known = coin === undefined || coin === 'USDT' ? coin : (coinOfCode(coin)?.code ?? refuse('unknown-coin'));
      const wanted = { ...filter, coin: known, accountId, sort, limit, offset: (page - 1) * limit };
      const { total, rows } = await readSwaps(pool, wanted);
      return { TOTAL: total, RESULT_LIST: rows.map((order) => describeSwap(order, market)) };
    },
  }),
  bindOperator(getInventory, async () => {
    const [held, limits, asked] = await Promise.all([readHeld(pool), readWaitingLimits(pool), readOpenRefills(pool)]);
    return { coins: describeInventory({ held, limits, asked }) };
  }),
];

function describeSwap(order: SwapOrder, market: Pick<Market, 'lastTick'>): ListedSwap {
  const { ending } = order;
  return {
    swap_id: wireId('swap', order.orderId),
    account_id: wireId('account', order.accountId),
    kind: order.kind,
    from_coin: order.fromCoin,
    to_coin: order.toCoin,
    from_amount: formatAmount(order.fromAmount),
    to_amount: formatAmount(order.toAmount),
    promised: formatAmount(order.promised),
    rate: formatAmount(order.rate),
    state: statusOf(order),
    reason: ending?.reason ?? null,
    received_at: toInstant(order.receivedAt),
    expires_at: toInstant(order.expiresAt),
    ...waitOf(order, market),
    given: ending && formatAmount(ending.given),
    received: ending && formatAmount(ending.received),
    settled_at: ending && toInstant(ending.settledAt),
  };
}

function waitOf(order: SwapOrder, market: Pick<Market, 'lastTick'>): Pick<ListedSwap, 'rate_now' | 'distance'> {
  const prices = order.kind === 'limit' && !order.ending ? newestPrices(market, order) : undefined;
  if (!prices) return { rate_now: null, distance: null };
  const now = swapRate(prices);
  return { rate_now: formatAmount(now), distance: now === zero ? null : formatAmount(distanceTo(order.rate, now)) };
}

/** By which share of itself a rate must rise to reach another, with six decimals; below zero where it is beyond it. */
const distanceTo = (rate: Wad, now: Wad): Wad => ((((rate - now) * 1_000_000n) / now) * 10n ** 12n) as Wad;
