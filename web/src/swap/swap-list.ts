import { findAccountCoinByTransaction, findExchangeList } from '@candor/wire';
import type { SwapOrderMessage } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const swapOrders = cachedList<SwapOrderMessage>(findExchangeList, {
  idOf: ({ exchange_id }) => exchange_id,
  belongs: ({ status, from_coin, to_coin, received_at }, { status: wanted, coin, from }) =>
    (wanted === '' || wanted === status) &&
    (coin === '' || coin === from_coin || coin === to_coin) &&
    received_at >= `${from}`,
  progressOf: ({ status }) => (status === 'pending' ? 0 : 1),
});

/** Of every call that places one or ends it. */
export const swapChanges = [swapOrders, findAccountCoinByTransaction] as const;
