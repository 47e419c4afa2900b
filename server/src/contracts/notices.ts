// What owners of CFDs are told of what happened without them: fills, stops, liquidations, and orders that came to nothing.
import { formatAmount } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { orderMessage } from './order-message.ts';
import { contractOrders, type ContractOrder } from './order.ts';

export const contractNotices: NoticeSource = {
  event: 'contracts.changed',
  tells: ['contract'],
  kinds: {
    'contract-filled': { category: 'trading', says: ['contract-filled'] },
    'contract-stops': { category: 'trading', says: ['contract-take-profit', 'contract-stop-loss'] },
    'contract-liquidation': { category: 'trading', says: ['contract-liquidated'], ways: { mail: 'on' } },
    'contract-not-filled': { category: 'trading', says: ['contract-not-filled'] },
  },
  words,
  async read(database, subjects) {
    const { columns } = contractOrders;
    const text = `select ${columns.list} from contract_orders where ${ofSubjects('order_id')}`;
    return (await select(database, columns, text, ofSubjects.values(subjects))).flatMap(noticesOf);
  },
};

/** Of the fill and of the end: whoever reads late learns both. */
function noticesOf(order: ContractOrder): Notice[] {
  const { accountId, orderId: objectId, coin, orderType, entry, exit, ending, margin, paid } = order;
  const about = { accountId, objectId, path: '/contracts' };
  const usdt = (amount: string) => ({ amount, coin: 'USDT' as const });
  const notices: Notice[] = [];
  if (orderType === 'limit' && entry) {
    const facts = { coin, price: { price: formatAmount(entry.price), coin }, margin: usdt(formatAmount(margin)) };
    notices.push({ ...about, kind: 'contract-filled', says: 'contract-filled', facts });
  }
  if (!ending) return notices;
  const { result, cancelReason } = ending;
  if (result === 'cancelled' && cancelReason !== 'by-customer') {
    const facts = { coin, paid: usdt(formatAmount(paid)) };
    notices.push({ ...about, kind: 'contract-not-filled', says: 'contract-not-filled', facts });
  }
  if (result === 'take-profit' || result === 'stop-loss' || result === 'liquidated') {
    const gained = { ...usdt(orderMessage(order).realised), isSigned: true as const };
    const facts = { coin, price: { price: formatAmount(exit!.price), coin }, result: gained };
    const kind = result === 'liquidated' ? 'contract-liquidation' : 'contract-stops';
    notices.push({ ...about, kind, says: `contract-${result}`, facts });
  }
  return notices;
}
