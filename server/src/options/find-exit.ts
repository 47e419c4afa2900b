// The exit of an order whose last tick before expiry was too old: what a gap left out is bridged by the next price.
import type { Tick, TickMarket } from '../market/market.ts';
import type { OptionOrder } from './order.ts';
import { exitRuleOf } from './rules.ts';

/**
 * The first tick after expiry if it is the exit. Undefined for good once a tick after expiry is public or the market is final up to the
 * end of the order's wait.
 */
export async function findLateExit(market: TickMarket, order: OptionOrder): Promise<Tick | undefined> {
  const next = await market.firstTickFrom(order.coin, order.entry!.sequence, order.expiresAt! + 1);
  return next && exitRuleOf(next, order) ? next : undefined;
}
