// One's own pledges in the cache, and what each call about them changes.
import {
  findAccountCoinByTransaction,
  getPledgeOrder,
  getPledgeOrderByDivideInto,
  getPledgeOrderMx,
  queryPledgeProducts,
  queryPledgeSummary,
} from '@candor/wire';
import type { PledgeIncome, PledgeMovement, PledgeOrder } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';
import type { Question } from '../data/cached-list.ts';

export const pledgeOrders = cachedList<PledgeOrder>(getPledgeOrder, {
  idOf: ({ pledge_order_id }) => pledge_order_id,
  belongs: (pledge, question: Question) => belongsTo(pledge, question),
  progressOf: ({ days_posted, outcome }) => days_posted + (outcome === null ? 0 : 1),
});

export const pledgeIncomes = cachedList<PledgeIncome>(getPledgeOrderByDivideInto, {
  idOf: ({ pledge_order_id, day }) => `${pledge_order_id} ${day}`,
});

export const pledgeMovements = cachedList<PledgeMovement>(getPledgeOrderMx, {
  idOf: ({ entry_id, leg }) => `${entry_id} ${leg}`,
});

/** What is read again when a pledge is opened, changes or ends. */
export const pledgeReads = [
  queryPledgeSummary,
  queryPledgeProducts,
  getPledgeOrderByDivideInto,
  getPledgeOrderMx,
] as const;

/** Of every call about a pledge. */
export const pledgeChanges = [pledgeOrders, findAccountCoinByTransaction, ...pledgeReads] as const;

export function belongsTo(pledge: PledgeOrder, question: Readonly<Record<string, unknown>>): boolean {
  const { pledge_order_id: id = '', pledge_type: type = 1 } = question;
  if (id !== '') return pledge.pledge_order_id === id;
  return pledge.outcome === (type === 1 ? null : 'completed');
}
