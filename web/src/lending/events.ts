// What becomes of one's own applications when an operator has decided, or a day has come.
import { queryBorrowLimit, queryBorrowTerms } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { borrowRecords } from './borrow-list.ts';

export const events = [
  eventRule('borrow', { list: borrowRecords, refetches: [queryBorrowLimit] }),
  eventRule('settings', { refetches: [queryBorrowTerms, queryBorrowLimit] }),
];
