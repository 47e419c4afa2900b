// What owners of pledges are told: that a term is over, and that another one began. Daily incomes stand in the list of the pledge.
import { formatAmount } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { dayAt, pledges, type Pledge } from './pledge.ts';

export const pledgeNotices: NoticeSource = {
  event: 'pledges.changed',
  tells: ['pledge'],
  kinds: { 'pledge-ended': { category: 'products', says: ['pledge-completed', 'pledge-renewed'] } },
  words,
  async read(database, subjects) {
    const { columns } = pledges;
    const text = `select ${columns.list} from pledges where ${ofSubjects('pledge_id')}
      and (outcome = 'completed' or renews is not null)`;
    return (await select(database, columns, text, ofSubjects.values(subjects))).flatMap(noticesOf);
  },
};

function noticesOf(pledge: Pledge): Notice[] {
  const { accountId, pledgeId: objectId, amount, income, days, renews, ending } = pledge;
  const usdt = (value: typeof amount) => ({ amount: formatAmount(value), coin: 'USDT' as const });
  const facts = { amount: usdt(amount), income: usdt(income), end: { at: dayAt(pledge, days) } };
  const about = { accountId, objectId, kind: 'pledge-ended', facts, path: '/myPledge' };
  return [
    ...(renews === null ? [] : [{ ...about, says: 'pledge-renewed' }]),
    ...(ending?.outcome === 'completed' ? [{ ...about, says: 'pledge-completed' }] : []),
  ];
}
