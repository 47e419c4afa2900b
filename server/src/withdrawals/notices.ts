// What whoever withdraws is told: that it was sent, or that it was not, and why.
import { formatAmount, subtract } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { withdrawals, type Withdrawal } from './withdrawal.ts';

export const withdrawalNotices: NoticeSource = {
  event: 'withdrawal.changed',
  tells: ['withdrawal'],
  kinds: {
    'withdrawal-ended': { category: 'money', says: ['withdrawal-sent', 'withdrawal-rejected', 'withdrawal-failed'] },
  },
  words,
  async read(database, subjects) {
    const { columns } = withdrawals;
    const text = `select ${columns.list} from withdrawals where ${ofSubjects('withdrawal_id')}
      and state in ('sent', 'rejected', 'failed')`;
    return (await select(database, columns, text, ofSubjects.values(subjects))).map(noticeOf);
  },
};

function noticeOf({ accountId, withdrawalId: objectId, asset, amount, fee, state }: Withdrawal): Notice {
  const paid = state === 'sent' ? subtract(amount, fee) : amount;
  return {
    accountId,
    objectId,
    kind: 'withdrawal-ended',
    says: `withdrawal-${state}`,
    facts: { amount: { amount: formatAmount(paid), coin: asset } },
    path: '/withdrawhistory',
  };
}
