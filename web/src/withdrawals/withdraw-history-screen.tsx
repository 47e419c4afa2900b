// All withdrawals, newest first, each with what became of it.
import type { WithdrawalMessage } from '@candor/wire';
import { ArrowUpFromLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StateBadge } from './state-badge.tsx';
import { withdrawalList } from './withdrawal-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const list = useList(withdrawalList, { account_id: accountId }, { isEnabled: accountId !== '' });
  const toWithdraw = <Button to="/withdraw">{t('shell.menuWithdraw')}</Button>;
  return (
    <Page title={t('shell.menuWithdrawHistory')} back="/withdraw" actions={<HideBalances />}>
      <PagedList
        list={list}
        empty={<EmptyState icon={ArrowUpFromLine} title={t('withdrawals.noHistory')} action={toWithdraw} />}
        render={(withdrawals) => (
          <List label={t('shell.menuWithdrawHistory')}>
            {withdrawals.map((withdrawal) => (
              <HistoryRow key={withdrawal.withdraw_id} withdrawal={withdrawal} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function HistoryRow({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const formats = useFormats();
  const { coin_code: coin } = withdrawal;
  return (
    <Row
      start={<CoinIcon coin={coin} />}
      title={<Money amount={withdrawal.withdraw_money} coin={coin} precision="short" hasCoin isPrivate />}
      note={<bdi>{formats.dateTime(withdrawal.requested_at)}</bdi>}
      end={<StateBadge withdrawal={withdrawal} />}
      endNote={withdrawal.address_name}
      to={`/withdrawn/${withdrawal.withdraw_id}`}
    />
  );
}
