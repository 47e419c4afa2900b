// What owners of limit swaps are told when these end by themselves. A swap at a quote ends in front of who asked for it.
import { formatAmount } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { swapOrders, type SwapOrder } from './order.ts';

export const swapNotices: NoticeSource = {
  event: 'swap.changed',
  tells: ['swap'],
  kinds: { 'swap-limit': { category: 'trading', says: ['swap-filled', 'swap-returned'] } },
  words,
  async read(database, subjects) {
    const { columns } = swapOrders;
    const text = `select ${columns.list} from swap_orders where ${ofSubjects('order_id')} and kind = 'limit'
      and (result = 'filled' or reason = 'expired')`;
    return (await select(database, columns, text, ofSubjects.values(subjects))).map(noticeOf);
  },
};

function noticeOf({ accountId, orderId: objectId, fromCoin, toCoin, fromAmount, ending }: SwapOrder): Notice {
  const { result, given, received } = ending!;
  const facts = {
    given: { amount: formatAmount(given), coin: fromCoin },
    received: { amount: formatAmount(received), coin: toCoin },
    reserved: { amount: formatAmount(fromAmount), coin: fromCoin },
  };
  return { accountId, objectId, kind: 'swap-limit', says: `swap-${result}`, facts, path: '/exchange' };
}
