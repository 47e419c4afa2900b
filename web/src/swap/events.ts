// What becomes of one's own swaps: in the lists, and in words when one ends, on any page.
import { findAccountCoinByTransaction, zero } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { swapOrders } from './swap-list.ts';

export const events = [
  eventRule('swap', {
    list: swapOrders,
    refetches: [findAccountCoinByTransaction],
    ending: {
      parts: ['swap'],
      isEnded: ({ status }) => status !== 'pending',
      endingOf({ status, reason, exchange_id }, { t }) {
        const receipt = `/receipt/swap/${exchange_id}`;
        const togetherAs = (name: 'doneTogether' | 'failedTogether') => ({
          name,
          textOf: (count: number) => t(`swap.${name}`, { count }),
          link: { to: '/exchange?part=history', text: t('swap.history') },
        });
        if (status === 'filled') return { text: t('swap.done'), gain: zero, receipt, together: togetherAs('doneTogether') }; // oxfmt-ignore
        // One's own cancelling has been answered already.
        if (reason === 'cancelled' || reason === null) return undefined;
        const text = `${t('swap.failed')} ${t(`swap.reason_${reason}`)}`;
        return { text, gain: undefined, receipt, together: togetherAs('failedTogether') };
      },
    },
  }),
];
