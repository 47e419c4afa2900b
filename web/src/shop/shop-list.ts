// Tickets and periods in the cache, and what each call about them changes.
import { findAccountCoinByTransaction, findOrders, findPeriods, findPeriodsByComplete, findRebates, getOrderById, getPeriod, getPeriodByGoodId } from '@candor/wire'; // oxfmt-ignore
import type { ShopPeriod, ShopTicket } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const tickets = cachedList<ShopTicket>(findOrders, { idOf: ({ order_id }) => order_id });
export const rebates = cachedList<ShopTicket>(findRebates, { idOf: ({ order_id }) => order_id });
export const endedPeriods = cachedList<ShopPeriod>(findPeriodsByComplete, { idOf: ({ periods_id }) => periods_id });

/** What is read again when a ticket is bought or has ended. */
export const ticketReads = [findOrders, findRebates, getOrderById, findPeriods, getPeriodByGoodId, getPeriod] as const;
export const ticketChanges = [findAccountCoinByTransaction, ...ticketReads] as const;

/** Periods that anybody buys of are not pushed. */
export const periodEveryMs = 5_000;
