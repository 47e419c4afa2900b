// Notifications to customers who buy coins by bank transfer: one for each state of the order.
import { wireId, type PurchaseState } from '@candor/wire';
import { ofSubjects, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { purchases } from './purchase.ts';

const says: Readonly<Record<PurchaseState, string>> = {
  'waiting-payment': 'purchase-waiting-payment',
  paid: 'purchase-paid',
  'late-paid': 'purchase-late-paid',
  completed: 'purchase-completed',
  cancelled: 'purchase-cancelled',
  expired: 'purchase-expired',
  rejected: 'purchase-rejected',
};

export const purchaseNotices: NoticeSource = {
  event: 'purchase.changed',
  tells: ['purchase'],
  kinds: { 'purchase-changed': { category: 'money', says: Object.values(says) } },
  words,
  async read(database, subjects) {
    const { columns } = purchases;
    const text = `select ${columns.list} from purchases where ${ofSubjects('purchase_id')}`;
    const orders = await select(database, columns, text, ofSubjects.values(subjects));
    return orders.map(({ accountId, purchaseId: objectId, state }) => ({
      accountId,
      objectId,
      kind: 'purchase-changed',
      says: says[state],
      facts: {},
      path: `/bankInfo?id=${wireId('purchase', objectId)}`,
    }));
  },
};
