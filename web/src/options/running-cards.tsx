// The cards of what runs and of what has just ended, side by side. Loaded once there is one, or ahead while a ticket is filled in.
import type { OptionOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Carousel } from '../ui/carousel.tsx';
import { dismissResult } from './own-orders.ts';
import { RunningCard } from './running-card.tsx';

export function RunningCards({ orders }: { orders: readonly OptionOrderMessage[] }): ReactNode {
  const t = useT();
  return (
    <Carousel
      label={t('options.runningLabel')}
      nameOf={(place, count) => t('options.cardOf', { place, count })}
      cards={orders.map((order) => ({
        key: order.option_order_id,
        card: <RunningCard order={order} onDismiss={() => dismissResult(order.option_order_id)} />,
      }))}
    />
  );
}
