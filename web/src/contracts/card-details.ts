// What tells the card of an order from others of the same coin and side, for those who go from one to the next by their names.
import type { ContractOrderMessage } from '@candor/wire';
import type { Formats } from '../text/formats.ts';
import { coinOf } from './position-rules.ts';

/** Its entry, or the price that it waits for, and when it was received. */
export function cardDetails(order: ContractOrderMessage, formats: Formats): string {
  const price = order.entry?.price ?? order.trade_price;
  const { priceDecimals } = coinOf(order);
  return `${formats.decimal(price, { min: priceDecimals, max: 18 })} ${formats.dateTime(order.received_at, 'seconds')}`;
}
