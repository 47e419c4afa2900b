// What one has borrowed, in the cache, and what each call about it changes.
import { findAccountCoinByTransaction, queryBorrowLimit, queryBorrowList } from '@candor/wire';
import type { BorrowRecord } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';
import type { Question } from '../data/cached-list.ts';
import { progressOf } from './borrow-rules.ts';

export const borrowRecords = cachedList<BorrowRecord>(queryBorrowList, {
  idOf: ({ borrow_id }) => borrow_id,
  belongs: ({ borrow_id }, { borrow_id: asked = '' }: Question) => asked === '' || asked === borrow_id,
  progressOf,
});

/** Of every call about it. */
export const borrowChanges = [borrowRecords, findAccountCoinByTransaction, queryBorrowLimit] as const;
