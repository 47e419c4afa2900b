// All incomes, paid and to come, and every movement of money of one's own pledges.
import type { PledgeIncome, PledgeMovement } from '@candor/wire';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { pledgeIncomes, pledgeMovements } from './pledge-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const [tab, setTab] = useState<'income' | 'movements'>('income');
  const accountId = useUser()?.account_id ?? '';
  return (
    <Page title={t('shell.menuStakingIncome')} back="/myPledge" actions={<HideBalances />}>
      <Tabs
        label={t('staking.all')}
        isEven
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'income', label: t('staking.income') },
          { value: 'movements', label: t('staking.movements') },
        ]}
      >
        {tab === 'income' ? <Incomes accountId={accountId} /> : <Movements accountId={accountId} />}
      </Tabs>
    </Page>
  );
}

function Incomes({ accountId }: { accountId: string }): ReactNode {
  const t = useT();
  const list = useList(pledgeIncomes, { account_id: accountId }, { isEnabled: accountId !== '' });
  return (
    <PagedList
      list={list}
      empty={<EmptyState icon={Coins} title={t('staking.noIncome')} />}
      render={(incomes) => (
        <List label={t('staking.income')}>
          {incomes.map((income) => (
            <IncomeRow key={pledgeIncomes.idOf(income)} income={income} />
          ))}
        </List>
      )}
    />
  );
}

function IncomeRow({ income }: { income: PledgeIncome }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Row
      title={t(income.is_posted ? 'staking.isPaid' : 'staking.isComing')}
      note={<bdi>{formats.dateTime(income.at)}</bdi>}
      end={
        <Money
          amount={income.amount}
          coin="USDT"
          hasCoin
          isSigned
          isPrivate
          tone={income.is_posted ? 'rise' : 'faint'}
        />
      }
      to={`/pledge/${income.pledge_order_id}`}
    />
  );
}

const kinds = {
  'pledge-opened': 'staking.m_opened',
  'pledge-income': 'staking.m_income',
  'pledge-returned': 'staking.m_returned',
} as const;

function Movements({ accountId }: { accountId: string }): ReactNode {
  const t = useT();
  const list = useList(pledgeMovements, { account_id: accountId }, { isEnabled: accountId !== '' });
  return (
    <PagedList
      list={list}
      empty={<EmptyState icon={Coins} title={t('staking.noMovements')} />}
      render={(movements) => (
        <List label={t('staking.movements')}>
          {movements.map((movement) => (
            <MovementRow key={pledgeMovements.idOf(movement)} movement={movement} />
          ))}
        </List>
      )}
    />
  );
}

function MovementRow({ movement }: { movement: PledgeMovement }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isIncome = movement.kind === 'pledge-income';
  return (
    <Row
      title={t(kinds[movement.kind])}
      note={<bdi>{formats.dateTime(movement.at)}</bdi>}
      end={
        <Money
          amount={movement.amount}
          coin="USDT"
          hasCoin
          isPrivate
          isSigned={isIncome}
          tone={isIncome ? 'rise' : 'text'}
        />
      }
      to={`/pledge/${movement.pledge_order_id}`}
    />
  );
}
