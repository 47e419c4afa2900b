// Head, chart, and below them either the ticket or the cards of what runs; side by side where there is room.
import type { Coin } from '@candor/wire';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { whenIdle } from '../device/when-idle.ts';
import { MarketHead } from '../market/market-head.tsx';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageFoot } from '../ui/page-foot.tsx';
import { Skeleton } from '../ui/states.tsx';
import { useWide } from '../ui/use-screen.ts';
import { MarketBanner } from './market-banner.tsx';
import { OptionTicket, TicketLoading } from './option-ticket.tsx';
import { useShownOrders } from './own-orders.ts';
import { TreatyChart } from './treaty-chart.tsx';

/** After the prices, which everyone waits for, and before the first order of whoever is quick. */
const cardsAfterMs = 1_000;
const loadCards = () => import('./running-cards.tsx');
const RunningCards = lazyPart(async () => (await loadCards()).RunningCards, <Skeleton className="h-72" />);

export function OptionsTrading({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const { orders, areKnown } = useShownOrders();
  const [wantsTicket, setWantsTicket] = useState(false);
  const isWide = useWide();
  const openCount = orders.filter(({ trade_type }) => trade_type === 1).length;
  const showsCards = orders.length > 0 && !wantsTicket;
  useEffect(() => whenIdle(() => void loadCards().catch(() => undefined), { afterMs: cardsAfterMs }), []);
  return (
    <div className="flex min-w-0 flex-1 flex-col wide:flex-row wide:gap-4 wide:px-4">
      <div className="flex min-w-0 flex-col wide:flex-1">
        <MarketHead coin={coin} isBrief />
        <TreatyChart coin={coin} orders={orders} isLow={showsCards} />
      </div>
      <div className="contents min-w-0 flex-col gap-3 pt-2 wide:flex wide:w-96 wide:shrink-0">
        <div className="flex flex-col gap-3 px-4 pt-2 empty:p-0 wide:contents">
          <MarketBanner coin={coin} />
          {orders.length > 0 && (
            <div className={clsx('flex-col gap-3', showsCards ? 'flex' : 'hidden wide:flex')}>
              <RunningCards orders={orders} />
            </div>
          )}
          {orders.length > 0 && !showsCards && (
            <Button look="secondary" isSmall className="wide:hidden" onPress={() => setWantsTicket(false)}>
              {t('options.backToRunning', { count: orders.length })}
            </Button>
          )}
        </div>
        {showsCards && !isWide && openCount > 0 && (
          <PageFoot>
            <div className="takes-no-tap-yet flex gap-2">
              <Button look="secondary" to="/orders" className="flex-1">
                {t('options.openOrders', { count: openCount })}
              </Button>
              <Button look="secondary" onPress={() => setWantsTicket(true)} className="flex-1">
                {t('options.another')}
              </Button>
            </div>
          </PageFoot>
        )}
        <div className={clsx('flex-col', showsCards ? 'hidden wide:flex' : 'contents wide:flex')}>
          {/* A card may be about to take its place. */}
          {areKnown ? <OptionTicket coin={coin} onPlaced={() => setWantsTicket(false)} /> : <TicketLoading />}
        </div>
      </div>
    </div>
  );
}
