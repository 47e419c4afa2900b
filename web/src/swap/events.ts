// What becomes of one's own swaps: in the lists, and in words when one ends, on any page.
import { findAccountCoinByTransaction, zero } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { refetch } from '../data/refetch.ts';
import { swapOrders } from './swap-list.ts';

/** Balances are pushed; a push that was lost costs no more than this. */
const balancesAfterMs = 1_500;

export const events = [
  eventRule('swap', {
    list: swapOrders,
    apply({ status }) {
      if (status === 'filled') setTimeout(() => refetch(findAccountCoinByTransaction), balancesAfterMs);
    },
    ending: {
      parts: ['swap'],
      isEnded: ({ status }) => status !== 'pending',
      endingOf({ status, reason, exchange_id }, { t }) {
        const receipt = `/receipt/swap/${exchange_id}`;
        if (status === 'filled') return { text: t('swap.done'), gain: zero, receipt };
        // One's own cancelling has been answered already.
        if (reason === 'cancelled' || reason === null) return undefined;
        return { text: `${t('swap.failed')} ${t(`swap.reason_${reason}`)}`, gain: undefined, receipt };
      },
    },
  }),
];
