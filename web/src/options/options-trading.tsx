// Head, chart, and below them either the ticket or the cards of what runs; side by side where there is room.
import type { Coin } from '@candor/wire';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { MarketHead } from '../market/market-head.tsx';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { MarketBanner } from './market-banner.tsx';
import { OptionTicket, TicketLoading } from './option-ticket.tsx';
import { dismissResult, notePlaced, useShownOrders } from './own-orders.ts';
import { RunningCard } from './running-card.tsx';
import { TreatyChart } from './treaty-chart.tsx';

export function OptionsTrading({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const { orders, areKnown } = useShownOrders();
  const [wantsTicket, setWantsTicket] = useState(false);
  const openCount = orders.filter(({ trade_type }) => trade_type === 1).length;
  const showsCards = orders.length > 0 && !wantsTicket;
  const cards = orders.map((order) => ({
    key: order.option_order_id,
    card: <RunningCard order={order} onDismiss={() => dismissResult(order.option_order_id)} />,
  }));
  return (
    <div className="flex min-w-0 flex-1 flex-col wide:flex-row wide:gap-4 wide:px-4">
      <div className="flex min-w-0 flex-col wide:flex-1">
        <MarketHead coin={coin} />
        <TreatyChart coin={coin} orders={orders} />
      </div>
      <div className="flex min-w-0 flex-col gap-3 px-4 pt-2 wide:w-96 wide:shrink-0 wide:px-0">
        <MarketBanner coin={coin} />
        {orders.length > 0 && (
          <div className={clsx('flex-col gap-3', showsCards ? 'flex' : 'hidden wide:flex')}>
            <Carousel
              label={t('options.runningLabel')}
              nameOf={(place, count) => t('options.cardOf', { place, count })}
              cards={cards}
            />
            {openCount > 0 && (
              <div className="flex gap-2 wide:hidden">
                <Button look="secondary" to="/orders" className="flex-1">
                  {t('options.openOrders', { count: openCount })}
                </Button>
                <Button look="secondary" onPress={() => setWantsTicket(true)} className="flex-1">
                  {t('options.another')}
                </Button>
              </div>
            )}
          </div>
        )}
        {orders.length > 0 && !showsCards && (
          <div className="flex flex-col wide:hidden">
            <Button look="secondary" isSmall onPress={() => setWantsTicket(false)}>
              {t('options.backToRunning', { count: orders.length })}
            </Button>
          </div>
        )}
        <div className={clsx('flex-col', showsCards ? 'hidden wide:flex' : 'flex')}>
          {/* A card may be about to take its place. */}
          {areKnown ? (
            <OptionTicket
              coin={coin}
              onPlaced={(order) => {
                notePlaced(order);
                setWantsTicket(false);
              }}
            />
          ) : (
            <TicketLoading />
          )}
        </div>
      </div>
    </div>
  );
}
