// The income of one pledge day by day, as it was agreed and as it was paid.
import type { PledgeOrder } from '@candor/wire';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useT } from '../text/texts.ts';
import { Schedule } from '../ui/schedule.tsx';
import { pledgeIncomes } from './pledge-list.ts';

export function IncomeSchedule({ pledge }: { pledge: PledgeOrder }): ReactNode {
  const t = useT();
  const { account_id, pledge_order_id } = pledge;
  const list = useList(pledgeIncomes, { account_id, pledge_order_id }, { pageSize: 100 });
  return (
    <PagedList
      list={list}
      render={(incomes) => (
        <Schedule
          label={t('staking.schedule')}
          coin="USDT"
          sum={pledge.outcome === 'closed' ? pledge.posted : pledge.income}
          rows={incomes.map(({ day, at, amount, is_posted }) => ({
            key: String(day),
            at,
            amount,
            state: t(is_posted ? 'staking.isPaid' : 'staking.isComing'),
            tone: is_posted ? 'good' : 'secondary',
          }))}
        />
      )}
    />
  );
}
