// What becomes of one's own options: in the lists, and in words when one ends on any page but the one that shows its card.
import { queryOptionsConfig, queryOptionsSummary } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { tradeChoices } from '../device/trade-choices.ts';
import { moneyText } from '../text/money-text.ts';
import { optionOrders } from './option-list.ts';
import { coinOf, gainOf, sideOf } from './running-rules.ts';

export const events = [
  eventRule('option', {
    list: optionOrders,
    refetches: [queryOptionsSummary],
    ending: {
      parts: ['market'],
      isEnded: ({ trade_type }) => trade_type === 0,
      endedLists: (accountId) => [{ trade_user_id: accountId, trade_type: 0 }],
      endingOf(order, { t, formats }) {
        if (isCardShown()) return undefined;
        const result = order.result ?? 'void';
        const gain = gainOf(order);
        const paid = result === 'win' || result === 'lose' ? ` ${moneyText(formats, gain)}` : '';
        return {
          text: `${coinOf(order)?.code ?? ''} ${t(`options.${sideOf(order)}`)} · ${t(`options.result_${result}`)}${paid}`,
          gain,
          receipt: `/receipt/option/${order.option_order_id}`,
        };
      },
    },
  }),
  // What is offered follows from the conduct profile, and from what operators change.
  eventRule('conduct', { refetches: [queryOptionsConfig] }),
  eventRule('settings', { refetches: [queryOptionsConfig] }),
];

const isCardShown = (): boolean =>
  /^#\/contracts(?:\?|$)/.test(location.hash) && tradeChoices().treatyType === 'options';
