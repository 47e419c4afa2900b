// What becomes of one's own withdrawals when somebody has decided, or the network has confirmed.
import { queryWithdrawTerms } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { withdrawalList } from './withdrawal-list.ts';

export const events = [
  eventRule('withdrawal', { list: withdrawalList, refetches: [queryWithdrawTerms] }),
  eventRule('settings', { refetches: [queryWithdrawTerms] }),
];
