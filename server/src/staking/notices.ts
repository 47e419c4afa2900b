// Notifications to owners of pledges: a term ended, another term started, or a debt prevented a renewal in full. Daily incomes are only in the pledge's list.
import { formatAmount } from '@candor/wire';
import { ofSubjects, type Notice, type NoticeSource } from '../kit/notice.ts';
import { amount as amountColumn, columns, group, type RowIn } from '../kit/columns.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };
import { dayAt, pledges } from './pledge.ts';

export const pledgeNotices: NoticeSource = {
  event: 'pledges.changed',
  tells: ['pledge'],
  kinds: { 'pledge-ended': { category: 'products', says: ['pledge-completed', 'pledge-renewed', 'pledge-held'] } },
  words,
  async read(database, subjects) {
    const text = `select ${toldOf.list} from (select p.*, h.owed as held_owed, h.renewed as held_renewed from pledges p
        left join held_renewals h using (account_id, pledge_id)) as told
      where ${ofSubjects('pledge_id')} and (outcome = 'completed' or renews is not null)`;
    return (await select(database, toldOf, text, ofSubjects.values(subjects))).flatMap(noticesOf);
  },
};

const toldOf = columns({
  ...pledges.shape,
  held: group('held_', { owed: amountColumn, renewed: amountColumn }).orNull,
});

function noticesOf(pledge: RowIn<typeof toldOf>): Notice[] {
  const { accountId, pledgeId: objectId, amount, income, days, renews, ending, held } = pledge;
  const usdt = (value: typeof amount) => ({ amount: formatAmount(value), coin: 'USDT' as const });
  const facts = { amount: usdt(amount), income: usdt(income), end: { at: dayAt(pledge, days) } };
  const about = { accountId, objectId, kind: 'pledge-ended', facts, path: '/myPledge' };
  return [
    ...(renews === null ? [] : [{ ...about, says: 'pledge-renewed' }]),
    ...(ending?.outcome === 'completed' ? [{ ...about, says: 'pledge-completed' }] : []),
    ...(held === null
      ? []
      : [
          {
            ...about,
            says: 'pledge-held',
            facts: { renewed: usdt(held.renewed), owed: usdt(held.owed) },
            path: '/borrowhistory',
          },
        ]),
  ];
}
