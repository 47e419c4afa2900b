import { findAccountCoinByTransaction, queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';
import type { Question } from '../data/cached-list.ts';
import { isOfPair } from '../data/of-pair.ts';

export const optionOrders = cachedList<OptionOrderMessage>(queryOptionsOrderList, {
  idOf: ({ option_order_id }) => option_order_id,
  belongs: ({ pair_type, trade_type, received_at }, question) =>
    isOfPair(question['pair_type'], pair_type) &&
    String(question['trade_type']) === `${trade_type}` &&
    isWithin(received_at, question),
  progressOf: ({ trade_type, entry }) => (trade_type === 0 ? 2 : entry === null ? 0 : 1),
});

/** Of every call that places one. */
export const optionChanges = [optionOrders, findAccountCoinByTransaction] as const;

/** Instants of the same form are in order as text; one that is not asked for is ''. */
const isWithin = (at: string, { from = '', to = '' }: Question): boolean =>
  (from === '' || at >= `${from}`) && (to === '' || at < `${to}`);
