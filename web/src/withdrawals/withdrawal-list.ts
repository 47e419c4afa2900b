// Own withdrawals in the cache, and what each call about them changes.
import { findAccountCoinByTransaction, queryWithdrawTerms, selectWithdraw, withdrawalSteps } from '@candor/wire';
import type { WithdrawalMessage } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';
import type { Question } from '../data/cached-list.ts';

/** A later step is never overwritten by an earlier one that comes late. */
const progressOf = ({ step }: WithdrawalMessage): number => withdrawalSteps.indexOf(step);

export const withdrawalList = cachedList<WithdrawalMessage>(selectWithdraw, {
  idOf: ({ withdraw_id: id }) => id,
  belongs: ({ withdraw_id: id }, { withdraw_id: asked = '' }: Question) => asked === '' || asked === id,
  progressOf,
});

export const withdrawalChanges = [withdrawalList, findAccountCoinByTransaction, queryWithdrawTerms] as const;
