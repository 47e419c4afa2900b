// The first page, for guests and customers: what one has, where one can go, and what the market does.
import { Megaphone, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../session/live/feed.ts';
import { useUser } from '../session/session.ts';
import { useMarketSummary } from '../session/use-market-summary.ts';
import { useText } from '../text/texts.ts';
import { BrandHeader } from '../ui/brand-header.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Page } from '../ui/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HomeFoot } from './home-foot.tsx';
import { MarketFigures } from './market-figures.tsx';
import { MenuGrid } from './menu-grid.tsx';
import { PopularMarkets } from './popular-markets.tsx';
import { PromiseCard } from './promise-card.tsx';
import { Promotions } from './promotions.tsx';

export function Screen(): ReactNode {
  const t = useText();
  const user = useUser();
  const summary = useMarketSummary();
  return (
    <Page title={t('shell.home')} header={<HomeHeader />}>
      <div className="flex flex-col gap-4 pt-3">
        {user === null ? <PromiseCard /> : <BalanceCard user={user} summary={summary.data} />}
        <MenuGrid />
        <MarketFigures summary={summary.data} isFailed={summary.isError} />
        <PopularMarkets summary={summary} />
        <Promotions />
        <HomeFoot />
      </div>
    </Page>
  );
}

function HomeHeader(): ReactNode {
  const t = useText();
  const hour = new Date(serverNow()).getHours();
  const greeting = hour < 5 || hour >= 18 ? 'home.evening' : hour < 12 ? 'home.morning' : 'home.afternoon';
  return (
    <BrandHeader
      name="Candor"
      note={t(greeting)}
      actions={
        <>
          <IconButton icon={Search} label={t('home.search')} to="/quotation" />
          <IconButton icon={Megaphone} label={t('shell.menuAnnouncements')} to="/announcements" />
        </>
      }
    />
  );
}
