// The entry of an open order follows from the order and the archive. It is stored when the order ends: until then there is nothing
// to write, nothing to lose in a crash, and nobody has to wait for the database to see it.
import type { Tick, TickMarket } from '../market/market.ts';
import type { OptionOrder } from './order.ts';
import { canEnter, entered, entryWindow } from './rules.ts';

/** Undefined while there is none; for good, once the market is final up to the end of the order's window. */
export async function findEntry(market: TickMarket, order: OptionOrder): Promise<Tick | undefined> {
  const { from } = entryWindow(order.receivedAt);
  const first = await market.firstTickFrom(order.coin, order.acceptedSequence, from);
  return first && canEnter(order, first) ? first : undefined;
}

/** The order as it is, which in its row it is only when it has ended. */
export async function withItsEntry(market: TickMarket, order: OptionOrder): Promise<OptionOrder> {
  if (order.entry || order.ending) return order;
  const entry = await findEntry(market, order);
  return entry ? entered(order, entry) : order;
}
