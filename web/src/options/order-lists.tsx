// One's open and ended option orders.
import type { OptionOrderMessage } from '@candor/wire';
import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState } from '../ui/states.tsx';
import { EndedRow, OpenRow } from './order-rows.tsx';
import { useOrders } from './own-orders.ts';
import type { OrderFilter, OrderKind } from './own-orders.ts';

const kinds = {
  open: { label: 'options.tabOpen', none: 'options.noOpen', OrderRow: OpenRow },
  ended: { label: 'options.tabEnded', none: 'options.noEnded', OrderRow: EndedRow },
} as const;

export function OrderList({ kind, filter }: { kind: OrderKind; filter?: OrderFilter }): ReactNode {
  const t = useT();
  const { label, none, OrderRow } = kinds[kind];
  const render = (orders: readonly OptionOrderMessage[]): ReactNode => (
    <List label={t(label)}>
      {orders.map((order) => (
        <OrderRow key={order.option_order_id} order={order} />
      ))}
    </List>
  );
  return <PagedList list={useOrders(kind, filter)} empty={<NoOrders title={t(none)} />} render={render} />;
}

const NoOrders = ({ title }: { title: string }): ReactNode => {
  const t = useT();
  return (
    <EmptyState icon={ClipboardList} title={title} action={<Button to="/contracts">{t('options.trade')}</Button>} />
  );
};
