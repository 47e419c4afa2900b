import { wad } from '@candor/wire';
import type { CoinBalance, MarketSummary, User } from '@candor/wire';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { Loaded } from '../data/loaded.tsx';
import { useBalances } from '../data/use-balances.ts';
import { Translated } from '../text/translated.tsx';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';

const TotalLoading = (): ReactNode => <Skeleton className="my-1 h-7 w-40" />;

/** Guests, who begin here, have no need of it. */
const BalanceTotal = lazyPart(async () => (await import('./balance-total.tsx')).BalanceTotal, <TotalLoading />);

/** What the customer has, and the three ways in, out and across. */
export function BalanceCard({ user, summary }: { user: User; summary: MarketSummary | undefined }): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  const balances = useBalances();
  const needsTestMoney = isDemo && balances.data !== undefined && !balances.data.RESULT_LIST.some(hasMoney);
  return (
    <Card label={t('home.total')}>
      <div className="flex flex-wrap items-center gap-x-1">
        <Text size="small" tone="secondary">
          {t('home.total')}
        </Text>
        <HideBalances className="-my-2" />
        {user.account_type === '0' && <Badge tone="warn">{t('home.experience')}</Badge>}
      </div>
      <Loaded read={balances} skeleton={<BalanceLoading />} errorSize="line" errorClassName="pb-3">
        {({ RESULT_LIST: list }) => (
          <div className="flex flex-col gap-0.5 pb-4">
            <BalanceTotal balances={list} summary={summary} skeleton={<TotalLoading />} />
            <Available amount={list.find(({ coin_code }) => coin_code === 'USDT')?.qty ?? '0'} />
          </div>
        )}
      </Loaded>
      {needsTestMoney && (
        <Button to="/demo" icon={FlaskConical} isWide className="mb-2">
          {t('ui.getTestMoney')}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          to="/recharge"
          icon={ArrowDownToLine}
          look={needsTestMoney ? 'secondary' : 'primary'}
          isSmall
          className="flex-auto px-1!"
        >
          {t('home.deposit')}
        </Button>
        <Button to="/withdraw" icon={ArrowUpFromLine} look="secondary" isSmall className="flex-auto px-1!">
          {t('home.withdraw')}
        </Button>
        <Button to="/exchange" icon={ArrowLeftRight} look="secondary" isSmall className="flex-auto px-1!">
          {t('home.swap')}
        </Button>
      </div>
    </Card>
  );
}

const hasMoney = ({ qty, margin, staked, reserved }: CoinBalance): boolean =>
  [qty, margin, staked, reserved].some((amount) => wad(amount) > 0n);

function Available({ amount }: { amount: string }): ReactNode {
  const values = { amount: <Money amount={amount} coin="USDT" size="small" weight="medium" hasCoin isPrivate /> };
  return (
    <Text size="small" tone="secondary">
      <Translated id="ui.available" values={values} />
    </Text>
  );
}

const BalanceLoading = (): ReactNode => (
  <div className="flex flex-col gap-0.5 pb-4">
    <TotalLoading />
    <Skeleton className="h-4.5 w-28" />
  </div>
);
