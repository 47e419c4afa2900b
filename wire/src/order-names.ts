// What customers order, as the files of the products declare it: operators have words for each.
import { z } from 'zod';
import type { OrderNameIn, OrdersDefinition } from './product-parts.ts';
import * as products from './products.ts';

export type OrderName = OrderNameIn<typeof products>;

const isOrders = (value: unknown): value is OrdersDefinition<OrderName> =>
  typeof value === 'object' && value !== null && 'ordersCalled' in value;

export const orderNames = (Object.values(products) as unknown[]).filter(isOrders).map((each) => each.ordersCalled);
export const orderName = z.enum(orderNames);
