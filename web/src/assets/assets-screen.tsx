import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, FlaskConical, ReceiptText, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { useUser } from '../session/session.ts';
import { Loaded } from '../data/loaded.tsx';
import { useBalances } from '../data/use-balances.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { CoinList } from './coin-list.tsx';
import { TotalCard } from './total-card.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const balances = useBalances();
  return (
    <Page title={t('shell.asset')}>
      <Loaded read={balances} skeleton={<TotalCard holdings={undefined} />}>
        {({ RESULT_LIST: holdings }) => <TotalCard holdings={holdings} />}
      </Loaded>
      {user?.account_type === '0' && (
        <Banner tone="warn" className="mt-3">
          {t('assets.experienceNote')}
        </Banner>
      )}
      <Actions />
      {balances.data ? (
        <CoinList holdings={balances.data.RESULT_LIST} empty={<NothingYet />} />
      ) : (
        !balances.error && (
          <div className="mt-6">
            <SkeletonList rows={4} />
          </div>
        )
      )}
    </Page>
  );
}

function Actions(): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  return (
    <nav
      aria-label={t('assets.actions')}
      className="-mx-2 mt-5 grid grid-cols-[repeat(auto-fit,minmax(3.6rem,1fr))] gap-y-3"
    >
      {isDemo && <MenuTile isRound icon={FlaskConical} label={t('ui.testMoney')} to="/demo" />}
      <MenuTile isRound icon={ArrowDownToLine} label={t('shell.menuDeposit')} to="/recharge" />
      <MenuTile isRound icon={ArrowUpFromLine} label={t('shell.menuWithdraw')} to="/withdraw" />
      <MenuTile isRound icon={ArrowLeftRight} label={t('assets.swap')} to="/exchange" />
      <MenuTile isRound icon={ReceiptText} label={t('assets.bills')} to="/bills" />
    </nav>
  );
}

function NothingYet(): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  return (
    <EmptyState
      icon={Wallet}
      title={t('assets.nothingYet')}
      action={
        <Button to={isDemo ? '/demo' : '/recharge'} icon={isDemo ? FlaskConical : ArrowDownToLine}>
          {t(isDemo ? 'ui.getTestMoney' : 'shell.menuDeposit')}
        </Button>
      }
    />
  );
}
