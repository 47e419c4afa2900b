// One's option orders: what runs, and everything that has ended, page after page.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Tabs } from '../ui/tabs.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderList } from './order-lists.tsx';
import type { OrderKind } from './own-orders.ts';

export function OptionOrders(): ReactNode {
  const t = useT();
  const [kind, setKind] = useState<OrderKind>('open');
  return (
    <Tabs
      label={t('options.orders')}
      isEven
      tabs={[
        { value: 'open', label: t('options.tabOpen') },
        { value: 'ended', label: t('options.tabEnded') },
      ]}
      value={kind}
      onChange={setKind}
    >
      {kind === 'open' ? <OrderList kind="open" /> : <OrderHistory />}
    </Tabs>
  );
}
