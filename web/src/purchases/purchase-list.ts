import { findAccountCoinByTransaction, findPurchases, getPurchase } from '@candor/wire';
import type { Purchase } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

const progress = { 'waiting-payment': 0, expired: 1, paid: 1, 'late-paid': 2, completed: 3, cancelled: 3, rejected: 3 };

export const purchases = cachedList<Purchase>(findPurchases, {
  idOf: ({ id }) => id,
  progressOf: ({ state, refunded_at }) => progress[state] + (refunded_at === null ? 0 : 1),
});

/** Of every call about an order. */
export const purchaseChanges = [purchases, getPurchase, findAccountCoinByTransaction] as const;
