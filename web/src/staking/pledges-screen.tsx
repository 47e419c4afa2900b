// Staking: what one has in it, and what is on offer.
import { Coins } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Heading } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { pledgeOrders } from './pledge-list.ts';
import { PledgeOffer } from './pledge-offer.tsx';
import { PledgeRow } from './pledge-row.tsx';
import { PledgeSummary } from './pledge-summary.tsx';

export function Screen(): ReactNode {
  const t = useT();
  return (
    <Page title={t('shell.menuStaking')} back="/home" actions={<HideBalances />}>
      <PledgeSummary />
      <section className="mt-4">
        <Heading end={<TextLink to="/myPledgeMx">{t('staking.all')}</TextLink>}>{t('staking.mine')}</Heading>
        <OwnPledges />
      </section>
      <PledgeOffer />
    </Page>
  );
}

function OwnPledges(): ReactNode {
  const t = useT();
  const [tab, setTab] = useState<'running' | 'complete'>('running');
  const accountId = useUser()?.account_id ?? '';
  const question = { account_id: accountId, pledge_type: tab === 'running' ? 1 : 0 };
  const list = useList(pledgeOrders, question, { isEnabled: accountId !== '' });
  return (
    <Tabs
      label={t('staking.mine')}
      isEven
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'running', label: t('staking.running') },
        { value: 'complete', label: t('staking.complete') },
      ]}
    >
      <PagedList
        list={list}
        empty={<EmptyState icon={Coins} title={t(tab === 'running' ? 'staking.none' : 'staking.noneComplete')} />}
        render={(pledges) => (
          <List label={t(`staking.${tab}`)}>
            {pledges.map((pledge) => (
              <PledgeRow key={pledge.pledge_order_id} pledge={pledge} />
            ))}
          </List>
        )}
      />
    </Tabs>
  );
}
