// What owners of seconds contracts are told: how they ended, though nobody may have watched.
import { formatAmount } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { optionOrders, type OptionOrder } from './order.ts';

export const optionNotices: NoticeSource = {
  event: 'options.changed',
  tells: ['option'],
  kinds: {
    'option-ended': {
      category: 'trading',
      says: ['option-won', 'option-lost', 'option-void'],
      // One ends within seconds, in front of who placed it.
      ways: { push: 'off' },
    },
  },
  words,
  async read(database, subjects) {
    const { columns } = optionOrders;
    const text = `select ${columns.list} from option_orders where ${ofSubjects('order_id')} and result is not null`;
    return (await select(database, columns, text, ofSubjects.values(subjects))).map(noticeOf);
  },
};

function noticeOf({ accountId, orderId: objectId, coin, stake, profit, ending }: OptionOrder): Notice {
  const { result, paid } = ending!;
  const usdt = (amount: typeof paid) => ({ amount: formatAmount(amount), coin: 'USDT' as const });
  const facts = { coin, stake: usdt(stake), profit: usdt(profit), paid: usdt(paid) };
  return { accountId, objectId, kind: 'option-ended', says: `option-${result}`, facts, path: '/orders' };
}
