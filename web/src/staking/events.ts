// What becomes of one's own pledges when the engine has posted an income or ended one.
import { queryPledgeProducts } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { pledgeOrders, pledgeReads } from './pledge-list.ts';

export const events = [
  eventRule('pledge', { list: pledgeOrders, refetches: pledgeReads }),
  eventRule('settings', { refetches: [queryPledgeProducts] }),
];
