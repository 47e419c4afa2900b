// The first page, for guests and customers: what one has, where one can go, and what the market does.
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useUser } from '../session/session.ts';
import { useMarketSummary } from '../data/use-market-summary.ts';
import { useT } from '../text/texts.ts';
import { BrandHeader } from '../ui/brand-header.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HomeFoot } from './home-foot.tsx';
import { MarketFigures } from './market-figures.tsx';
import { MenuGrid } from './menu-grid.tsx';
import { PopularMarkets } from './popular-markets.tsx';
import { PromiseCard } from './promise-card.tsx';
import { Promotions } from './promotions.tsx';

/** Guests are told nothing. */
const NotificationsBell = lazyPart(async () => (await import('./notifications-bell.tsx')).NotificationsBell);

/** After what every page needs. */
const AnnouncementBanner = lazyPart(async () => (await import('./announcement-banner.tsx')).AnnouncementBanner);

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const summary = useMarketSummary();
  return (
    <Page title={t('shell.home')} header={<HomeHeader />}>
      <div className="flex flex-col gap-4 pt-3">
        {user === null ? <PromiseCard /> : <BalanceCard user={user} summary={summary.data} />}
        <MenuGrid />
        <MarketFigures summary={summary.data} isFailed={summary.error !== null} />
        <PopularMarkets summary={summary} />
        <AnnouncementBanner more={t('shell.menuAnnouncements')} />
        <Promotions />
        <HomeFoot />
      </div>
    </Page>
  );
}

function HomeHeader(): ReactNode {
  const t = useT();
  const user = useUser();
  const hour = new Date(serverNow()).getHours();
  const greeting = hour < 5 || hour >= 18 ? 'home.evening' : hour < 12 ? 'home.morning' : 'home.afternoon';
  return (
    <BrandHeader
      name="Candor"
      note={t(greeting)}
      actions={
        <>
          <IconButton icon={Search} label={t('ui.searchCoins')} to="/quotation?search" />
          {user !== null && <NotificationsBell />}
        </>
      }
    />
  );
}
