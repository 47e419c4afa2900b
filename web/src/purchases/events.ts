// What becomes of one's own orders of coins, and what is said when an operator has decided.
import { findAccountCoinByTransaction, getPurchase, queryPurchaseTerms, zero } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { purchases } from './purchase-list.ts';

export const events = [
  eventRule('purchase', {
    list: purchases,
    refetches: [getPurchase, findAccountCoinByTransaction],
    ending: {
      parts: ['purchases'],
      isEnded: ({ state }) => state === 'completed' || state === 'rejected',
      endingOf: ({ state }, { t }) => ({
        text: t(state === 'completed' ? 'purchases.doneToast' : 'purchases.rejectedToast'),
        gain: zero,
        receipt: undefined,
      }),
    },
  }),
  eventRule('settings', { refetches: [queryPurchaseTerms] }),
];
