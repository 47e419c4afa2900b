// What becomes of one's own contracts: in the lists, and in words when one ends or a part is closed, on any page.
import { contractTabs, queryContractsConfig, wad } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { moneyText } from '../text/money-text.ts';
import { contractOrders, contractParts } from './contract-list.ts';
import { coinOf, sideOf } from './position-rules.ts';

export const events = [
  eventRule('contract', {
    list: contractOrders,
    ending: {
      parts: ['market', 'contracts'],
      isEnded: ({ state }) => state === 'ended',
      endedLists: (accountId) =>
        [contractTabs.history, contractTabs.liquidation].map((tab) => ({ trade_user_id: accountId, trade_type: tab })),
      endingOf(order, { t, formats }) {
        // One's own cancelling has been answered already.
        if (order.cancel_reason === 'by-customer') return undefined;
        const what = { coin: coinOf(order).code, side: t(`contracts.${sideOf(order)}`) };
        const receipt = `/receipt/contract/${order.trade_id}`;
        if (order.result === 'cancelled' || order.result === null) {
          const reason = order.cancel_reason === 'expired' ? 'no-entry-tick' : (order.cancel_reason ?? 'price-moved');
          return { text: t(`contracts.said_${reason}`, what), gain: undefined, receipt };
        }
        const gain = wad(order.realised);
        const text = t(`contracts.said_${order.result}`, { ...what, gain: moneyText(formats, gain) });
        return { text, gain, receipt };
      },
    },
  }),
  eventRule('contract-part', {
    list: contractParts,
    ending: {
      parts: ['contracts'],
      isEnded: () => true,
      endingOf(part, { t, formats }) {
        const gain = wad(part.net);
        const { code, priceDecimals } = coinOf(part);
        const price = formats.decimal(part.tick.price, { min: priceDecimals, max: 18 });
        const said = {
          coin: code,
          count: part.sheets_num,
          price: `\u2066${price}\u2069`,
          gain: moneyText(formats, gain),
        };
        return { text: t('contracts.said_part', said), gain, receipt: undefined };
      },
    },
  }),
  // What is offered follows from the conduct profile, and from what operators change.
  eventRule('conduct', { refetches: [queryContractsConfig] }),
  eventRule('settings', { refetches: [queryContractsConfig] }),
];
